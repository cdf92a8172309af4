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
	return newKnowledge(z, learn.Untaught(weightCount, prior))
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
		searchtest.Beats(t, name, rules, duel.Of(brain, engine.Task{Nodes: nodes}), c.other, c.least)
	}
}

// Each level beats the one below. The long version's scores are in the package's comment.
func TestLadder(t *testing.T) {
	games, highest := 20, 5
	if *long {
		games, highest = 200, engine.Levels
	}
	searchtest.Ladder(t, Cage, games, highest)
}
