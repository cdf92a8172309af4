// Package cage plays Cage by Mark Steere (2010), on boards of ten, eight and six squares a side.
//
// Squares are named a1, b1, ... and counted along the ranks from a1: that is the square order. The text of a step is a4-a3.
// The text of a jump sequence names every square where the checker lands, c3xc5xe5; if the checker leaves the board, it
// names last the square of the checker it jumps out over, and a star: d5xb5xa5*. Among sequences with the same result the
// first in square order is canonical.
//
// The text of a position has the rows of the board from the highest rank down, with r, b and numbers of empty squares, and
// after a space who moves: 3b2/6/2r3/6/6/6 r.
//
// The source leaves one thing open, which this package decides: when neither side has a move, the game is a draw.
package cage

import (
	"embed"
	"io/fs"

	"tabuleiro/engine"
)

// Cage is the game. Red is First.
var Cage = &engine.Game{
	Name:    "cage",
	Version: 1,
	Draws:   false,
	Options: []engine.Option{{Name: sizeOption, Values: []string{"10", "8", "6"}, Default: defaultSize}},
	Codes:   codes,
	Help:    help(),
	Colours: [2]string{"red", "blue"},

	Brain: brain,
	Train: train,

	New: func(o engine.Options) (engine.Position, error) {
		z, err := sizeOf(o)
		if err != nil {
			return nil, err
		}
		return z.start(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) { return parse(text, o) },
}

const (
	sizeOption  = "size"
	defaultSize = "10"
)

// Reasons against a move. The comment says what the MoveError carries besides. Where something is wrong after
// the beginning of a jump sequence, Choices are the ways to go on from there, or the whole sequence if it is over there.
const (
	noSuchSquare engine.Code = "no-such-square"    // At: what was typed
	emptySquare  engine.Code = "empty-square"      // At: where there is no checker to move
	opponents    engine.Code = "opponents-checker" // At: where it stands
	sameSquare   engine.Code = "same-square"       // At: where the move begins and ends
	pieceBlocked engine.Code = "checker-blocked"   // At: the checker that has no legal move

	occupied      engine.Code = "square-occupied"           // At: the square; Choices: the jump over what stands there
	sideBySide    engine.Code = "side-by-side"              // At: the checker that would get a neighbour of its colour
	leavesEnemies engine.Code = "leaves-enemies"            // At: the checker that would step away from all its enemies
	notNearer     engine.Code = "not-nearer"                // At: the square that is not nearer to the centre
	neither       engine.Code = "neither-nearer-nor-beside" // At: the square, neither nearer nor next to an enemy
	oneStep       engine.Code = "one-step"                  // At: where the step ends; Choices: the step

	notInLine    engine.Code = "not-in-line"          // At: the square that is in no line with the one before
	tooFar       engine.Code = "too-far"              // At: the square, in line
	notDiagonal  engine.Code = "jump-not-diagonal"    // At: the square that a diagonal jump would reach
	nothingTaken engine.Code = "nothing-to-capture"   // At: the square that is two away, nothing to jump between
	ownInTheWay  engine.Code = "own-piece-in-the-way" // At: the checker between
	alreadyTaken engine.Code = "already-taken"        // At: where the checker stood that was jumped before
	jumpGoesOn   engine.Code = "jump-goes-on"         // At: where a step would begin in the middle of a sequence
	jumpOver     engine.Code = "jump-over"            // At: where the sequence is over
	offBoard     engine.Code = "off-board"            // At: the square over which the checker left the board

	mustPass     engine.Code = "must-pass"    // Choices: the pass
	mayNotPass   engine.Code = "may-not-pass" // nothing else: there are moves
	gameOver     engine.Code = "game-over"
	notCanonical engine.Code = "not-canonical" // Choices: the text that Play wants; Read never gives it
)

// neitherMoves is why a game ended in a draw: neither side has a move. The rule is ours.
const neitherMoves engine.Code = "neither-can-move"

var codes = []engine.Code{
	noSuchSquare, emptySquare, opponents, sameSquare, pieceBlocked, occupied, sideBySide, leavesEnemies, notNearer, neither,
	oneStep, notInLine, tooFar, notDiagonal, nothingTaken, ownInTheWay, alreadyTaken, jumpGoesOn, jumpOver, offBoard,
	mustPass, mayNotPass, gameOver, notCanonical,
	engine.NoPieces, neitherMoves,
}

//go:embed help
var helpFiles embed.FS

func help() fs.FS {
	folder, err := fs.Sub(helpFiles, "help")
	if err != nil {
		panic("cage: " + err.Error()) // only a bad name can do it
	}
	return folder
}
