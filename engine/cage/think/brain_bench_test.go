package think

import (
	"context"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
)

func BenchmarkThink(b *testing.B) {
	nodes := 0
	for b.Loop() {
		t, err := Brain.Think(context.Background(), rules.Cage.NewLine(rules.Sizes[0].Start()), engine.Limits{Nodes: 500_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += t.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
