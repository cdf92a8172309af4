// Package rules implements the rules of Cage by Mark Steere (2010), on boards of ten, eight and six squares a side.
//
// Squares are named a1, b1, ..., and this order along the ranks is called square order. The text of a step is a4-a3.
// The text of a jump sequence has every landing square, c3xc5xe5; if the checker leaves the board, the last square is
// that of the checker jumped on the way out, with a star: d5xb5xa5*. Of sequences with the same result the first in
// square order is canonical.
//
// The text of a position has the rows of the board from the highest rank down, with r, b and numbers of empty
// squares, and after a space the side to move: 3b2/6/2r3/6/6/6 r.
//
// The source leaves open what happens when neither side has a move: here the game is a draw.
package rules

import (
	"embed"

	"tabuleiro/engine"
)

// Cage is the game, without a computer player. Red is First.
var Cage = &engine.Game{
	Name:    "cage",
	Version: 1,
	Draws:   false,
	Options: []engine.Option{{Name: SizeOption, Values: []string{"10", "8", "6"}, Default: defaultSize}},
	Help:    engine.Folder(help, "help"),
	Colours: [2]string{"red", "blue"},

	New:   func(o engine.Options) (engine.Position, error) { return sizeOf(o[SizeOption]).Start(), nil },
	Parse: func(text string, o engine.Options) (engine.Position, error) { return parse(text, o) },
}

// The option for the size of the board, in squares a side, and its default.
const (
	SizeOption  = "size"
	defaultSize = "10"
)

//go:embed help
var help embed.FS
