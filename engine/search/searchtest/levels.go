package searchtest

import (
	"fmt"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/goldentest"
	"tabuleiro/engine/search"
)

// Table holds the strengths of the levels of a game, under a name.
type Table struct {
	Name   string
	Levels [engine.Max + 1]search.Strength
}

// Levels compares strengths with testdata/levels.txt. The strength of the levels was measured with these numbers, and
// a few games would not show a small change.
func Levels(t *testing.T, tables ...Table) {
	t.Helper()
	var text strings.Builder
	for _, table := range tables {
		fmt.Fprintln(&text, table.Name)
		for level, s := range table.Levels {
			fmt.Fprintf(&text, "%4d: %7d boards", level, s.Nodes)
			for _, part := range []struct {
				format string
				amount int
			}{
				{"%d plies at most", s.Depth},
				{"%d of 1,000 moves overlooked", s.OverlookPermille},
				{"%d %% counts pieces", s.MaterialPercent},
				{"wrong by up to %d", s.EvalNoise},
				{"careful on %d %%", s.BlunderGuardPercent},
			} {
				if part.amount != 0 {
					fmt.Fprintf(&text, ", "+part.format, part.amount)
				}
			}
			fmt.Fprintln(&text)
		}
	}
	goldentest.Compare(t, "testdata/levels.txt", text.String())
}
