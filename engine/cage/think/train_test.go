package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// The same seed and length give the same bytes, another seed does not. At length, a fiftieth of the full training is
// stronger than what has learned nothing.
func TestTrain(t *testing.T) {
	searchtest.Trains(t, Train, 0.0005)
	if !enginetest.AtLength() {
		return
	}
	files, err := Train(t.Context(), 1, 0.02, func(text string) { t.Log(text) })
	if err != nil {
		t.Fatal(err)
	}
	list, err := learn.Unpack(files[fileOf(rules.Sizes[1])], weightCount)
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(Brain, func(engine.Line) search.Rules[node,
			rules.Board] {
			return newTree(rules.Sizes[1], k)
		}, 2000)
	}
	match := duel.Rules{Game: rules.Cage, Options: engine.Options{rules.SizeOption: "8"}, Games: 40, Seed: 1,
		Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", match, player(newKnowledge(rules.Sizes[1], list)),
		player(untaught(rules.Sizes[1])), 0.5)
}
