package searchtest

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Ends plays random games, and fails the test unless the search sees a board as over, and lost for the side on turn,
// exactly when the last move has won.
func Ends[B, M any](t *testing.T, g *engine.Game, br *search.Brain[B, M], games int) {
	t.Helper()
	random := search.NewRandom(5)
	won := 0
	for range games {
		p, err := g.New(RulesOf(t, g, 1, 1).Options)
		if err != nil {
			t.Fatal(err)
		}
		line := g.NewLine(p)
		for {
			rules, root, err := br.Open(line, 1)
			if err != nil {
				t.Fatal(err)
			}
			if info := rules.Classify(&root.Board); info.Over {
				t.Fatalf("%s is over: %+v", line.Position(), info)
			}
			choice := root.Choices[random.Intn(len(root.Choices))]
			turn := line.Turn()
			if line, err = line.Play(choice.Move); err != nil {
				t.Fatal(err)
			}
			if o := line.Outcome(); o.Winner == turn {
				won++
				if info := rules.Classify(&choice.Board); !info.Over || info.Value != -search.Won {
					t.Errorf("%s has won, and %s is %+v", turn, line.Position(), info)
				}
			}
			if line.Outcome().Decided() {
				break
			}
		}
	}
	if won < games/4 {
		t.Errorf("%d of %d games of %s were won", won, games, g.Name)
	}
}
