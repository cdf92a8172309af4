package bot_test

import (
	"slices"
	"testing"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A move is played with the kind words behind it; whatever else is said with a move plays nothing.
func TestMoveWithMore(t *testing.T) {
	inTime(t, func(t *testing.T) {
		for text, moves := range map[string]bool{
			"11-15 good luck!": true, "11-15, your turn": true, "11-15 gl hf 😀": true, "11-15, bom jogo": true,
			"11-15 suerte": true,
			"I play 11-15": false, "hi, 11-15": false, "olá, 11-15 e boa sorte": false, "hola! 11-15": false,
			"11-15 and you lose": false, "if 11-15 it is a draw": false, "is 11-15 a draw?": false, "not 11-15": false,
			"11-15 or 10-14?": false, "11-15 and I offer a draw": false, "11-15, draw?": false,
			"11-15? no draw": false, "não 11-15": false, "si 11-15 son tablas": false, "why 11-15": false,
		} {
			store, d := memorytest.New(), newDesk()
			h, _ := start(t, store, d)
			says(h, ana, "/play damas @rui colour=white")
			says(h, rui, "/accept")
			d.heard()
			mentioned(h, ana, text)
			played := slices.ContainsFunc(eventsOf(t, store), func(e match.Event) bool { return e.Kind == match.Moved })
			if m := only(t, store, storage.Query{}); played != moves || m.Pending.Offer == match.Draw {
				t.Errorf("%q: played is %v, told %q", text, played, d.heard())
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
