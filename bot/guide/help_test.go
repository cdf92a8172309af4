package guide_test

import (
	"regexp"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The help of "/play" names the most common options in the reader's words, and where the others are; each is accepted
// as written.
func TestHelp_PlayOptions(t *testing.T) {
	InTime(t, func(t *testing.T) {
		said := regexp.MustCompile(`\pL+=[^ ,.]+`)
		rest := regexp.MustCompile(`/\pL+ \pL+ op\pL+`)
		for lang, words := range map[string]struct{ help, size string }{
			"en": {"/help play", "/play cage size=8"},
			"es": {"/ayuda jugar", "/jugar cage tamaño=8"},
			"pt": {"/ajuda jogar", "/jogar cage tamanho=8"},
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/settings language "+lang)
			d.Heard()
			ask := func(text string) string {
				met := []chat.User{Rui, Eva}
				Hear(h, chat.Event{Room: "desk:group", From: Ana, Text: text, Addressed: true, Mentions: met})
				return strings.Join(d.Heard(), "\n")
			}
			help := ask(words.help)
			if behind := ask(words.help + " cage @rui"); behind != help {
				t.Errorf("with more behind it: %q", behind)
			}
			options := said.FindAllString(help, -1)
			if len(options) < 8 || !rest.MatchString(help) {
				t.Fatalf("%s is answered with %q", words.help, help)
			}
			play := "/" + strings.Fields(rest.FindString(help))[0][1:]
			asked := append([]string{words.size}, make([]string, len(options))...)
			for i, o := range options {
				asked[i+1] = play + " damas " + strings.NewReplacer("@friend", "@eva", "@amigo", "@eva").Replace(o)
			}
			for _, text := range asked {
				if !strings.Contains(text, "=5") {
					text += " @rui"
				}
				before, err := store.Find(t.Context(), storage.Query{})
				if err != nil {
					t.Fatal(err)
				}
				got := ask(text)
				if after, err := store.Find(t.Context(), storage.Query{}); err != nil || len(after) != len(before)+1 {
					t.Errorf("%s: %s is answered with %q, %v", lang, text, got, err)
				}
			}
		}
	})
}
