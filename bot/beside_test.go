package bot_test

import (
	"strings"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A move is played with the kind words, or the offer of a draw, that are said with it; whatever else is said with a
// move plays nothing.
func TestMoveWithMore(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, want := range map[string]struct{ moves, draw bool }{
			"11-15 and I offer a draw": {true, true}, "11-15, draw?": {true, true},
			"11-15 e proponho empate": {true, true}, "11-15, ofereço empate": {true, true},
			"11-15 y ofrezco tablas": {true, true},
			"11-15 ¿tablas?":         {true, true}, "11-15 with a draw offer": {true, true},
			"11-15 good luck!": {true, false}, "11-15, your turn": {true, false},
			"11-15 gl hf 😀":                 {true, false},
			"11-15, bom jogo":               {true, false},
			"11-15 suerte":                  {true, false},
			"I play 11-15 and offer a draw": {}, "hi, 11-15": {}, "olá, 11-15 e boa sorte": {}, "hola! 11-15": {},
			"11-15 and you lose": {}, "if 11-15 it is a draw": {}, "is 11-15 a draw?": {}, "not 11-15": {},
			"11-15 or 10-14?": {},
			"I offer 11-15":   {},
			"11-15? no draw":  {}, "11-19 and I offer a draw": {}, "não 11-15": {}, "si 11-15 son tablas": {}, "why 11-15": {},
		} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			says(h, ana, "/play damas @rui colour=white")
			says(h, rui, "/accept")
			d.heard()
			mentioned(h, ana, text)
			m := only(t, store, storage.Query{})
			moves := 0
			for _, e := range eventsOf(t, store) {
				if e.Kind == match.Moved {
					moves++
				}
			}
			if got := strings.Join(d.heard(), "\n"); moves == 1 != want.moves || (m.Pending.Offer == match.Draw) != want.draw {
				t.Errorf("%q: %d moves, pending %+v, told %q", text, moves, m.Pending, got)
			}
		}
	})
}

// Where a move would be shown before it counts, none is played with other words.
func TestMoveWithMoreConfirmed(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		privately(h, ana, "/play damas house level=1 colour=white")
		privately(h, ana, "/confirm on")
		privately(h, ana, "11-15 good luck")
		for _, e := range eventsOf(t, h.store) {
			if e.Kind == match.Moved {
				t.Errorf("played %s", e.Move)
			}
		}
	})
}
