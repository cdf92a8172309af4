package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot"
	"tabuleiro/bot/chat"
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/engine/rating"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A ranking is by the lower bound of ratings: a higher but less certain rating comes later, and so do all provisional
// ones.
func TestRanking_BySureRating(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		now := match.Period(time.Now())
		for id, games := range map[string]struct{ won, lost int }{"once": {1, 0}, "often": {6, 6}, "better": {9, 3},
			"worse": {2, 12}, "thrice": {3, 0}, "steady": {80, 60}} {
			var r rating.Record
			for n := range games.won + games.lost {
				score := 0.0
				if n < games.won {
					score = 1
				}
				r = r.Add(now, rating.Result{Rating: 1500, Deviation: 50, Score: score})
			}
			if err := store.SetRatings(t.Context(), "desk:"+id,
				[]storage.Rating{{Person: "desk:" + id, Game: games0, Record: r}}); err != nil {
				t.Fatal(err)
			}
		}
		h := ranking(t, store, d, true)
		for _, c := range []struct{ language, word string }{{"en", "provisional"}, {"pt", "provisória"},
			{"es", "provisional"}} {
			Says(h, Ana, "/language "+c.language)
			Says(h, Ana, "/ranking all "+games0)
			lines := strings.Split(chat.PlainText(d.Last(t).M.Text), "\n")
			if len(lines) != 7 {
				t.Fatalf("said %q", lines)
			}
			for i, who := range []string{"steady", "better", "often", "worse", "thrice", "once"} {
				if got := lines[i+1]; !strings.HasPrefix(got, fmt.Sprintf("%d. %s (", i+1, who)) ||
					strings.Contains(got, c.word) != (i > 3) {
					t.Errorf("in place %d, where %s should be: %q", i+1, who, got)
				}
			}
		}
	})
}

// games0 is the game of rankings in tests.
const games0 = "portuguese"

// If the operator allows it, all people may see the ranking of all, by pages, without private profiles; provisional
// ratings are marked.
func TestRanking_OfAll(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		for n := range 12 {
			var r rating.Record
			for range n + 1 {
				r = r.Add(0, rating.Result{Rating: 1500, Deviation: 50, Score: 1})
			}
			id := fmt.Sprintf("desk:%02d", n)
			if err := store.SetRatings(t.Context(), id,
				[]storage.Rating{{Person: id, Game: Games[0].Name, Record: r}}); err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Put(t.Context(), "settings/person/desk:11", `{"profile":{"value":"private"}}`); err != nil {
			t.Fatal(err)
		}
		for _, open := range []bool{false, true} {
			d := NewDesk()
			h := ranking(t, store, d, open)
			Says(h, Ana, "/ranking all "+Games[0].Name)
			if !open {
				d.Expect(t, "closed", "Whoever runs this bot allows only the ranking of each chat")
			} else {
				m := d.Last(t).M
				if text := chat.PlainText(m.Text); !strings.Contains(text, "\n1. 10 (") || strings.Contains(text, ". 11 (") ||
					strings.Count(text, "\n") != 11 || !strings.Contains(text, ": /ranking all draughts 2") ||
					!strings.Contains(text, "provisional") {
					t.Errorf("first page: %q", text)
				}
				Says(h, Ana, m.Buttons[0][len(m.Buttons[0])-1].Says)
				if text := chat.PlainText(d.Last(t).M.Text); !strings.HasSuffix(text, "provisional)") ||
					!strings.Contains(text, "\n11. 00 (") {
					t.Errorf("second page: %q", text)
				}
			}
		}
	})
}

// ranking runs a bot with or without a public ranking, of ratings that no match explains.
func ranking(t *testing.T, store storage.Store, d *Desk, open bool) *Host {
	t.Helper()
	none := memorytest.New() // verified in the place of a store whose ratings come from no match
	h, _ := Start(t, none, d, func(c *bot.Config) { c.Store, c.Ranking = store, open })
	return h
}
