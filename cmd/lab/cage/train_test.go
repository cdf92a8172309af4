package cage

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tabuleiro/cmd/lab/labtest"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/cage/think"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search/searchtest"
)

// size is the board size used in these tests.
var size = rules.Sizes[1]

// plain returns a player that uses the weights in a plain search.
func plain(list []int16, nodes int) duel.Player {
	return labtest.Plain(think.Brain, think.NewRules(size, list), nodes)
}

// untaught returns the weights before any training.
func untaught() []int16 { return train.Untaught(think.Weights, prior) }

func matchOf(games int) duel.Rules {
	return duel.Rules{Game: rules.Cage, Options: engine.Options{rules.SizeOption: "8"}, Games: games, Seed: 1,
		Opening: duel.OpeningPlies}
}

// The same seed and length give the same bytes, another seed does not. With LONG, a fiftieth of the full training is
// stronger than no training.
func TestTrain(t *testing.T) {
	labtest.Trains(t, Train, 0.0005)
	if !longtest.All() {
		return
	}
	files, err := Train(t.Context(), 1, 0.02, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	list, err := learn.Unpack(files[think.FileOf(size)], think.Weights)
	if err != nil {
		t.Fatal(err)
	}
	searchtest.Beats(t, "what has learned nothing", matchOf(40), plain(list, 2000), plain(untaught(), 2000), 0.5)
}

// Training and play evaluate a board alike: by the sum of the features times the weights.
func TestFeatures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, z := range rules.Sizes {
		list := make([]int16, think.Weights)
		for i := range list {
			list[i] = int16(random.IntN(2000) - 1000)
		}
		r, features := think.NewRules(z, list), features(z)
		for p := engine.Position(z.Start()); p.Turn() != engine.Nobody; {
			n := think.NodeOf(p.(rules.Position))
			labtest.Values(t, n, float64(r.Evaluate(&n)), list, features(&n, nil))
			moves := slices.Collect(p.Moves())
			next, err := p.Play(moves[random.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			p = next
		}
	}
}

// The computer beats the players that one would write first.
func TestBaselines(t *testing.T) {
	match, nodes := matchOf(longtest.Count(10, 100)), longtest.Count(1000, 5000)
	house := duel.NewPlayer(think.Brain, engine.Limits{Nodes: nodes})
	searchtest.Beats(t, "plain search that counts checkers", match, house, plain(untaught(), nodes), 0.6)
	searchtest.Beats(t, "Monte Carlo tree search", match, house, labtest.MonteCarlo(think.Brain, 4*nodes, 1), 0.8)
}

// The higher the level, the fewer pieces are given away; level 1 mostly loses to a beginner; each level beats the one
// below.
func TestLevels(t *testing.T) { labtest.Levels(t, rules.Cage.WithBrain(think.Brain)) }
