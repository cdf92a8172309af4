package cage

import (
	"flag"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

var long = flag.Bool("long", false, "run the long tests, too")

// untaught is the knowledge before anything was learned.
func untaught(z *size) *knowledge {
	weights := make([]float64, weightCount)
	prior(weights)
	list := make([]int16, len(weights))
	for i, w := range weights {
		list[i] = int16(w * learn.Fine)
	}
	return newKnowledge(z, list)
}

// The house beats what anybody would write first. The long version's scores are in the package's comment.
func TestBaselines(t *testing.T) {
	games, nodes := 10, 1000
	if *long {
		games, nodes = 100, 5000
	}
	plain := newTree(sizes[1], untaught(sizes[1]))
	for name, c := range map[string]struct {
		other duel.Player
		least float64
	}{
		"plain search that counts checkers": {searchtest.Plain(brain, func(engine.Line) search.Rules[node, board] { return plain }, nodes), 0.6},
		"Monte Carlo tree search":           {searchtest.MonteCarlo(brain, 4*nodes, 1), 0.8},
	} {
		rules := duel.Rules{Game: Cage, Options: engine.Options{sizeOption: "8"}, Games: games, Seed: 1, Opening: duel.OpeningPlies}
		s, err := duel.Play(t.Context(), rules, duel.Of(brain, engine.Task{Nodes: nodes}), c.other, nil)
		if err != nil {
			t.Fatal(err)
		}
		low, high := s.Interval()
		t.Logf("%s: %.3f (%.3f to %.3f), %d wins, %d draws, %d losses", name, s.Share(), low, high, s.Wins, s.Draws, s.Losses)
		if s.Share() < c.least {
			t.Errorf("%s: only %.2f", name, s.Share())
		}
	}
}
