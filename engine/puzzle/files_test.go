package puzzle_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/table"
)

// written returns moves as they are in the files.
func written(moves []engine.Move) string {
	var list []string
	for _, m := range moves {
		list = append(list, strings.ReplaceAll(string(m), " ", "_"))
	}
	return strings.Join(list, " ")
}

// Puzzles have everything that the files have: each is written back as its line.
func TestOf_ReadsAll(t *testing.T) {
	lines := 0
	for _, g := range table.Games {
		file, err := os.ReadFile("found/" + g.Name + ".puzzles")
		if err != nil {
			if len(puzzle.Of(g)) != 0 {
				t.Errorf("%s has puzzles without a file", g.Name)
			}
			continue
		}
		all := strings.Split(strings.TrimSuffix(string(file), "\n"), "\n")
		list := puzzle.Of(g)
		if len(list) != len(all) {
			t.Fatalf("%s: %d puzzles of %d lines", g.Name, len(list), len(all))
		}
		for n, p := range list {
			fields := []string{p.Position, fmt.Sprint(p.Gap), fmt.Sprint(p.Value), fmt.Sprint(p.Nodes), p.Version,
				written(p.Solution), written(p.Rest), ""}
			if c := p.Cube; c != nil {
				fields[7] = fmt.Sprint(p.Win, " ", c.NoDouble, " ", c.Take, " ", c.Drop)
			}
			got, want := strings.TrimRight(strings.Join(fields, "\t"), "\t"), strings.TrimRight(all[n], "\t")
			if got != want {
				t.Fatalf("%s, puzzle %d is\n%s, the file has\n%s", g.Name, n+1, got, want)
			}
			lines++
		}
	}
	if lines < 500 {
		t.Errorf("only %d puzzles", lines)
	}
}

// Steps are named after their game, or after the text that several games share, as the file says.
func TestLesson_Names(t *testing.T) {
	for _, g := range table.Games {
		file, err := os.ReadFile("lessons/" + g.Name + ".lesson")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(string(file)), "\n")
		for n, s := range puzzle.Lesson(g) {
			fields := strings.Split(lines[n], "\t")
			want := fields[0]
			if !strings.Contains(want, "-") {
				want = g.Name + "-" + want
			}
			if s.Name != want || s.Position != fields[1] {
				t.Errorf("%s, step %d is %s at %s", g.Name, n+1, s.Name, s.Position)
			}
			right := s.Solution(s.Line(g).Position())
			if ok, reason := s.Try(right); !ok || reason != "" {
				t.Errorf("%s: %s is right: %t %s", s.Name, right, ok, reason)
			}
		}
	}
	if puzzle.Lesson(&engine.Game{Name: "chess"}) != nil || puzzle.Of(&engine.Game{Name: "chess"}) != nil {
		t.Error("there is a lesson of chess")
	}
	if _, err := (puzzle.Puzzle{Position: "x"}).Line(table.Games[0]); engine.FileCode(err) != engine.WrongStart {
		t.Error(err)
	}
}

// Each place has its own order of puzzles, and each comes once before any is repeated.
func TestNext_Rounds(t *testing.T) {
	orders := map[string]bool{}
	for _, place := range []string{"a", "b"} {
		for round := range 2 {
			seen, order := map[int]bool{}, ""
			for shown := round * 9; shown < round*9+9; shown++ {
				n := puzzle.Next("portuguese", place, shown, 9)
				if n < 0 || n >= 9 || seen[n] {
					t.Errorf("%s, %d: %d", place, shown, n)
				}
				seen[n] = true
				order += fmt.Sprint(n)
			}
			orders[order] = true
		}
	}
	if len(orders) != 4 {
		t.Errorf("the orders are %v", orders)
	}
}
