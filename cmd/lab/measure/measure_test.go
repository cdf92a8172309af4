package measure

import (
	"bytes"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/table"
)

// Each table has a line for every level measured, and is the same each time. The table of accuracy also has a line for
// reports, that of loss one for the static evaluation.
func TestMeasure(t *testing.T) {
	for what, lines := range map[string]int{"beginner": 2, "ladder": 1, "blunders": 2, "accuracy": 3, "loss": 3} {
		g, chosen := table.Find("cage"), engine.Options{"size": "6"}
		if what == "loss" {
			g, chosen = table.Find("hypergammon"), nil
		}
		options, err := g.Complete(chosen)
		if err != nil {
			t.Fatal(err)
		}
		var tables [2]bytes.Buffer
		for i := range tables {
			r := duel.Rules{Game: g, Options: options, Games: 2, Seed: 1, Opening: 4}
			if err := measure(t.Context(), &tables[i], what, g, r, 1, 2); err != nil {
				t.Fatal(err)
			}
		}
		if got := tables[0].String(); strings.Count(got, "\n") != lines || got != tables[1].String() {
			t.Errorf("%s: %q, then %q", what, got, tables[1].String())
		}
	}
}
