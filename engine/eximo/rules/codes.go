package rules

import "tabuleiro/engine"

// Reasons against a move, each with the fields that the MoveError has besides.
const (
	opponents     engine.Code = "opponents-man"         // At: its square
	pieceBlocked  engine.Code = "man-blocked"           // At: the man, which cannot move at all
	notBackwards  engine.Code = "not-backwards"         // At: the square behind
	sidewaysTakes engine.Code = "sideways-only-capture" // At: the square to the side
	nothingToJump engine.Code = "nothing-to-jump"       // At: the empty square in between
	stepEnds      engine.Code = "step-ends-move"        // At: the end of the step
	onlyJumps     engine.Code = "only-jumps-follow"     // At: the target of a step after a jump
	jumpNoCapture engine.Code = "jump-never-captures"   // At: the enemy in the path of a jumping move
	captureNoJump engine.Code = "capture-needs-enemy"   // At: the own man in the path of a capture
	jumpGoesOn    engine.Code = "jump-must-go-on"       // At: where it stops; Choices: its continuations
	captureGoesOn engine.Code = "capture-must-go-on"    // At: where it stops; Choices: its continuations
	lastRowEnds   engine.Code = "last-row-ends-move"    // At: the square on the last row
	dropNotDue    engine.Code = "drop-not-due"          // Choices: moves without drops
	dropOutside   engine.Code = "drop-outside"          // At: the square; Choices: drops
	dropOccupied  engine.Code = "drop-occupied"         // At: the square; Choices: drops
	dropsTooMany  engine.Code = "drops-too-many"        // Count: the number due; Choices: the move with that many
)
