package grid

import "tabuleiro/engine"

// View is a board whose squares are all alike, with files and ranks named along the edge. Cells are in the order of
// engine.View.
func View(cells []engine.Side, files int, turn engine.Side) engine.View {
	v := engine.View{
		Files: files,
		Ranks: len(cells) / files,
		Cells: make([]engine.Cell, len(cells)),
		Edges: true,
		Turn:  turn,
	}
	for i, side := range cells {
		v.Cells[i].Side = side
	}
	return v
}
