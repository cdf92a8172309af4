// Package grid holds what games on a board of squares share: the names of squares, and the syntax of typed moves.
package grid

import (
	"strconv"

	"tabuleiro/engine"
)

// Name returns the name of a square by file and rank, both counted from 0: Name(2, 3) is "c4".
func Name(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank+1)
}

// View returns a board whose squares all look alike, with named files and ranks. Cells are in the order of
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
