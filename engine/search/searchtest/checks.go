package searchtest

import (
	"bytes"
	"fmt"
	"maps"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/learn"
)

// Beats has a player play a duel, and fails unless its share of the points is at least so much. The score is logged.
func Beats(t testing.TB, against string, rules duel.Rules, player, other duel.Player, least float64) {
	t.Helper()
	s, err := duel.Play(t.Context(), rules, player, other, nil)
	if err != nil {
		t.Fatal(err)
	}
	low, high := s.Interval()
	t.Logf("against %s: %.3f (%.3f to %.3f), %d wins, %d draws, %d losses", against, s.Share(), low, high, s.Wins, s.Draws,
		s.Losses)
	if s.Share() < least {
		t.Errorf("against %s: only %.2f", against, s.Share())
	}
}

// Ladder has the levels of a game from 2 up to a highest one play the level below, and fails where one of them does not
// win more than it loses. The scores are logged.
func Ladder(t testing.TB, g *engine.Game, games, highest int) {
	t.Helper()
	rules := rulesOf(t, g, games, 2)
	for level := 2; level <= highest; level++ {
		player := func(level int) duel.Player { return duel.Of(g.Brain, engine.Task{Level: level}) }
		Beats(t, fmt.Sprintf("level %d of %s", level-1, g.Name), rules, player(level), player(level-1), 0.501)
	}
}

// Beginner has level 1 play so many games against a beginner, and fails where it wins too often to be one, or so seldom
// that nothing is to be learned from it.
func Beginner(t testing.TB, g *engine.Game, games int) {
	t.Helper()
	s, err := duel.Play(t.Context(), rulesOf(t, g, games, 3), duel.Of(g.Brain, engine.Task{Level: 1}),
		duel.Beginner(g.Brain.(engine.Exchanger), 3), nil)
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
		n, err := duel.CountBlunders(t.Context(), rulesOf(t, g, games, 4), duel.Of(g.Brain, engine.Task{Level: level}), 3000,
			engine.Whole/20)
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

// rulesOf are those of a duel with usual options.
func rulesOf(t testing.TB, g *engine.Game, games int, seed uint64) duel.Rules {
	t.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	return duel.Rules{Game: g, Options: options, Games: games, Seed: seed, Opening: duel.OpeningPlies}
}

// Trains fails unless a trainer makes the same bytes from the same seed and length, and others from another seed. It
// returns the files.
func Trains(t testing.TB, train learn.Trainer, scale float64) map[string][]byte {
	t.Helper()
	files := func(seed uint64) map[string][]byte {
		files, err := train(t.Context(), seed, scale, func(text string) { t.Log(text) })
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
