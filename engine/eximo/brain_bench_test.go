package eximo

import (
	"context"
	"testing"

	"tabuleiro/engine"
)

func BenchmarkThink(b *testing.B) {
	nodes := 0
	for b.Loop() {
		t, err := brain.Think(context.Background(), Eximo.NewLine(begin), engine.Task{Nodes: 2_000_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += t.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
