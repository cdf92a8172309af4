// Package searchtest tests brains.
package searchtest

import (
	"fmt"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
)

// Beats plays a duel, logs the score, and fails the test unless the player's share is at least least.
func Beats(t testing.TB, against string, rules duel.Rules, player, other duel.Player, least float64) {
	t.Helper()
	s, err := duel.Play(t.Context(), rules, player, other)
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

// Ladder lets each level from 2 to highest play the level below, logs the scores, and fails the test unless each wins
// more than it loses.
func Ladder(t testing.TB, g *engine.Game, games, highest int) {
	t.Helper()
	rules := RulesOf(t, g, games, 2)
	for level := 2; level <= highest; level++ {
		player := func(level int) duel.Player { return duel.NewPlayer(g.Brain, engine.Limits{Level: level}) }
		Beats(t, fmt.Sprintf("level %d of %s", level-1, g.Name), rules, player(level), player(level-1), 0.501)
	}
}

// RulesOf returns the rules of a duel with default options.
func RulesOf(t testing.TB, g *engine.Game, games int, seed uint64) duel.Rules {
	t.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	return duel.Rules{Game: g, Options: options, Games: games, Seed: seed, Opening: duel.OpeningPlies}
}
