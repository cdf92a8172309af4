// Package grid is what games on a board of squares share: the names of squares, and the shape of a typed move.
package grid

import (
	"strconv"

	"tabuleiro/engine"
)

// Name is the name of a square by its file and rank, both counted from 0: Name(2, 3) is "c4".
func Name(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank+1)
}

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
