package puzzle_test

import (
	"math"
	"slices"
	"testing"

	"tabuleiro/engine/puzzle"
	"tabuleiro/engine/table"
)

// A puzzle's rating is that of guessing: one of the combinations of the solver's moves is right. A cube decision is the
// harder the less it matters.
func TestStrength(t *testing.T) {
	seen, cubes := 0, 0
	for _, g := range table.Games {
		for n, p := range puzzle.Of(g) {
			if n%7 != 0 && p.Cube == nil {
				continue
			}
			got := p.Strength(g)
			if p.Cube != nil {
				cubes++
				want := 1100 + 700*max(0, 1-float64(p.Gap)/4000)
				if math.Abs(got-want) > 1e-6 {
					t.Errorf("%s, %s: gap %d, strength %v, want %v", g.Name, p.Position, p.Gap, got, want)
				}
				continue
			}
			line, err := p.Line(g)
			if err != nil {
				t.Fatal(err)
			}
			seen++
			ways, side := 1.0, line.Turn()
			for _, m := range p.Solution {
				if line.Turn() == side {
					ways *= float64(len(slices.Collect(line.Position().Moves())))
				}
				if line, err = line.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			// By the scale of ratings a guesser of 1000 then wins one of ways against it.
			if share := 1 / (1 + math.Pow(10, (got-1000)/400)); ways > 1 && math.Abs(share-1/ways) > 1e-9 {
				t.Errorf("%s, %s: %v ways, strength %v", g.Name, p.Position, ways, got)
			}
		}
	}
	if seen < 50 || cubes < 10 {
		t.Errorf("%d puzzles and %d decisions", seen, cubes)
	}
}
