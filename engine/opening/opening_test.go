package opening_test

import (
	"testing"

	"tabuleiro/engine/opening"
	"tabuleiro/engine/table"
)

// Every opening can be played, and no two lead to the same position.
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
			all++
		}
	}
	if all == 0 {
		t.Error("there are no openings")
	}
}
