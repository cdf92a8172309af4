package cage

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

const letters = "rb"

// String implements engine.Position.
func (p position) String() string {
	return grid.Rows(p.cells(), p.size.width, letters) + " " + letters[p.turn:p.turn+1]
}

// Key implements engine.Position. There is nothing but the board and who moves.
func (p position) Key() string { return p.String() }

// parse reads the text of a position. Its rows say how large the board is. Another size that was chosen is an error; the
// default is not, as it is there when no size was chosen. Neither are checkers of one colour side by side: the rule against them is
// a rule for moves.
func parse(text string, o engine.Options) (position, error) {
	p, err := parseFields(text)
	if err != nil {
		return position{}, fmt.Errorf("position %q: %w", text, err)
	}
	if chosen := o[sizeOption]; chosen != "" && chosen != defaultSize && chosen != strconv.Itoa(p.size.width) {
		return position{}, fmt.Errorf("position %q: it has %d rows, but the size that was chosen is %s", text, p.size.width, chosen)
	}
	return p, nil
}

func parseFields(text string) (position, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return position{}, errors.New("it must be the rows, a space, and r or b for who moves")
	}
	var p position
	switch fields[1] {
	case letters[:1]:
	case letters[1:]:
		p.turn = 1
	default:
		return position{}, fmt.Errorf("who moves must be r or b, not %q", fields[1])
	}
	rows := 1 + strings.Count(fields[0], "/")
	for _, z := range sizes {
		if z.width == rows {
			p.size = z
		}
	}
	if p.size == nil {
		return position{}, fmt.Errorf("%d rows: a board has 10, 8 or 6, parted by slashes", rows)
	}
	cells, err := grid.ParseRows(fields[0], rows, rows, letters)
	if err != nil {
		return position{}, err
	}
	for i, side := range cells {
		if side != engine.Nobody {
			of := &p.sides[side-engine.First]
			*of = of.or(only(i/rows*stride + i%rows))
		}
	}
	return p, nil
}
