package rules

import "tabuleiro/engine"

// Reasons against a move, each with the fields that the MoveError has besides. If more than two squares were typed and
// the first ones are right, its Choices are the moves that are, or begin, like them.
const (
	lightSquare   engine.Code = "light-square"              // At: its name, such as d4
	opponents     engine.Code = "opponents-piece"           // At: its square
	pieceBlocked  engine.Code = "piece-blocked"             // At: the piece, which cannot move at all
	notDiagonal   engine.Code = "not-diagonal"              // At: the square not on a diagonal with the one before
	manOneStep    engine.Code = "man-one-step"              // At: the square too far away
	manBackwards  engine.Code = "men-not-backwards"         // At: the square behind
	manTakesBack  engine.Code = "men-not-capture-backwards" // At: the piece behind
	twoInLine     engine.Code = "two-in-line"               // At: the first of the two pieces in line
	jumpedTwice   engine.Code = "jumped-twice"              // At: the piece
	promotionEnds engine.Code = "promotion-ends-move"       // At: where the man is crowned
	mustTakeMost  engine.Code = "capture-most"              // Count: number of pieces to capture; Choices: the captures
	mustTakeKings engine.Code = "capture-most-kings"        // Count: number of kings to capture; Choices: the captures
	mustUseKing   engine.Code = "capture-with-king"         // Choices: the captures, all by kings
	demanded      engine.Code = "capture-demanded"          // Choices: the captures
	mixedNames    engine.Code = "mixed-names"
	notKing       engine.Code = "not-a-king" // At: the man typed as a king
)

// Reasons against a king's move where kings capture differently from Portuguese draughts.
const (
	kingTooFar engine.Code = "king-captures-from-next-square" // At: the piece too far away
	// At: the square directly behind; Choices: captures of that piece
	kingLandsBehind engine.Code = "king-lands-right-behind"
	kingOneStep     engine.Code = "king-one-step" // At: the square too far away
)

// Reasons against a capture in other games.
const (
	manTakesNoKing engine.Code = "men-not-capture-kings"   // At: the king
	captureGoesOn  engine.Code = "capture-goes-on"         // Choices: the complete captures
	mustUseAKing   engine.Code = "capture-equal-with-king" // Choices: the captures, all by kings
	mustMeetKing   engine.Code = "capture-king-first"      // Choices: the captures that take a king earliest
)

// Reasons against huffing.
const (
	huffingIsOff    engine.Code = "no-huffing"        // captures are compulsory in this game
	nothingToHuff   engine.Code = "nothing-to-huff"   // no capture was omitted in the last move
	nothingToDemand engine.Code = "nothing-to-demand" // the same
	// At: a square without a piece that could capture; Choices: the huffs possible
	notHuffable engine.Code = "not-huffable"
)

// Reasons for the end of a game, besides those common to all games.
const (
	twentyMoves     engine.Code = "twenty-moves" // [FPD 3.2.1a]
	fifteenMoves    engine.Code = "fifteen-moves"
	twentyFiveMoves engine.Code = "twenty-five-moves"
	fortyMoves      engine.Code = "forty-moves"
	forcada         engine.Code = "forcada" // [FPD 3.2.1b]
	oneAgainstThree engine.Code = "one-against-three"
	oneAgainstTwo   engine.Code = "one-against-two"
	fewKings        engine.Code = "few-kings"
	threeKings      engine.Code = "three-kings"
	sameFive        engine.Code = "same-five"
	sameSeven       engine.Code = "same-seven"
	onTheRoad       engine.Code = "on-the-road"
)

// quietCodes maps the limit of plies without a man's move or a capture to its reason.
var quietCodes = map[int]engine.Code{30: fifteenMoves, 40: twentyMoves, 50: twentyFiveMoves, 80: fortyMoves}
