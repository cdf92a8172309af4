package exercise_test

import (
	"testing"

	. "tabuleiro/bot/desktest"
)

// "Play that" shows the move while a hint has shown the piece alone, and plays the move that a hint has shown.
func TestHint_Played(t *testing.T) {
	for _, c := range []struct{ begins, hint, plays, shown string }{
		{"/language en", "hint", "play that", "Play 9-13"}, {"/language pt", "dica", "joga essa", "Jogue 9-13"},
		{"/language es", "pista", "juega esa", "Juega 9-13"},
	} {
		Subtest(t, c.plays, func(t *testing.T) {
			Asked{{c.begins, ""}, {"/play draughts bot colour=white", ""}, {c.hint, "9"}, {c.plays, c.shown},
				{c.plays, "Ana: 9-13"}}.Hold(t)
		})
	}
}
