package match_test

import (
	"testing"

	"tabuleiro/engine/match"
)

// A refused draw may not be offered again before five own moves, whether it was refused in words or by a move; the
// other player may offer one.
func TestDraw_Wait(t *testing.T) {
	for name, refusal := range map[string]string{"words": "rui refused draw; rui moved 22-18", "move": "rui moved 22-18"} {
		m := after(t, moved+"ana offered draw;"+refusal, games)
		ana, rui := m.Side(m.Challenger.ID), m.Side(m.Opponent.ID)
		if got := m.DrawWait(rui); got != 0 {
			t.Errorf("%s: rui waits for %d moves", name, got)
		}
		for want := match.MovesToAsk; want > 0; want-- {
			if got := m.DrawWait(ana); got != want {
				t.Errorf("%s: ana waits for %d moves, want %d", name, got, want)
			}
			for range 2 {
				for move := range m.Line.Position().Moves() {
					m = then(t, m, match.Event{Kind: match.Moved, By: m.Player(m.Turn()).ID, Move: move})
					break
				}
			}
		}
		if got := m.DrawWait(ana); got != 0 {
			t.Errorf("%s: after five moves ana still waits for %d", name, got)
		}
	}
}
