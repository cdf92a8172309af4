package think

import (
	"context"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/eximo/rules"
)

func BenchmarkThink(b *testing.B) {
	nodes := 0
	for b.Loop() {
		t, err := Brain.Think(context.Background(), rules.Eximo.NewLine(rules.Start), engine.Limits{Nodes: 2_000_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += t.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
