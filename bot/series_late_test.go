package bot_test

import (
	"testing"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Where a game of several is lost on time the house begins the next one, if it is on turn there.
func TestHouseBeginsTheNextGame(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/play damas house level=1 colour=white games=2 time=1d")
		for range 4 {
			m := only(t, h.store, storage.Query{})
			for move := range m.Line.Position().Moves() {
				privately(h, ana, string(move))
				break
			}
			later(time.Minute)
		}
		later(2*24*time.Hour + 6*time.Hour)
		m := only(t, h.store, storage.Query{})
		if m.GameNumber() != 2 || m.Status != match.Playing {
			t.Fatalf("game %d, %s", m.GameNumber(), m.Status)
		}
		if m.Line.Len() == 0 {
			t.Errorf("the house has not moved in game 2: turn %v, clock %+v", m.Player(m.Turn()).Name, m.Clock)
		}
	})
}
