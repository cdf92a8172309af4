package adaptertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"tabuleiro/engine/puzzle"
)

// A puzzle is solved by whoever says its moves; a wrong one is refused.
func solving(w *world) {
	shown := w.says(w.group, "ana", "/puzzle")
	var set struct{ Puzzle puzzle.Puzzle }
	text, err := w.store.Get(w.t.Context(), "puzzle/"+string(w.group.ID()))
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	if err != nil {
		w.t.Fatalf("%q: %v", text, err)
	}
	line, err := set.Puzzle.Line(games[0])
	if err != nil {
		w.t.Fatal(err)
	}
	solution := set.Puzzle.Solution
	for wrong := range line.Position().Moves() {
		if wrong != solution[0] {
			w.expect(w.says(w.group, "rui", string(wrong)), "something better")
			break
		}
	}
	for n := 0; n < len(solution) && !strings.Contains(shown.Text, "solved"); n += 2 {
		shown = w.says(w.group, "rui", string(solution[n]))
		w.expect(shown, "has found "+string(solution[n]))
	}
	w.expect(shown, "solved")
}

// A lesson is walked by buttons and by words, a wrong move is answered by its reason, and the end offers a game, which
// begins.
func learning(w *world) {
	talk := w.Talk("ana")
	shown := w.says(talk, "ana", "/learn damas")
	steps := puzzle.Lesson(games[0])
	for n, s := range steps {
		w.board(shown, fmt.Sprint(n+1, "/", len(steps)+1), "")
		line, err := s.Line(games[0])
		if err != nil {
			w.t.Fatal(err)
		}
		right, err := s.Right(line.Position())
		if err != nil {
			w.t.Fatal(err)
		}
		for m := range line.Position().Moves() {
			if is, _ := s.Try(m); !is {
				w.expect(w.says(talk, "ana", string(m)), string(m))
				break
			}
		}
		shown = w.last(talk, fmt.Sprint(n+1, "/", len(steps)+1))
		if n%2 == 0 && slices.Contains(shown.Buttons, string(right)) {
			shown = w.taps(talk, "ana", shown, string(right))
		} else {
			shown = w.says(talk, "ana", string(right))
		}
		w.expect(shown, string(right)+": right!")
	}
	if shown = w.taps(talk, "ana", shown, "Play me at level 1"); !shown.Board {
		w.t.Errorf("the game has no board, but %q", shown.Text)
	}
	w.expect(shown, "level 1")
}
