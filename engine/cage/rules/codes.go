package rules

import "tabuleiro/engine"

// Reasons against a move, each with the fields that the MoveError has besides. If the error comes after the beginning
// of a jump sequence, Choices are the continuations, or the whole sequence if it ends there.
const (
	opponents    engine.Code = "opponents-checker" // At: its square
	pieceBlocked engine.Code = "checker-blocked"   // At: the checker, which has no legal move

	sideBySide    engine.Code = "side-by-side"              // At: the checker that would get a neighbour of its colour
	leavesEnemies engine.Code = "leaves-enemies"            // At: the checker that would leave all adjacent enemies
	notNearer     engine.Code = "not-nearer"                // At: the square, which is not nearer to the centre
	neither       engine.Code = "neither-nearer-nor-beside" // At: the square, neither nearer nor adjacent to an enemy
	oneStep       engine.Code = "one-step"                  // At: the end of the step; Choices: the step

	notInLine    engine.Code = "not-in-line"       // At: the square not in line with the one before
	notDiagonal  engine.Code = "jump-not-diagonal" // At: the target of a diagonal jump
	alreadyTaken engine.Code = "already-taken"     // At: the square of the checker jumped before
	jumpGoesOn   engine.Code = "jump-goes-on"      // At: where a step would begin during a sequence
	jumpOver     engine.Code = "jump-over"         // At: where the sequence ends
	notAtEdge    engine.Code = "not-at-edge"       // At: the checker, with a square behind it
	offBoard     engine.Code = "off-board"         // At: the square over which the checker left the board

	mustPass   engine.Code = "must-pass"    // Choices: the pass
	mayNotPass engine.Code = "may-not-pass" // a move is possible
)

// neitherMoves is the reason of a draw because neither side has a move. The rule is ours.
const neitherMoves engine.Code = "neither-can-move"
