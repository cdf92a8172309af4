package rules

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
func (p Position) String() string {
	return grid.Rows(p.cells(), p.Size.Width, letters) + " " + letters[p.Mover:p.Mover+1]
}

// Key implements engine.Position. There is nothing but the board and who moves.
func (p Position) Key() string { return p.String() }

// parse reads the text of a position. Its rows say how large the board is. Another size that was chosen is an error; the
// default is not, as it is there when no size was chosen. Neither are checkers of one colour side by side: the rule against them is
// a rule for moves.
func parse(text string, o engine.Options) (Position, error) {
	p, err := parseFields(text)
	if err != nil {
		return Position{}, fmt.Errorf("position %q: %w", text, err)
	}
	if chosen := o[SizeOption]; chosen != "" && chosen != defaultSize && chosen != strconv.Itoa(p.Size.Width) {
		return Position{}, fmt.Errorf("position %q: it has %d rows, but the size that was chosen is %s", text, p.Size.Width, chosen)
	}
	return p, nil
}

func parseFields(text string) (Position, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return Position{}, errors.New("it must be the rows, a space, and r or b for who moves")
	}
	var p Position
	switch fields[1] {
	case letters[:1]:
	case letters[1:]:
		p.Mover = 1
	default:
		return Position{}, fmt.Errorf("who moves must be r or b, not %q", fields[1])
	}
	rows := 1 + strings.Count(fields[0], "/")
	for _, z := range Sizes {
		if z.Width == rows {
			p.Size = z
		}
	}
	if p.Size == nil {
		return Position{}, fmt.Errorf("%d rows: a board has 10, 8 or 6, parted by slashes", rows)
	}
	cells, err := grid.ParseRows(fields[0], rows, rows, letters)
	if err != nil {
		return Position{}, err
	}
	for i, side := range cells {
		if side != engine.Nobody {
			of := &p.sides[side-engine.First]
			*of = of.Or(Only(i/rows*stride + i%rows))
		}
	}
	return p, nil
}
