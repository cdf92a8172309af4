// Package eximo plays Eximo, by Matteo Perlini (2013).
//
// The text of a move lists every square on which the man lands, and then the drops: b3-b4, b1-d3-d5, f1xd3xb3xd5,
// a7-a8*b1*c2. A man that arrives on the last row when there is nowhere to drop a man leaves a bare star: h7-g8*.
//
// Moves with the same result are one move, and the text that comes first in square order (a1, b1, ... h8) is canonical.
// That happens in three ways: a jumping move may take another way to the same square; a man leaves the board on whatever
// square of the last row it arrives; and of two men of the second row that both can go all the way and capture the same,
// each may be dropped again where it stood.
//
// The text of a position has the rows from rank 8 down as in FEN, and the side to move:
//
//	1bbbbbb1/1bbbbbb1/1bb2bb1/8/8/1ww2ww1/1wwwwww1/1wwwwww1 w
package eximo

import (
	"embed"
	"io/fs"

	"tabuleiro/engine"
)

// Eximo is the game.
var Eximo = &engine.Game{
	Name:    "eximo",
	Version: 1,
	Draws:   true, // ours: the author gives no rule about draws, and play can go round in circles
	Repeat:  3,    // ours, for the same reason
	Codes:   codes,
	Help:    help(),
	Colours: [2]string{"white", "black"},

	Brain: brain,
	Train: train,

	New:   func(engine.Options) (engine.Position, error) { return begin, nil },
	Parse: func(text string, _ engine.Options) (engine.Position, error) { return parse(text) },
}

// Reasons against a move. The comment says what the MoveError carries besides.
const (
	noSuchSquare  engine.Code = "no-such-square"        // At: what was typed
	emptySquare   engine.Code = "empty-square"          // At: where there is no man to move
	opponents     engine.Code = "opponents-man"         // At: where it stands
	pieceBlocked  engine.Code = "man-blocked"           // At: the man that cannot move at all
	mustCapture   engine.Code = "capture-compulsory"    // Choices: the captures
	sameSquare    engine.Code = "same-square"           // At: where the move begins and ends
	notBackwards  engine.Code = "not-backwards"         // At: the square behind
	sidewaysTakes engine.Code = "sideways-only-capture" // At: the square at the side
	occupied      engine.Code = "square-occupied"       // At: the square; Choices: how to capture what stands there
	tooFar        engine.Code = "too-far"               // At: the square that is neither near enough nor behind a man in line
	nothingToJump engine.Code = "nothing-to-jump"       // At: the empty square between
	stepEnds      engine.Code = "step-ends-move"        // At: where the step ended
	onlyJumps     engine.Code = "only-jumps-follow"     // At: the square to which the man cannot step after a jump
	jumpNoCapture engine.Code = "jump-never-captures"   // At: the enemy in the way of a jumping move
	captureNoJump engine.Code = "capture-needs-enemy"   // At: the own man in the way of a capture
	jumpGoesOn    engine.Code = "jump-must-go-on"       // At: where it stopped; Choices: how it may go on
	captureGoesOn engine.Code = "capture-must-go-on"    // At: where it stopped; Choices: how it may go on
	nothingTaken  engine.Code = "nothing-to-capture"    // At: the first square on the way to which nothing is captured; Choices: the move
	moveOver      engine.Code = "move-is-over"          // At: where it ends, and the text goes on; Choices: the move
	lastRowEnds   engine.Code = "last-row-ends-move"    // At: the square of the last row
	dropNotDue    engine.Code = "drop-not-due"          // Choices: moves without the drop
	dropOutside   engine.Code = "drop-outside"          // At: the square; Choices: drops
	dropOccupied  engine.Code = "drop-occupied"         // At: the square; Choices: drops
	dropsTooMany  engine.Code = "drops-too-many"        // Count: how many are due; Choices: the move without the rest
	gameOver      engine.Code = "game-over"
	notCanonical  engine.Code = "not-canonical" // Choices: the text that Play wants; Read never gives it
)

var codes = []engine.Code{
	noSuchSquare, emptySquare, opponents, pieceBlocked, mustCapture, sameSquare, notBackwards, sidewaysTakes, occupied, tooFar,
	nothingToJump, stepEnds, onlyJumps, jumpNoCapture, captureNoJump, jumpGoesOn, captureGoesOn, nothingTaken, moveOver, lastRowEnds, dropNotDue,
	dropOutside, dropOccupied, dropsTooMany, gameOver, notCanonical,
	engine.NoPieces, engine.NoMoves, engine.Repetition,
}

//go:embed help
var helpFiles embed.FS

// help is the folder with the rules for players.
func help() fs.FS {
	folder, err := fs.Sub(helpFiles, "help")
	if err != nil {
		panic("eximo: " + err.Error()) // only a bad name can do it
	}
	return folder
}
