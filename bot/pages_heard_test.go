package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage/memory"
)

// Help and the manual tell to just type a move only where that is heard: everywhere in private, in groups where talk is.
func TestJustTyping(t *testing.T) {
	for _, x := range []struct{ talk, private, want bool }{{true, false, true}, {false, true, true}, {false, false, false}} {
		d := newDesk()
		d.caps.Talk = x.talk
		h, _ := start(t, memory.New(), d)
		for locale, words := range map[string][2]string{
			"en": {"just type", "/move 11-15, or reply|or write /move 11-15"},
			"es": {"basta con escribir", "/mover 11-15, o responde|o escribe /mover 11-15"},
			"pt": {"basta escrever", "/lance 11-15, ou responda|ou escreva /lance 11-15"},
		} {
			for _, text := range []string{"/help", "/manual 3"} {
				hear(h, chat.Event{Room: "desk:group", From: chat.User{ID: "desk:" + locale, Name: "Ana"}, Text: text, Addressed: true, Private: x.private, Locale: locale})
				said := strings.Join(strings.Fields(strings.Join(d.heard(), "")), " ")
				one, other, _ := strings.Cut(words[1], "|")
				typed, asked := strings.Contains(said, words[0]), strings.Contains(said, one) || strings.Contains(said, other)
				if typed != x.want || asked == x.want || strings.Contains(said, "heard>") {
					t.Errorf("talk %v, private %v: %s in %s says %q", x.talk, x.private, text, locale, said)
				}
			}
		}
	}
}
