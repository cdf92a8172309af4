package labtest

import (
	"bytes"
	"maps"
	"math"
	"testing"

	"tabuleiro/cmd/lab/measure"
	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/search/searchtest"
)

// Beginner has level 1 play so many games against a beginner, and fails where it wins too often to be one, or so seldom
// that nothing is to be learned from it.
func Beginner(t testing.TB, g *engine.Game, games int) {
	t.Helper()
	s, err := duel.Play(t.Context(), searchtest.RulesOf(t, g, games, 3), duel.NewPlayer(g.Brain, engine.Limits{Level: 1}),
		measure.Beginner(g.Brain, 3))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("level 1 of %s against a beginner: %.3f", g.Name, s.Share())
	if s.Share() < 0.15 || s.Share() > 0.5 {
		t.Errorf("level 1 of %s scores %.3f against a beginner", g.Name, s.Share())
	}
}

// Blunders fails unless in so many games the share of moves that give a piece away for nothing falls from level 1 to 5.
func Blunders(t testing.TB, g *engine.Game, games int) {
	t.Helper()
	before := 1.0
	for _, level := range []int{1, 5} {
		n, err := measure.CountBlunders(t.Context(), searchtest.RulesOf(t, g, games, 4), duel.NewPlayer(g.Brain, engine.Limits{Level: level}), 3000,
			engine.ProbScale/20)
		if err != nil {
			t.Fatal(err)
		}
		share := float64(n.Nothing) / float64(n.Moves)
		t.Logf("level %d of %s: a piece for nothing in %d of %d moves", level, g.Name, n.Nothing, n.Moves)
		if share >= before {
			t.Errorf("level %d of %s gives pieces away no less often than a lower one", level, g.Name)
		}
		before = share
	}
}

// Trains fails unless a trainer makes the same bytes from the same seed and length, and others from another seed. It
// returns the files.
func Trains(t testing.TB, trainer train.Trainer, scale float64) map[string][]byte {
	t.Helper()
	files := func(seed uint64) map[string][]byte {
		files, err := trainer(t.Context(), seed, scale, func(text string) { t.Log(text) })
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	once := files(1)
	if !maps.EqualFunc(once, files(1), bytes.Equal) {
		t.Error("the same seed gives other bytes")
	}
	if maps.EqualFunc(once, files(2), bytes.Equal) {
		t.Error("another seed gives the same bytes")
	}
	return once
}

// Levels fails unless the levels of a game give fewer pieces away the higher they are, the first is one for beginners,
// and each beats the one below.
func Levels(t testing.TB, g *engine.Game) {
	t.Helper()
	Blunders(t, g, longtest.Count(6, 20))
	Beginner(t, g, longtest.Count(40, 100))
	searchtest.Ladder(t, g, longtest.Count(20, 200), longtest.Count(5, engine.Levels))
}

// Values fails unless the value of a board is the sum of its features times the weights, but for rounding.
func Values(t testing.TB, board any, value float64, weights []int16, list []train.Feature) {
	t.Helper()
	sum := 0.0
	for _, f := range list {
		sum += float64(weights[f.Index]) * float64(f.Amount)
	}
	if sum /= learn.Fine; math.Abs(value-sum) > 2.1 {
		t.Fatalf("%v is worth %v, its features %v", board, value, sum)
	}
}
