package router_test

import (
	"regexp"
	"slices"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// quoted are words that are to be said, in the quotation marks of any language.
var quoted = regexp.MustCompile(`[“«]([^”»]*)[”»]`)

// The line under a first board against the bot tells in words how another level, or a friend, is had; both are
// understood.
func TestWords_Level(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for _, lang := range []string{"en", "es", "pt"} {
			for _, game := range Games {
				for i, want := range []func(storage.Head) bool{
					func(h storage.Head) bool { return slices.Contains(h.Players, "house:5") },
					func(h storage.Head) bool { return len(h.Players) == 1 },
				} {
					d, store := NewDesk(), memorytest.New()
					h, _ := Start(t, store, d)
					h.Grants = d
					Privately(h, Ana, "/language "+lang)
					Privately(h, Ana, "/play "+game.Name+" house level=2")
					words := quoted.FindAllStringSubmatch(chat.PlainText(d.Last(t).M.Text), -1)
					if len(words) < 2 {
						t.Fatalf("%s: told %q", lang, chat.PlainText(d.Last(t).M.Text))
					}
					Privately(h, Ana, words[i][1])
					found, err := store.Find(t.Context(), storage.Query{Live: true})
					is := func(h storage.Head) bool { return h.Game == game.Name && want(h) }
					if err != nil || !slices.ContainsFunc(found, is) {
						t.Errorf("%s, %s: %q is answered with %q", lang, game.Name, words[i][1], chat.PlainText(d.Last(t).M.Text))
					}
				}
			}
		}
	})
}
