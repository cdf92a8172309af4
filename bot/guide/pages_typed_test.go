package guide_test

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/bot/guide"
	"tabuleiro/storage/memorytest"
)

// Help and the manual say that a move is just typed only where the bot receives it: in private chats, and in groups
// whose talk it hears.
func TestPages_JustTyping(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, x := range []struct{ talk, private, want bool }{{true, false, true}, {false, true, true},
			{false, false, false}} {
			d := NewDesk()
			d.Can.Talk = x.talk
			h, _ := Start(t, memorytest.New(), d)
			for locale, words := range map[string][2]string{
				"en": {"just type", "/move 11-15, or reply|or write /move 11-15"},
				"es": {"basta con escribir", "/mover 11-15, o responde|o escribe /mover 11-15"},
				"pt": {"basta escrever", "/lance 11-15, ou responda|ou escreva /lance 11-15"},
			} {
				for _, text := range []string{"/help", "/manual 3"} {
					Hear(h, chat.Event{Room: "desk:group", From: chat.User{ID: "desk:" + locale, Name: "Ana"}, Text: text,
						Addressed: true, Private: x.private, Locale: locale})
					said := strings.Join(strings.Fields(strings.Join(d.Heard(), "")), " ")
					one, other, _ := strings.Cut(words[1], "|")
					typed, asked := strings.Contains(said, words[0]), strings.Contains(said, one) || strings.Contains(said, other)
					if typed != x.want || asked == x.want || strings.Contains(said, "heard>") {
						t.Errorf("talk %v, private %v: %s in %s says %q", x.talk, x.private, text, locale, said)
					}
				}
			}
		}
	})
}

// A list has buttons for the page before and the next one if there are such pages, and no others.
func TestList_Turns(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		turns := func(says, want string) {
			t.Helper()
			Hear(h, chat.Event{Room: "desk:ana", From: Ana, Text: says, Addressed: true, Private: true})
			got := ""
			m := d.Last(t).M
			for _, b := range m.Buttons[len(m.Buttons)-1] {
				if b.Label == "‹" || b.Label == "›" {
					got += b.Label + b.Says
				}
			}
			if got != want {
				t.Errorf("%s: %q, want %q", says, got, want)
			}
		}
		turns("/games", "")
		for i := range 2*guide.PerPage + 1 {
			SaysIn(h, "desk:group", Ana, fmt.Sprintf("/play damas time=none @player%d", i))
			if i == 0 {
				turns("/games", "")
				turns("/games 1", "")
			}
		}
		turns("/games", "›/games 2")
		turns("/games 2", "‹/games 1›/games 3")
		turns("/games 3", "‹/games 2")
	})
}
