package router_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// quoted matches words to be typed, in the quotation marks of any language.
var quoted = regexp.MustCompile(`[“«]([^”»]*)[”»]`)

// The line under the first board against the bot says how to get another level or play a friend, in words that the bot
// understands.
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

// A level asked for during a match means the same game: it replaces a match that does not count yet, and is asked about
// later.
func TestWords_LevelInAMatch(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		h.Grants = d
		d.Asks(h, Ana, "/play cage house level=3 colour=red")
		if got := d.Asks(h, Ana, "raise the level to 5"); !strings.Contains(got, "level 5") || !strings.Contains(got,
			"Cage") {
			t.Errorf("told %q", got)
		}
		Says(h, Rui, "/play cage @ana")
		Says(h, Ana, "/accept")
		for range match.Serious {
			m := Only(t, h.Store, storage.Query{Room: "desk:group"})
			for move := range m.Line.Position().Moves() {
				Says(h, map[bool]chat.User{true: Ana, false: Rui}[m.Side(Ana.ID) == m.Turn()], string(move))
				break
			}
		}
		d.Tells(t, h, Mentioned, Ana, "raise the level to 5", "level 5")
	})
}

// Punctuation that names nobody begins no match against the bot: the author is asked who is meant.
func TestWords_OpponentNotUnderstood(t *testing.T) {
	for _, text := range []string{"/jogar damas 👨\u200d👩\u200d👧\u200d👦", "/play damas 🙂", "/play damas \u200b?"} {
		Subtest(t, text, func(t *testing.T) {
			d := NewDesk()
			h, _ := Start(t, memorytest.New(), d)
			Privately(h, Ana, text)
			heads, err := h.Store.Find(t.Context(), storage.Query{Live: true})
			if len(heads) > 0 || err != nil {
				t.Errorf("%d matches, %v: said %q", len(heads), err, chat.PlainText(d.Last(t).M.Text))
			}
			if len(d.All()) == 0 {
				t.Error("nothing was said")
			}
		})
	}
}
