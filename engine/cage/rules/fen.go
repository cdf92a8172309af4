package rules

import (
	"fmt"
	"strconv"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

const letters = "rb"

// String implements engine.Position.
func (p Position) String() string {
	return grid.Text(p.cells(), p.Size.Width, letters, p.Mover)
}

// Key implements engine.Position. It is the board and the side to move.
func (p Position) Key() string { return p.String() }

// parse parses the text of a position, whose rows determine the size of the board. A different chosen size is an
// error, except the default, which may not have been chosen; adjacent checkers of one colour are not, because the
// rule against them concerns moves.
func parse(text string, o engine.Options) (Position, error) {
	cells, width, mover, err := grid.Parse(text, letters, 10, 8, 6)
	chosen := o[SizeOption]
	switch {
	case err != nil:
		return Position{}, fmt.Errorf("position %q: %w", text, err)
	case chosen != "" && chosen != defaultSize && chosen != strconv.Itoa(width):
		return Position{}, fmt.Errorf("position %q: it has %d rows, but the size that was chosen is %s", text, width, chosen)
	}
	p := Position{Size: sizeOf(strconv.Itoa(width)), Mover: mover}
	for i, side := range cells {
		if side != engine.Nobody {
			of := &p.sides[side-engine.First]
			*of = of.Or(SquareSet(i/width*stride + i%width))
		}
	}
	return p, nil
}
