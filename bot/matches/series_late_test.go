package matches_test

import (
	"testing"
	"time"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// If a game of a series is lost on time, the computer begins the next one when it is on turn there.
func TestSeries_BotBeginsTheNextGame(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas house level=1 colour=white games=2 time=1d")
		for range 4 {
			m := Only(t, h.Store, storage.Query{})
			for move := range m.Line.Position().Moves() {
				Privately(h, Ana, string(move))
				break
			}
			Later(time.Minute)
		}
		Later(2*24*time.Hour + 6*time.Hour)
		m := Only(t, h.Store, storage.Query{})
		if m.GameNumber() != 2 || m.Status != match.Playing {
			t.Fatalf("game %d, %s", m.GameNumber(), m.Status)
		}
		if m.Line.Len() == 0 {
			t.Errorf("the house has not moved in game 2: turn %v, clock %+v", m.Player(m.Turn()).Name, m.Clock)
		}
	})
}
