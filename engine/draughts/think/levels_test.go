package think

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/enginetest"
	"tabuleiro/engine/search/searchtest"
)

// The higher the level, the fewer pieces are given away.
func TestBlunders(t *testing.T) {
	searchtest.Blunders(t, rules.Portuguese.With(Portuguese), enginetest.Long(6, 20))
	searchtest.Blunders(t, rules.Chilean.With(Chilean), enginetest.Long(6, 20))
}

// Each level beats the one below. The long version's scores are in the package's comment.
func TestLadder(t *testing.T) {
	games, highest := 20, 5
	if *long {
		games, highest = 200, engine.Levels
	}
	searchtest.Ladder(t, rules.Portuguese.With(Portuguese), games, highest)
	searchtest.Ladder(t, rules.Chilean.With(Chilean), games, highest)
}

// Level 1 loses to a beginner more often than not.
func TestBeginner(t *testing.T) {
	searchtest.Beginner(t, rules.Portuguese.With(Portuguese), enginetest.Long(40, 100))
	searchtest.Beginner(t, rules.Chilean.With(Chilean), enginetest.Long(40, 100))
}

// Every level takes a win that is there, whatever the seed.
func TestEasy(t *testing.T) {
	for level := 1; level <= engine.Max; level++ {
		for seed := range uint64(3) {
			for _, position := range []string{"W:W18,3,K1:B22", "B:W9:B13,K32,29", "W:W25,26,1:BK32,12"} {
				l := lineOf(t, rules.Portuguese, position, nil)
				task := engine.Task{Level: level, Seed: seed}
				if level > 6 {
					task.Nodes = 2000
				}
				next, err := l.Play(best(t, l, task).Move)
				if err != nil {
					t.Fatal(err)
				}
				won := false
				for _, c := range choices(l.Position()) {
					won = won || c.Next.Outcome().Winner == l.Turn()
				}
				if won && next.Outcome().Winner != l.Turn() {
					t.Errorf("level %d with seed %d does not win at once: %s", level, seed, position)
				}
			}
		}
	}
}
