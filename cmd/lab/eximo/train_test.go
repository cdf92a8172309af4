package eximo

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/cmd/lab/labtest"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/eximo/think"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search/searchtest"
)

// plain returns a player that uses the weights in a plain search.
func plain(list []int16, nodes int) duel.Player {
	return labtest.Plain(think.Brain, think.NewRules(list), nodes)
}

// untaught returns the weights before any training.
func untaught() []int16 { return train.Untaught(think.Weights, prior) }

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
	list, err := learn.Unpack(files["eximo.weights"], think.Weights)
	if err != nil {
		t.Fatal(err)
	}
	match := duel.Rules{Game: rules.Eximo, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", match, plain(list, 2000), plain(untaught(), 2000), 0.5)
}

// Training and play evaluate a board alike: by the sum of the features times the weights.
func TestFeatures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]int16, think.Weights)
	for i := range list {
		at := i % (think.Weights / 2)
		if at%learn.Patterns != 0 || at >= think.Shared*learn.Patterns { // an empty window is worth nothing
			list[i] = int16(random.IntN(2000) - 1000)
		}
	}
	r := think.NewRules(list)
	for range 300 {
		a, b := random.Uint64()&random.Uint64(), random.Uint64()&random.Uint64()
		n := think.Node{Board: rules.Board{Own: a &^ b, Opp: b &^ a}}
		labtest.Values(t, n, float64(r.Evaluate(&n)), list, features(&n, nil))
	}
}

// The computer beats the players that one would write first.
func TestBaselines(t *testing.T) {
	games, nodes := longtest.Count(10, 100), longtest.Count(2000, 5000)
	match := duel.Rules{Game: rules.Eximo, Games: games, Seed: 1, Opening: duel.OpeningPlies}
	house := duel.NewPlayer(think.Brain, engine.Limits{Nodes: nodes})
	searchtest.Beats(t, "plain search that counts men", match, house, plain(untaught(), nodes), 0.6)
	searchtest.Beats(t, "Monte Carlo tree search", match, house, labtest.MonteCarlo(think.Brain, 4*nodes, 1), 0.8)
}

// The higher the level, the fewer pieces are given away; level 1 mostly loses to a beginner; each level beats the one
// below.
func TestLevels(t *testing.T) { labtest.Levels(t, rules.Eximo.WithBrain(think.Brain)) }
