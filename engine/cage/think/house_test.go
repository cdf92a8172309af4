package think

import (
	"flag"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

var long = flag.Bool("long", false, "run the long tests, too")

// untaught is the knowledge before anything was learned.
func untaught(z *rules.Size) *knowledge {
	return newKnowledge(z, learn.Untaught(weightCount, prior))
}

// The house beats what anybody would write first. The long version's scores are in the package's comment.
func TestBaselines(t *testing.T) {
	games, nodes := 10, 1000
	if *long {
		games, nodes = 100, 5000
	}
	plain := newTree(rules.Sizes[1], untaught(rules.Sizes[1]))
	for name, c := range map[string]struct {
		other duel.Player
		least float64
	}{
		"plain search that counts checkers": {searchtest.Plain(Brain,
			func(engine.Line) search.Rules[node, rules.Board] { return plain }, nodes), 0.6},
		"Monte Carlo tree search": {searchtest.MonteCarlo(Brain, 4*nodes, 1), 0.8},
	} {
		match := duel.Rules{Game: rules.Cage, Options: engine.Options{rules.SizeOption: "8"}, Games: games, Seed: 1,
			Opening: duel.OpeningPlies}
		searchtest.Beats(t, name, match, duel.Of(Brain, engine.Task{Nodes: nodes}), c.other, c.least)
	}
}

// Each level beats the one below. The long version's scores are in the package's comment.
func TestLadder(t *testing.T) {
	games, highest := 20, 5
	if *long {
		games, highest = 200, engine.Levels
	}
	searchtest.Ladder(t, rules.Cage.With(Brain), games, highest)
}

// The higher the level, the fewer pieces are given away.
func TestBlunders(t *testing.T) {
	searchtest.Blunders(t, rules.Cage.With(Brain), enginetest.Long(6, 20))
}

// Level 1 loses to a beginner more often than not.
func TestBeginner(t *testing.T) {
	searchtest.Beginner(t, rules.Cage.With(Brain), enginetest.Long(40, 100))
}
