package rules

import (
	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Reasons against a move. The comment says what the MoveError carries besides.
const (
	opponents     engine.Code = "opponents-man"         // At: where it stands
	pieceBlocked  engine.Code = "man-blocked"           // At: the man that cannot move at all
	notBackwards  engine.Code = "not-backwards"         // At: the square behind
	sidewaysTakes engine.Code = "sideways-only-capture" // At: the square at the side
	nothingToJump engine.Code = "nothing-to-jump"       // At: the empty square between
	stepEnds      engine.Code = "step-ends-move"        // At: where the step ended
	onlyJumps     engine.Code = "only-jumps-follow"     // At: the square to which the man cannot step after a jump
	jumpNoCapture engine.Code = "jump-never-captures"   // At: the enemy in the way of a jumping move
	captureNoJump engine.Code = "capture-needs-enemy"   // At: the own man in the way of a capture
	jumpGoesOn    engine.Code = "jump-must-go-on"       // At: where it stopped; Choices: how it may go on
	captureGoesOn engine.Code = "capture-must-go-on"    // At: where it stopped; Choices: how it may go on
	lastRowEnds   engine.Code = "last-row-ends-move"    // At: the square of the last row
	dropNotDue    engine.Code = "drop-not-due"          // Choices: moves without the drop
	dropOutside   engine.Code = "drop-outside"          // At: the square; Choices: drops
	dropOccupied  engine.Code = "drop-occupied"         // At: the square; Choices: drops
	dropsTooMany  engine.Code = "drops-too-many"        // Count: how many are due; Choices: the move without the rest
)

var codes = append([]engine.Code{
	opponents, pieceBlocked, notBackwards, sidewaysTakes, nothingToJump, stepEnds, onlyJumps, jumpNoCapture, captureNoJump,
	jumpGoesOn, captureGoesOn, lastRowEnds, dropNotDue, dropOutside, dropOccupied, dropsTooMany, engine.NoMoves,
	engine.Repetition,
}, grid.Codes...)
