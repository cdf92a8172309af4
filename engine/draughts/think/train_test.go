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

// The same seed and length give the same bytes, another seed does not. At length, a fiftieth of the full training is
// stronger than what has learned nothing.
func TestTrain(t *testing.T) {
	searchtest.Trains(t, TrainPortuguese, 0.0003)
	if !enginetest.AtLength() {
		return
	}
	files, err := TrainPortuguese(t.Context(), 1, 0.02, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	list, err := learn.Unpack(files["portuguese.weights"], portugueseLore.frame.count())
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(Portuguese, func(engine.Line) search.Rules[node,
			rules.Move] {
			return &tree{variant: rules.Classic, knowledge: k}
		}, 2000)
	}
	rules := duel.Rules{Game: rules.Portuguese, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", rules, player(newKnowledge(portugueseLore.frame, list)),
		player(portugueseLore.beginner()), 0.5)
}
