package discord_test

import (
	"encoding/json"
	"strings"
	"testing"

	"tabuleiro/bot/discord/discordtest"
	"tabuleiro/engine/puzzle"
)

// A puzzle is asked for by a command, and solved by one, by the buttons, or in reply.
func TestPuzzle(t *testing.T) {
	virtually(t, func(t *testing.T) {
		w := begin(t)
		ana, rui, c := w.people()
		for range 4 {
			ana.Command(c, "puzzle", discordtest.With("game", "damas"))
			shown := c.Next()
			for n := 0; ; n++ {
				move := sought(t, w)
				if n > 0 {
					rui.Replies(shown, move)
				} else {
					rui.Command(c, "move", discordtest.With("move", move))
				}
				if shown = c.Next(); !strings.Contains(shown.Content, "has found "+move) {
					t.Fatalf("%s is answered with %q", move, shown.Content)
				}
				if strings.Contains(shown.Content, "solved") {
					break
				}
			}
		}
	})
}

// sought is the next move of the solution of the only puzzle that is set.
func sought(t *testing.T, w *world) string {
	t.Helper()
	keys, err := w.store.Keys(t.Context(), "puzzle/")
	if err != nil || len(keys) != 1 {
		t.Fatalf("set: %q, %v", keys, err)
	}
	var set struct {
		Puzzle puzzle.Puzzle
		At     int
	}
	text, err := w.store.Get(t.Context(), keys[0])
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(set.Puzzle.Solution[set.At])
}
