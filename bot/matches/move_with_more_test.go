package matches_test

import (
	"slices"
	"testing"

	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// A move is played if only polite words follow it; other words beside a move prevent it.
func TestMove_WithMore(t *testing.T) {
	InTime(t, func(t *testing.T) {
		for text, moves := range map[string]bool{
			"11-15 good luck!": true, "11-15, your turn": true, "11-15 gl hf 😀": true, "11-15, bom jogo": true,
			"11-15 suerte": true,
			"I play 11-15": false, "hi, 11-15": false, "olá, 11-15 e boa sorte": false, "hola! 11-15": false,
			"11-15 and you lose": false, "if 11-15 it is a draw": false, "is 11-15 a draw?": false, "not 11-15": false,
			"11-15 or 10-14?": false, "11-15 and I offer a draw": false, "11-15, draw?": false,
			"11-15? no draw": false, "não 11-15": false, "si 11-15 son tablas": false, "why 11-15": false,
		} {
			store, d := memorytest.New(), NewDesk()
			h, _ := Start(t, store, d)
			Says(h, Ana, "/play damas @rui colour=white")
			Says(h, Rui, "/accept")
			d.Heard()
			Mentioned(h, Ana, text)
			played := slices.ContainsFunc(EventsOf(t, store), func(e match.Event) bool { return e.Kind == match.Moved })
			if m := Only(t, store, storage.Query{}); played != moves || m.Pending.Offer == match.Draw {
				t.Errorf("%q: played is %v, told %q", text, played, d.Heard())
			}
		}
	})
}

// With the setting "confirm", a move with other words is not played.
func TestMove_WithMoreConfirmed(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		Privately(h, Ana, "/play damas house level=1 colour=white")
		Privately(h, Ana, "/confirm on")
		Privately(h, Ana, "11-15 good luck")
		for _, e := range EventsOf(t, h.Store) {
			if e.Kind == match.Moved {
				t.Errorf("played %s", e.Move)
			}
		}
	})
}
