package change_test

import (
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/change"
	. "tabuleiro/bot/desktest"
	"tabuleiro/storage"
)

// Ratings that do not follow from the matches are found, whatever is wrong.
func TestRecount_Problems(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for range 2 {
			PlaysMoves(h, d, "", 4)
			Says(h, Ana, "/resign yes")
			Later(time.Hour)
		}
		good := Rated(t, h.Store)
		count := func() (recount change.Recount) {
			for _, head := range found(t, h.Store, storage.Query{}) {
				events, err := h.Store.Events(t.Context(), head.ID)
				if err != nil {
					t.Fatal(err)
				}
				recount.Match(Games, head, events)
			}
			return recount
		}
		problems := func(stored []storage.Rating) []error {
			recount := count()
			return recount.Problems(stored)
		}
		for _, want := range good {
			recount := count()
			if of := recount.Of(want.Person); len(of) != 1 || of[0].Person != want.Person || of[0].Game != want.Game ||
				of[0].Record != want.Record {
				t.Errorf("of %s alone: %+v, want %+v", want.Person, of, want)
			}
		}
		if wrong := problems(good); len(wrong) > 0 || len(good) != 2 {
			t.Fatal(wrong)
		}
		for what, change := range map[string]func(*storage.Rating){
			"a win":       func(r *storage.Rating) { r.Won++ },
			"a draw":      func(r *storage.Rating) { r.Drawn++ },
			"a loss":      func(r *storage.Rating) { r.Lost++ },
			"a rating":    func(r *storage.Rating) { r.Record.Before.Rating += 0.001 },
			"a deviation": func(r *storage.Rating) { r.Record.Before.Deviation += 0.001 },
		} {
			bad := []storage.Rating{good[0], good[1]}
			change(&bad[1])
			if wrong := problems(bad); len(wrong) != 1 || !strings.Contains(wrong[0].Error(), bad[1].Person) {
				t.Errorf("%s more: %v", what, wrong)
			}
		}
		if wrong := problems(good[:1]); len(wrong) != 1 || !strings.Contains(wrong[0].Error(), "is missing, there are 2 results") {
			t.Errorf("without one: %v", wrong)
		}
		extra := append(good[:2:2], good[0])
		extra[2].Person = "desk:nobody"
		if wrong := problems(extra); len(wrong) != 1 || !strings.Contains(wrong[0].Error(), "desk:nobody") {
			t.Errorf("of nobody: %v", wrong)
		}
	})
}

func found(t *testing.T, store storage.Store, q storage.Query) []storage.Head {
	t.Helper()
	heads, err := store.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return heads
}

// Five matches of two people within a day are rated, the sixth is not, and those with others are. A day after the first
// the next one is.
func TestRated_ADay(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		plays := func() (rated bool) {
			PlaysMoves(h, d, "", 4)
			Says(h, Ana, "/resign yes")
			return strings.Contains(strings.Join(d.Heard(), ""), " → ")
		}
		began := time.Now()
		for n := range 6 {
			if rated := plays(); rated != (n < 5) {
				t.Errorf("the match %d is rated: %v", n, rated)
			}
			Later(time.Minute)
		}
		Says(h, Eva, "/play damas colour=white @rui")
		Says(h, Rui, "/accept")
		for i, move := range []string{"11-15", "21-18", "15-20", "24x15"} {
			if i%2 == 0 {
				Says(h, Eva, move)
			} else {
				Says(h, Rui, move)
			}
		}
		Says(h, Eva, "/resign yes")
		if text := strings.Join(d.Heard(), ""); !strings.Contains(text, " → ") {
			t.Errorf("one with somebody else: %q", text)
		}
		Later(time.Until(began.Add(24*time.Hour - time.Minute)))
		if plays() {
			t.Error("another one within the day is rated")
		}
		Later(time.Until(began.Add(24*time.Hour + time.Second)))
		if !plays() || plays() {
			t.Error("after a day not one more is rated")
		}
		Rated(t, h.Store)
	})
}
