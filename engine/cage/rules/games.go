// Package rules plays Cage by Mark Steere (2010), on boards of ten, eight and six squares a side.
//
// Squares are named a1, b1, ... and counted along the ranks from a1: that is the square order. The text of a step is
// a4-a3. The text of a jump sequence names every square where the checker lands, c3xc5xe5; if the checker leaves the
// board, it names last the square of the checker it jumps out over, and a star: d5xb5xa5*. Among sequences with the
// same result the first in square order is canonical.
//
// The text of a position has the rows of the board from the highest rank down, with r, b and numbers of empty squares,
// and after a space who moves: 3b2/6/2r3/6/6/6 r.
//
// The source leaves one thing open, which this package decides: when neither side has a move, the game is a draw.
package rules

import (
	"embed"

	"tabuleiro/engine"
)

// Cage is the game, without a player. Red is First.
var Cage = &engine.Game{
	Name:    "cage",
	Version: 1,
	Draws:   false,
	Options: []engine.Option{{Name: SizeOption, Values: []string{"10", "8", "6"}, Default: defaultSize}},
	Codes:   codes,
	Help:    engine.Folder(help, "help"),
	Colours: [2]string{"red", "blue"},

	New: func(o engine.Options) (engine.Position, error) {
		z, err := sizeOf(o)
		if err != nil {
			return nil, err
		}
		return z.Start(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) { return parse(text, o) },
}

// The option of the size of the board, in squares a side, and what it is by default.
const (
	SizeOption  = "size"
	defaultSize = "10"
)

//go:embed help
var help embed.FS
