package grid

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
)

func TestView(t *testing.T) {
	cells := []engine.Side{engine.First, engine.Nobody, engine.Second, engine.Nobody, engine.Nobody, engine.First}
	want := engine.View{
		Files: 3, Ranks: 2, Edges: true, Turn: engine.Second,
		Cells: []engine.Cell{{Side: engine.First}, {}, {Side: engine.Second}, {}, {}, {Side: engine.First}},
	}
	if d := cmp.Diff(want, View(cells, 3, engine.Second)); d != "" {
		t.Errorf("view (-want +got):\n%s", d)
	}
}
