package puzzle_test

import (
	"testing"

	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/table"
)

// Each game has a lesson of about eight steps. In each step a legal move is right, and every other one is wrong for a
// reason.
func TestLessons(t *testing.T) {
	for _, g := range table.Games {
		steps := puzzle.Lesson(g)
		if len(steps) < 7 || len(steps) > 9 {
			t.Errorf("%s: %d steps", g.Name, len(steps))
		}
		seen := map[string]bool{}
		for _, s := range steps {
			if seen[s.Name] {
				t.Errorf("%s: the step %s is there twice", g.Name, s.Name)
			}
			seen[s.Name] = true
			position := s.Line(g).Position()
			if right, _ := s.Try(s.Solution(position)); !right {
				t.Errorf("%s %s has a wrong solution", g.Name, s.Name)
			}
			if right, _ := s.Try("no move"); right {
				t.Errorf("%s: what is no move is right in the step %s", g.Name, s.Name)
			}
			for m := range position.Moves() {
				if right, reason := s.Try(m); right == (reason != "") {
					t.Errorf("%s %s: %s is right: %v, for the reason %q", g.Name, s.Name, m, right, reason)
				}
			}
		}
	}
}
