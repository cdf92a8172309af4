package opening_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/opening"
	"tabuleiro/engine/table"
)

// Every opening is legal, no two lead to the same position, and none seems decided to a short search, which begins
// where there is a choice.
func TestOpenings(t *testing.T) {
	all := 0
	for _, g := range table.Games {
		options, err := g.Complete(nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for i, moves := range opening.Of(g) {
			start, err := g.New(options)
			if err != nil {
				t.Fatal(err)
			}
			line := g.NewLine(start)
			for _, move := range moves {
				if line, err = line.Play(move); err != nil {
					t.Errorf("%s, opening %d: %v", g.Name, i+1, err)
				}
			}
			if key := line.Position().Key(); seen[key] || line.Len() == 0 {
				t.Errorf("%s, opening %d is there already, or empty", g.Name, i+1)
			} else {
				seen[key] = true
			}
			for len(slices.Collect(line.Position().Moves())) == 1 {
				for only := range line.Position().Moves() {
					if line, err = line.Play(only); err != nil {
						t.Fatal(err)
					}
				}
			}
			thought, err := g.Brain.Think(t.Context(), line, engine.Limits{Nodes: 20_000})
			if err != nil {
				t.Fatal(err)
			}
			if edge := 2*thought.Moves[0].Equity - engine.ProbScale; max(edge, -edge) > engine.ProbScale*24/100 {
				t.Errorf("%s, opening %d: %v is better for one side by %d of %d", g.Name, i+1, moves, edge, engine.ProbScale)
			}
			all++
		}
	}
	if all < 60 {
		t.Errorf("%d openings", all)
	}
}
