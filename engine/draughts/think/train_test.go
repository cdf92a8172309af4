package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// Each of the three kinds of kings has a file of its own.
func TestTrainKings(t *testing.T) {
	if files := searchtest.Trains(t, TrainChilean, 0.0001); len(files) != 3 {
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
	files := searchtest.Trains(t, TrainPortuguese, scale)
	if !enginetest.AtLength() {
		return
	}
	list, err := learn.Unpack(files["portuguese.weights"], portugueseLore.frame.count())
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(Portuguese, func(engine.Line) search.Rules[node, rules.Move] { return &tree{variant: rules.Classic, knowledge: k} }, 2000)
	}
	rules := duel.Rules{Game: rules.Portuguese, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", rules, player(newKnowledge(portugueseLore.frame, list)), player(portugueseLore.beginner()), 0.5)
}
