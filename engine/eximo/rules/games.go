// Package rules plays Eximo, by Matteo Perlini (2013).
//
// The text of a move lists every square on which the man lands, and then the drops: b3-b4, b1-d3-d5, f1xd3xb3xd5,
// a7-a8*b1*c2. A man that arrives on the last row when there is nowhere to drop a man leaves a bare star: h7-g8*.
//
// Moves with the same result are one move, and the text that comes first in square order (a1, b1, ... h8) is canonical.
// That happens in three ways: a jumping move may take another way to the same square; a man leaves the board on
// whatever square of the last row it arrives; and of two men of the second row that both can go all the way and capture
// the same, each may be dropped again where it stood.
//
// The text of a position has the rows from rank 8 down as in FEN, and the side to move:
//
//	1bbbbbb1/1bbbbbb1/1bb2bb1/8/8/1ww2ww1/1wwwwww1/1wwwwww1 w
package rules

import (
	"embed"

	"tabuleiro/engine"
)

// Eximo is the game, without a player.
var Eximo = &engine.Game{
	Name:    "eximo",
	Version: 1,
	Draws:   true, // ours: the author gives no rule about draws, and play can go round in circles
	Repeat:  3,    // ours, for the same reason
	Codes:   codes,
	Help:    engine.Folder(help, "help"),
	Colours: [2]string{"white", "black"},

	New:   func(engine.Options) (engine.Position, error) { return Start, nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return parse(text) },
}

//go:embed help
var help embed.FS
