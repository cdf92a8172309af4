package cage

import (
	"context"
	"testing"

	"tabuleiro/engine"
)

func BenchmarkThink(b *testing.B) {
	nodes := 0
	for b.Loop() {
		t, err := brain.Think(context.Background(), Cage.NewLine(sizes[0].start()), engine.Task{Nodes: 500_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += t.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
