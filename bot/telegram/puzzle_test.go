package telegram_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tabuleiro/bot/telegram/telegramtest"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
)

// solutionIn is the solution of the puzzle that is set in a room, and a move that is not.
func solutionIn(t *testing.T, store storage.Store, room string) (moves []string, wrong string) {
	t.Helper()
	var set struct{ Puzzle puzzle.Puzzle }
	text, err := store.Get(t.Context(), "puzzle/"+room)
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	line, err := set.Puzzle.Line(draughts.Portuguese)
	if err != nil {
		t.Fatal(err)
	}
	for m := range line.Position().Moves() {
		if m != set.Puzzle.Solution[0] {
			wrong = string(m)
		}
	}
	for _, m := range set.Puzzle.Solution {
		moves = append(moves, string(m))
	}
	return moves, wrong
}

// The puzzle of the day of a group is answered in the private talk, to which its button leads.
func TestPuzzleOfTheDay_InGroup(t *testing.T) {
	virtually(t, func(t *testing.T) {
		o := open(t)
		ana, rui, group := o.people()
		room := string(roomOf(group))
		set := map[string]any{"day": map[string]any{"date": "2026-11-26", "game": "portuguese", "at": time.Now(),
			"key": "k2k2k2k2"}}
		text, err := json.Marshal(set)
		if err == nil {
			err = o.store.Put(t.Context(), "puzzle/"+room, string(text))
		}
		if err != nil {
			t.Fatal(err)
		}
		ana.Says(group, "/puzzle")
		shown := group.Next()
		_, payload, _ := strings.Cut(shown.URL("Answer"), "start=")
		if !strings.Contains(shown.Text, "🧩 2026-11-26") || payload == "" {
			t.Fatalf("shown: %q, %q", shown.Text, shown.URL("Answer"))
		}
		private := rui.Private()
		rui.Says(private, "/start "+payload)
		if asked := private.Next(); !strings.Contains(asked.Text, "🧩 2026-11-26") || len(asked.Buttons()) < 3 {
			t.Fatalf("asked: %q, %q", asked.Text, asked.Buttons())
		}
		solution, wrong := solutionIn(t, o.store, string(roomOf(private)))
		rui.Says(private, wrong)
		if said := private.Next(); !strings.Contains(said.Text, "something better") {
			t.Errorf("a wrong try is answered with %q", said.Text)
		}
		for n := 0; ; n += 2 {
			rui.Says(private, solution[min(n, len(solution)-1)])
			if said := private.Next(); strings.Contains(said.Text, "Tries: 2.") {
				break
			} else if n > len(solution) {
				t.Fatalf("the end is %q", said.Text)
			}
		}
		ana.Says(group, solution[0], telegramtest.Reply(shown))
		if said := group.Next(); !strings.Contains(said.Text, "in our private chat") || said.URL("Answer") == "" {
			t.Errorf("a move in the group is answered with %q", said.Text)
		}
	})
}
