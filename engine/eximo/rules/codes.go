package rules

import "tabuleiro/engine"

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
	// At: the square that is neither near enough nor behind a man in line
	tooFar        engine.Code = "too-far"
	nothingToJump engine.Code = "nothing-to-jump"     // At: the empty square between
	stepEnds      engine.Code = "step-ends-move"      // At: where the step ended
	onlyJumps     engine.Code = "only-jumps-follow"   // At: the square to which the man cannot step after a jump
	jumpNoCapture engine.Code = "jump-never-captures" // At: the enemy in the way of a jumping move
	captureNoJump engine.Code = "capture-needs-enemy" // At: the own man in the way of a capture
	jumpGoesOn    engine.Code = "jump-must-go-on"     // At: where it stopped; Choices: how it may go on
	captureGoesOn engine.Code = "capture-must-go-on"  // At: where it stopped; Choices: how it may go on
	// At: the first square on the way to which nothing is captured; Choices: the move
	nothingTaken engine.Code = "nothing-to-capture"
	moveOver     engine.Code = "move-is-over"       // At: where it ends, and the text goes on; Choices: the move
	lastRowEnds  engine.Code = "last-row-ends-move" // At: the square of the last row
	dropNotDue   engine.Code = "drop-not-due"       // Choices: moves without the drop
	dropOutside  engine.Code = "drop-outside"       // At: the square; Choices: drops
	dropOccupied engine.Code = "drop-occupied"      // At: the square; Choices: drops
	dropsTooMany engine.Code = "drops-too-many"     // Count: how many are due; Choices: the move without the rest
	gameOver     engine.Code = "game-over"
)

var codes = []engine.Code{
	noSuchSquare, emptySquare, opponents, pieceBlocked, mustCapture, sameSquare, notBackwards, sidewaysTakes, occupied,
	tooFar,
	nothingToJump, stepEnds, onlyJumps, jumpNoCapture, captureNoJump, jumpGoesOn, captureGoesOn, nothingTaken, moveOver,
	lastRowEnds, dropNotDue,
	dropOutside, dropOccupied, dropsTooMany, gameOver, engine.NotCanonical,
	engine.NoPieces, engine.NoMoves, engine.Repetition,
}
