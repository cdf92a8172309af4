package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/eximo/rules"
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
	files := searchtest.Trains(t, Train, scale)
	if !enginetest.AtLength() {
		return
	}
	list, err := learn.Unpack(files["eximo.weights"], weights)
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(Brain, func(engine.Line) search.Rules[node, change] { return &tree{knowledge: k} }, 2000)
	}
	match := duel.Rules{Game: rules.Eximo, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	searchtest.Beats(t, "what has learned nothing", match, player(newKnowledge(list)), player(untaught()), 0.5)
}
