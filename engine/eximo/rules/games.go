// Package rules implements the rules of Eximo, by Matteo Perlini (2013).
//
// The text of a move has every square where the man lands, and then the drops: b3-b4, b1-d3-d5, f1xd3xb3xd5,
// a7-a8*b1*c2. If a man arrives on the last row and no man can be dropped, there is a bare star: h7-g8*.
//
// Moves with the same result are one move, and the text that is first in square order (a1, b1, ... h8) is canonical.
// This happens in three ways: a jumping move may have several paths to a square; a man may arrive on any square of
// the last row; and of two men of the second row that can both arrive with the same captures, each may be dropped
// where it stood.
//
// The text of a position has the rows from rank 8 down as in FEN, and the side to move:
//
//	1bbbbbb1/1bbbbbb1/1bb2bb1/8/8/1ww2ww1/1wwwwww1/1wwwwww1 w
package rules

import (
	"embed"

	"tabuleiro/engine"
)

// Eximo is the game, without a computer player.
var Eximo = &engine.Game{
	Name:    "eximo",
	Version: 1,
	Draws:   true, // our choice: the author gives no rule about draws, and play can go in circles
	Repeat:  3,    // our choice, for the same reason
	Help:    engine.Folder(help, "help"),
	Colours: [2]string{"white", "black"},

	New:   func(engine.Options) (engine.Position, error) { return Start, nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return parse(text) },
}

//go:embed help
var help embed.FS
