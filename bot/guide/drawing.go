package guide

import (
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/render"
)

// lineMark begins a line of a diagram, where others have a move.
const lineMark = "~"

// drawing is a line over a board.
type drawing struct {
	arrow render.Arrow
	cells []int // that it goes over
}

// lines are the lines of a diagram; if there are some the view loses its pieces. A square that the board has not, or a
// way that is no diagonal, ends a line.
func (d diagram) lines(view *engine.View) (all []drawing) {
	for _, text := range d.moves {
		line, ok := strings.CutPrefix(text, lineMark)
		if !ok {
			continue
		}
		name, squares, _ := strings.Cut(line, " ")
		one := drawing{arrow: render.Arrow{Number: name}}
		for square := range strings.SplitSeq(squares, "-") {
			at := slices.IndexFunc(view.Cells, func(c engine.Cell) bool { return c.Label == square })
			if at < 0 {
				break
			}
			if path := one.arrow.Way.Path; len(path) > 0 {
				one.cells = append(one.cells, diagonal(*view, path[len(path)-1], at)...)
			}
			one.arrow.Way.Path, one.cells = append(one.arrow.Way.Path, at), append(one.cells, at)
		}
		all = append(all, one)
	}
	if all != nil {
		view.Cells = slices.Clone(view.Cells)
		for i := range view.Cells {
			view.Cells[i].Side, view.Cells[i].King = engine.Nobody, false
		}
		view.Turn = engine.Nobody
	}
	return all
}

// diagonal are the cells between two of a diagonal.
func diagonal(view engine.View, from, to int) (cells []int) {
	step := view.Files + 1
	if (to > from) != (to%view.Files > from%view.Files) {
		step = view.Files - 1
	}
	if to < from {
		step = -step
	}
	for at := from + step; at != to && at >= 0 && at < len(view.Cells); at += step {
		cells = append(cells, at)
	}
	return cells
}

// lettered is a view in which squares have the names of the lines that go over them; the others have none.
func lettered(view engine.View, lines []drawing) engine.View {
	view.Cells = slices.Clone(view.Cells)
	for i := range view.Cells {
		name := ""
		for _, line := range lines {
			if slices.Contains(line.cells, i) && !strings.Contains(name, line.arrow.Number) {
				name += line.arrow.Number
			}
		}
		view.Cells[i].Label = name
	}
	return view
}
