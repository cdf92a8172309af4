package main

import (
	"bytes"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/duel"
	"tabuleiro/engine/table"
)

// Each table has a line for every level that is measured, and the same one each time.
func TestMeasure(t *testing.T) {
	for what, lines := range map[string]int{"beginner": 2, "ladder": 1, "blunders": 2} {
		g := table.Called("cage")
		options, err := g.Complete(engine.Options{"size": "6"})
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
