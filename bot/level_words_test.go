package bot_test

import (
	"regexp"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// quoted are words that are to be said, in the quotation marks of any language.
var quoted = regexp.MustCompile(`[“«]([^”»]*)[”»]`)

// The line under a first board against the bot tells in words how another level, or a friend, is had; both are
// understood.
func TestLevelInWords(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for _, lang := range []string{"en", "es", "pt"} {
			for _, game := range games {
				for i, want := range []func(storage.Head) bool{
					func(h storage.Head) bool { return slices.Contains(h.Players, "house:5") },
					func(h storage.Head) bool { return len(h.Players) == 1 },
				} {
					d, store := newDesk(), memorytest.New()
					h, _ := start(t, store, d)
					h.grants = d
					privately(h, ana, "/language "+lang)
					privately(h, ana, "/play "+game.Name+" house level=2")
					words := quoted.FindAllStringSubmatch(chat.Plain(d.last(t).m.Text), -1)
					if len(words) < 2 {
						t.Fatalf("%s: told %q", lang, chat.Plain(d.last(t).m.Text))
					}
					privately(h, ana, words[i][1])
					found, err := store.Find(t.Context(), storage.Query{Live: true})
					is := func(h storage.Head) bool { return h.Game == game.Name && want(h) }
					if err != nil || !slices.ContainsFunc(found, is) {
						t.Errorf("%s, %s: %q is answered with %q", lang, game.Name, words[i][1], chat.Plain(d.last(t).m.Text))
					}
				}
			}
		}
	})
}
