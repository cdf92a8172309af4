package rules

import (
	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Reasons against a move. The comment says what the MoveError carries besides. Where something is wrong after the
// beginning of a jump sequence, Choices are the ways to go on from there, or the whole sequence if it is over there.
const (
	opponents    engine.Code = "opponents-checker" // At: where it stands
	pieceBlocked engine.Code = "checker-blocked"   // At: the checker that has no legal move

	sideBySide    engine.Code = "side-by-side"              // At: the checker that would get a neighbour of its colour
	leavesEnemies engine.Code = "leaves-enemies"            // At: the checker that would step away from all its enemies
	notNearer     engine.Code = "not-nearer"                // At: the square that is not nearer to the centre
	neither       engine.Code = "neither-nearer-nor-beside" // At: the square, neither nearer nor next to an enemy
	oneStep       engine.Code = "one-step"                  // At: where the step ends; Choices: the step

	notInLine    engine.Code = "not-in-line"       // At: the square that is in no line with the one before
	notDiagonal  engine.Code = "jump-not-diagonal" // At: the square that a diagonal jump would reach
	alreadyTaken engine.Code = "already-taken"     // At: where the checker stood that was jumped before
	jumpGoesOn   engine.Code = "jump-goes-on"      // At: where a step would begin in the middle of a sequence
	jumpOver     engine.Code = "jump-over"         // At: where the sequence is over
	offBoard     engine.Code = "off-board"         // At: the square over which the checker left the board

	mustPass   engine.Code = "must-pass"    // Choices: the pass
	mayNotPass engine.Code = "may-not-pass" // nothing else: there are moves
)

// neitherMoves is why a game ended in a draw: neither side has a move. The rule is ours.
const neitherMoves engine.Code = "neither-can-move"

var codes = append([]engine.Code{
	opponents, pieceBlocked, sideBySide, leavesEnemies, notNearer, neither, oneStep, notInLine, notDiagonal, alreadyTaken,
	jumpGoesOn, jumpOver, offBoard, mustPass, mayNotPass, neitherMoves,
}, grid.Codes...)
