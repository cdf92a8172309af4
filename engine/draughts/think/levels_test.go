package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search/searchtest"
)

// The current evaluation is that which proved the puzzles.
func TestProves(t *testing.T) {
	searchtest.Proves(t, rules.Portuguese.WithBrain(Portuguese))
	searchtest.Proves(t, rules.Chilean.WithBrain(Chilean))
	for _, g := range []*engine.Game{rules.Brazilian, rules.English, rules.International, rules.Russian, rules.Italian,
		rules.Spanish} {
		searchtest.Proves(t, g.WithBrain(other))
	}
}

// Each level beats the one below.
func TestLadder(t *testing.T) {
	searchtest.Ladder(t, rules.Portuguese.WithBrain(Portuguese), 20, 5)
	searchtest.Ladder(t, rules.Chilean.WithBrain(Chilean), 20, 5)
}

// Every level takes an immediate win, with any seed.
func TestEasy(t *testing.T) {
	for level := 1; level <= engine.Max; level++ {
		for seed := range uint64(3) {
			for _, position := range []string{"W:W18,3,K1:B22", "B:W9:B13,K32,29", "W:W25,26,1:BK32,12"} {
				l := lineOf(t, rules.Portuguese, position, nil)
				task := engine.Limits{Level: level, Seed: seed}
				if level > 6 {
					task.Nodes = 2000
				}
				next, err := l.Play(best(t, l, task).Move)
				if err != nil {
					t.Fatal(err)
				}
				won := false
				for _, c := range Portuguese.Choices(l.Position()) {
					won = won || c.Next.Outcome().Winner == l.Turn()
				}
				if won && next.Outcome().Winner != l.Turn() {
					t.Errorf("level %d with seed %d does not win at once: %s", level, seed, position)
				}
			}
		}
	}
}
