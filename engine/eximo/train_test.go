package eximo

import (
	"bytes"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// The same seed and length give the same bytes, another seed does not. A fiftieth of the full length is stronger than what
// has learned nothing; the short version learns even less and only compares.
func TestTrain(t *testing.T) {
	scale := 0.0005
	if *long {
		scale = 0.02
	}
	file := func(seed uint64) []byte {
		files, err := train(t.Context(), seed, scale, func(text string) { t.Log(text) })
		if err != nil {
			t.Fatal(err)
		}
		return files["eximo.weights"]
	}
	once := file(1)
	if !bytes.Equal(once, file(1)) {
		t.Error("the same seed gives other bytes")
	}
	if bytes.Equal(once, file(2)) {
		t.Error("another seed gives the same bytes")
	}
	if !*long {
		return
	}
	list, err := learn.Unpack(once, weights)
	if err != nil {
		t.Fatal(err)
	}
	player := func(k *knowledge) duel.Player {
		return searchtest.Plain(brain, func(engine.Line) search.Rules[node, change] { return &tree{knowledge: k} }, 2000)
	}
	rules := duel.Rules{Game: Eximo, Games: 100, Seed: 1, Opening: duel.OpeningPlies}
	s, err := duel.Play(t.Context(), rules, player(newKnowledge(list)), player(untaught()), nil)
	if err != nil {
		t.Fatal(err)
	}
	if t.Logf("%+v", s); s.Share() < 0.5 {
		t.Errorf("a short training made it weaker: %.2f", s.Share())
	}
}
