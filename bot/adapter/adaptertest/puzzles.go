package adaptertest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/storage"
)

// Puzzle returns the puzzle that is set in a room.
func Puzzle(t testing.TB, store storage.Store, room chat.Room) puzzle.Puzzle {
	t.Helper()
	var set struct{ Puzzle puzzle.Puzzle }
	text, err := store.Get(t.Context(), "puzzle/"+string(room))
	if err == nil {
		err = json.Unmarshal([]byte(text), &set)
	}
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return set.Puzzle
}

// solving checks that a puzzle is solved by sending its moves, and a wrong one is refused.
func solving(w *world) {
	shown := w.says(w.group, "ana", "/puzzle")
	set := Puzzle(w.t, w.store, w.group.ID())
	line, err := set.Line(games[0])
	if err != nil {
		w.t.Fatal(err)
	}
	solution := set.Solution
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

// learning checks that a lesson can be completed in a language, by text and by buttons; each step first refuses a wrong
// move with its reason. The end offers a game, which begins.
func learning(w *world, g *engine.Game, lang string) {
	book, err := speech.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	plain, _ := book.In(lang)
	v := view.Voice{Voice: plain}
	talk := w.Talk("ana")
	w.says(talk, "ana", "/language "+lang)
	shown := w.says(talk, "ana", "/learn "+g.Name)
	steps := puzzle.Lesson(g)
	for n, s := range steps {
		at := fmt.Sprint(" ", n+1, "/", len(steps)+1)
		w.board(shown, at, "")
		w.expect(shown, v.Text("lesson-task."+s.Name))
		position := s.Line(g).Position()
		for m := range position.Moves() {
			if is, why := s.Try(m); !is {
				w.expect(w.says(talk, "ana", string(m)),
					v.Text("lesson-why."+why, speech.Text("Move", v.Move(position, string(m)))))
				break
			}
		}
		right := s.Solution(position)
		said := v.Move(position, string(right))
		shown = w.last(talk, at)
		if !w.changes || n%2 == 1 && slices.Contains(shown.Buttons, said) {
			shown = w.says(talk, "ana", string(right))
		} else {
			label := said
			if key := "button." + string(right); v.Has(key) {
				label = v.Text(key)
			}
			shown = w.picks(talk, "ana", shown, label)
		}
		w.expect(shown, v.Text("lesson-right", speech.Text("Move", said)))
	}
	if shown = w.taps(talk, "ana", shown, v.Text("button.lesson-play")); !shown.Board {
		w.t.Errorf("the game has no board, but %q", shown.Text)
	}
	w.expect(shown, v.Text("game."+g.Name))
}

// picks taps a move: its button, or one for its beginning and then those for the rest.
func (w *world) picks(in Room, who string, m Message, move string) Message {
	w.t.Helper()
	title, _, _ := strings.Cut(m.Text, "\n")
	for range 3 {
		begun := ""
		for _, label := range m.Buttons {
			if strings.HasPrefix(move, label) && len(label) > len(begun) {
				begun = label
			}
		}
		told := w.taps(in, who, m, begun)
		if begun == move {
			return told
		}
		m = w.last(in, title)
	}
	w.t.Fatalf("%q is not picked by the buttons %q", move, m.Buttons)
	return m
}
