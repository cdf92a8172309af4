// Package rules plays the games of the draughts family: one generator, and a table of rules for each game.
//
// Squares are numbers, and the text of a move lists every square on which the piece lands: 11-15, 32x14x21x30. Among ways
// with the same result the one with the smallest numbers is canonical.
//
// The text of a position is that of PDN, with the numbers of each side ascending: W:W1,2,K9:B21,K22. Two counters follow
// where they are not zero:
//
//	:H12  12 plies in a row without a man's move or a capture
//	:F3   in a forced ending, the stronger side's next move is number 3 of those it has to win
//
// Where huffing is played, a move without capture stands although a capture was due. Before moving, the other side may
// answer with one of two more moves: demand (the move is taken back, and a capture has to follow) or huff 23 (the piece on
// 23, which had a legal capture, leaves the board, and the same side goes on). Two more fields tell of that, before the
// counters:
//
//	:Q33-28   the last move was 33-28 (of a king: QK33-28) though a capture was due; the side on turn may still answer
//	:C        the side on turn has to capture, as the other one has demanded it
package rules

import (
	"embed"
	"slices"

	"tabuleiro/engine"
)

// Portuguese is Damas Clássicas, as the Federação Portuguesa de Damas plays it: its rules, without files and a player.
var Portuguese = &engine.Game{
	Name:    portuguese.Name,
	Aliases: []string{"damas", "damas-classicas", "draughts", "portuguesas"},
	Version: 1,
	Draws:   true, // [4.3c]
	Repeat:  3,    // [3.2.1c]
	Codes:   slices.Concat(codes, []engine.Code{mustTakeKings, forcada}),
	Help:    engine.Folder(help, "help/portuguese"),
	Colours: [2]string{"white", "black"},

	Notations: notations,

	New:   func(engine.Options) (engine.Position, error) { return Classic.Start(), nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return Classic.Parse(text) },
}

// Chilean is damas chilenas, on 100 cells, in the same way.
var Chilean = &engine.Game{
	Name:    "chilean",
	Aliases: []string{"chilenas", "damas-chilenas", "chilean-draughts"},
	Version: 1,
	Options: []engine.Option{
		{Name: "king-capture", Values: []string{"adjacent", "behind", "flying"}, Default: "adjacent"},
		{Name: "capture", Values: []string{"compulsory", "huff"}, Default: "compulsory"},
	},
	Draws:  true, // ours
	Repeat: 3,    // ours
	Codes: slices.Concat(codes, []engine.Code{
		mustUseKing, kingTooFar, kingLandsBehind, demanded, huffingIsOff, nothingToHuff, notHuffable, nothingToDemand,
	}),
	Help:    engine.Folder(help, "help/chilean"),
	Colours: [2]string{"white", "black"},

	Notations: notations,

	New:   engine.Begun(chileanTable, (*Variant).Start),
	Parse: engine.Parsed(chileanTable, (*Variant).Parse),
}

//go:embed help
var help embed.FS
