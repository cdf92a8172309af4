package think

import (
	"flag"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

var long = flag.Bool("long", false, "run the long tests, too")

// untaught is the knowledge before anything was learned.
func untaught() *knowledge {
	return newKnowledge(learn.Untaught(weights, prior))
}

// The house beats what anybody would write first. The long version's scores are in the package's comment.
func TestBaselines(t *testing.T) {
	games, nodes := 10, 2000
	if *long {
		games, nodes = 100, 5000
	}
	plain := untaught()
	for name, c := range map[string]struct {
		other duel.Player
		least float64
	}{
		"plain search that counts men": {searchtest.Plain(Brain,
			func(engine.Line) search.Rules[node, change] { return &tree{knowledge: plain} }, nodes), 0.6},
		"Monte Carlo tree search": {searchtest.MonteCarlo(Brain, 4*nodes, 1), 0.8},
	} {
		match := duel.Rules{Game: rules.Eximo, Games: games, Seed: 1, Opening: duel.OpeningPlies}
		searchtest.Beats(t, name, match, duel.Of(Brain, engine.Task{Nodes: nodes}), c.other, c.least)
	}
}

// Each level beats the one below. The long version's scores are in the package's comment.
func TestLadder(t *testing.T) {
	games, highest := 20, 5
	if *long {
		games, highest = 200, engine.Levels
	}
	searchtest.Ladder(t, rules.Eximo.With(Brain), games, highest)
}

// The higher the level, the fewer pieces are given away.
func TestBlunders(t *testing.T) {
	searchtest.Blunders(t, rules.Eximo.With(Brain), enginetest.Long(6, 20))
}

// Level 1 loses to a beginner more often than not.
func TestBeginner(t *testing.T) {
	searchtest.Beginner(t, rules.Eximo.With(Brain), enginetest.Long(40, 100))
}
