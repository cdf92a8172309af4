package draughts

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// Each of the three kinds of kings has a file of its own.
func TestTrainKings(t *testing.T) {
	if files := searchtest.Trains(t, Chilean.Train, 0.0001); len(files) != 3 {
		t.Errorf("%d files", len(files))
	}
}

// The same seed and length give the same bytes, another seed does not. A fiftieth of the full length is stronger than what
// has learned nothing; the short version learns even less and only compares.
func TestTrain(t *testing.T) {
	scale := 0.0003
	if enginetest.AtLength() {
		scale = 0.02
	}
	files := searchtest.Trains(t, Portuguese.Train, scale)
	if !enginetest.AtLength() {
		return
	}
	list, err := learn.Unpack(files["portuguese.weights"], frame8.count())
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(portugueseBrain, func(engine.Line) search.Rules[node, move] { return &tree{variant: classic, knowledge: k} }, 2000)
	}
	rules := duel.Rules{Game: Portuguese, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", rules, player(newKnowledge(frame8, list)), player(beginner8()), 0.5)
}
