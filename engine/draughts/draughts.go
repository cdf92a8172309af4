// Package draughts plays the games of the draughts family: one generator, and a table of rules for each game.
//
// Squares are numbers, and the text of a move lists every square on which the piece lands: 11-15, 32x14x21x30. Among ways
// with the same result the one with the smallest numbers is canonical.
//
// The text of a position is that of PDN, with the numbers of each side ascending: W:W1,2,K9:B21,K22. Two counters follow
// where they are not zero:
//
//	:H12  12 plies in a row without a man's move or a capture
//	:F3   in a forced ending, the stronger side's next move is number 3 of those it has to win
package draughts

import (
	"embed"
	"io/fs"

	"tabuleiro/engine"
)

// Portuguese is Damas Clássicas, as the Federação Portuguesa de Damas plays it.
var Portuguese = &engine.Game{
	Name:    portuguese.name,
	Aliases: []string{"damas", "damas-classicas", "draughts", "portuguesas"},
	Version: 1,
	Draws:   true, // [4.3c]
	Repeat:  3,    // [3.2.1c]
	Codes:   codes,
	Help:    help(portuguese.name),

	New:   func(engine.Options) (engine.Position, error) { return classic.start(), nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return classic.parse(text) },
}

var classic = lay(portuguese)

// What stands in the way of a move. The comment says what the MoveError carries besides. If more than two squares were
// typed and the first ones are right, its Choices are the moves that are, or begin, like them.
const (
	noSuchSquare  engine.Code = "no-such-square"            // At: what was typed
	lightSquare   engine.Code = "light-square"              // At: its name, like d4
	emptySquare   engine.Code = "empty-square"              // At: where there is no piece to move
	opponents     engine.Code = "opponents-piece"           // At: where it stands
	sameSquare    engine.Code = "same-square"               // At: where the step begins and ends
	pieceBlocked  engine.Code = "piece-blocked"             // At: the piece that cannot move at all
	notDiagonal   engine.Code = "not-diagonal"              // At: the square that is not on a diagonal with the one before
	manOneStep    engine.Code = "man-one-step"              // At: the square that is too far
	manBackwards  engine.Code = "men-not-backwards"         // At: the square that is behind
	manTakesBack  engine.Code = "men-not-capture-backwards" // At: the piece that is behind
	occupied      engine.Code = "square-occupied"           // At: the square; Choices: how to capture what stands there
	ownInTheWay   engine.Code = "own-piece-in-the-way"      // At: the piece
	twoInLine     engine.Code = "two-in-line"               // At: the first of the two pieces in line
	jumpedTwice   engine.Code = "jumped-twice"              // At: the piece
	nothingTaken  engine.Code = "nothing-to-capture"        // At: the square on the way to which nothing is captured
	promotionEnds engine.Code = "promotion-ends-move"       // At: where the man becomes a king
	mustCapture   engine.Code = "capture-compulsory"        // Choices: the captures
	mustTakeMost  engine.Code = "capture-most"              // Count: pieces to be captured; Choices: the captures
	mustTakeKings engine.Code = "capture-most-kings"        // Count: kings to be captured; Choices: the captures
	gameOver      engine.Code = "game-over"
	notCanonical  engine.Code = "not-canonical" // Choices: the text that Play wants; Read never gives it
)

// Why a game ended, besides what all games share.
const (
	twentyMoves engine.Code = "twenty-moves" // [3.2.1a]
	forcada     engine.Code = "forcada"      // [3.2.1b]
)

var codes = []engine.Code{
	noSuchSquare, lightSquare, emptySquare, opponents, sameSquare, pieceBlocked, notDiagonal, manOneStep, manBackwards,
	manTakesBack, occupied, ownInTheWay, twoInLine, jumpedTwice, nothingTaken, promotionEnds, mustCapture, mustTakeMost,
	mustTakeKings, gameOver, notCanonical,
	engine.NoPieces, engine.NoMoves, engine.Repetition, twentyMoves, forcada,
}

//go:embed help
var helpFiles embed.FS

// help is the folder with the rules of one game.
func help(name string) fs.FS {
	folder, err := fs.Sub(helpFiles, "help/"+name)
	if err != nil {
		panic("draughts: " + err.Error()) // only a bad name can do it
	}
	return folder
}
