package draughts_test

import (
	"context"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/draughts"
)

func BenchmarkThink(b *testing.B) {
	for _, g := range []*engine.Game{draughts.Portuguese} {
		b.Run(g.Name, func(b *testing.B) {
			o, _ := g.Complete(nil)
			p, _ := g.New(o)
			nodes := 0
			for b.Loop() {
				t, err := g.Brain.Think(context.Background(), g.NewLine(p), engine.Limits{Nodes: 2_000_000})
				if err != nil {
					b.Fatal(err)
				}
				nodes += t.Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
