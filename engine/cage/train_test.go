package cage

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// The same seed and length give the same bytes, another seed does not. A fiftieth of the full length is stronger than what
// has learned nothing; the short version learns even less and only compares.
func TestTrain(t *testing.T) {
	scale := 0.0005
	if enginetest.AtLength() {
		scale = 0.02
	}
	files := searchtest.Trains(t, train, scale)
	if !enginetest.AtLength() {
		return
	}
	list, err := learn.Unpack(files[sizes[1].file()], weightCount)
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(brain, func(engine.Line) search.Rules[node, board] { return newTree(sizes[1], k) }, 2000)
	}
	rules := duel.Rules{Game: Cage, Options: engine.Options{sizeOption: "8"}, Games: 40, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", rules, player(newKnowledge(sizes[1], list)), player(untaught(sizes[1])), 0.5)
}
