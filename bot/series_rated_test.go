package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// A match of two games that are both played to an end counts for the ratings as two results, also after an earlier one.
func TestSeriesRated(t *testing.T) {
	d, store := newDesk(), memory.New()
	h, _ := start(t, store, d)
	for range 2 {
		d.heard()
		for _, said := range []string{
			"a /play damas games=2 white @rui", "b /accept", "a 11-15", "b 22-18", "b /resign yes", "b 11-15", "a 22-18", "b 10-14", "a /draw", "b /accept",
		} {
			says(h, map[byte]chat.User{'a': ana, 'b': rui}[said[0]], said[2:])
		}
		if got := chat.Plain(d.last(t).m.Text); !strings.Contains(got, "Ana wins the match 1½–½.") || !strings.Contains(got, "Rui: 1") {
			t.Fatalf("at the end: %q", got)
		}
	}
	got, err := store.Ratings(t.Context(), storage.RatingQuery{Person: ana.ID})
	if err != nil || len(got) != 1 || got[0].Won != 2 || got[0].Drawn != 2 || got[0].Lost != 0 {
		t.Errorf("the results are %+v, %v", got, err)
	}
}
