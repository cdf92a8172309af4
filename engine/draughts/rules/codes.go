package rules

import (
	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// Reasons against a move. The comment says what the MoveError carries besides. If more than two squares were
// typed and the first ones are right, its Choices are the moves that are, or begin, like them.
const (
	lightSquare   engine.Code = "light-square"              // At: its name, like d4
	opponents     engine.Code = "opponents-piece"           // At: where it stands
	pieceBlocked  engine.Code = "piece-blocked"             // At: the piece that cannot move at all
	notDiagonal   engine.Code = "not-diagonal"              // At: the square that is not on a diagonal with the one before
	manOneStep    engine.Code = "man-one-step"              // At: the square that is too far
	manBackwards  engine.Code = "men-not-backwards"         // At: the square that is behind
	manTakesBack  engine.Code = "men-not-capture-backwards" // At: the piece that is behind
	twoInLine     engine.Code = "two-in-line"               // At: the first of the two pieces in line
	jumpedTwice   engine.Code = "jumped-twice"              // At: the piece
	promotionEnds engine.Code = "promotion-ends-move"       // At: where the man becomes a king
	mustTakeMost  engine.Code = "capture-most"              // Count: pieces to be captured; Choices: the captures
	mustTakeKings engine.Code = "capture-most-kings"        // Count: kings to be captured; Choices: the captures
	mustUseKing   engine.Code = "capture-with-king"         // Choices: the captures, all of them by kings
	demanded      engine.Code = "capture-demanded"          // Choices: the captures
	mixedNames    engine.Code = "mixed-names"
	notKing       engine.Code = "not-a-king" // At: the man that was called a king
)

// Reasons against a move of a king that does not capture as in Portuguese draughts.
const (
	kingTooFar engine.Code = "king-captures-from-next-square" // At: the piece that is too far
	// At: the square right behind; Choices: how to capture that piece
	kingLandsBehind engine.Code = "king-lands-right-behind"
	kingOneStep     engine.Code = "king-one-step" // At: the square that is too far
)

// Reasons against a capture in other games.
const (
	manTakesNoKing engine.Code = "men-not-capture-kings"   // At: the king
	captureGoesOn  engine.Code = "capture-goes-on"         // Choices: the captures, to their end
	mustUseAKing   engine.Code = "capture-equal-with-king" // Choices: the captures, all of them by kings
	mustMeetKing   engine.Code = "capture-king-first"      // Choices: the captures that meet a king earliest
)

// Reasons against huffing.
const (
	huffingIsOff    engine.Code = "no-huffing"        // in this game captures are compulsory instead
	nothingToHuff   engine.Code = "nothing-to-huff"   // no capture has just been left out
	nothingToDemand engine.Code = "nothing-to-demand" // the same
	// At: where no piece stands that had a legal capture; Choices: where one does
	notHuffable engine.Code = "not-huffable"
)

// Why a game ended, besides what all games share.
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

// quietCodes are by plies in a row without a man's move or a capture.
var quietCodes = map[int]engine.Code{30: fifteenMoves, 40: twentyMoves, 50: twentyFiveMoves, 80: fortyMoves}

// codes are all that the games of the family can give.
var codes = append([]engine.Code{
	lightSquare, opponents, pieceBlocked, notDiagonal, manOneStep, manBackwards, manTakesBack, twoInLine, jumpedTwice,
	promotionEnds, mustTakeMost, mustTakeKings, mustUseKing, demanded, mixedNames, notKing, kingTooFar, kingLandsBehind,
	kingOneStep, manTakesNoKing, captureGoesOn, mustUseAKing, mustMeetKing, huffingIsOff, nothingToHuff, nothingToDemand,
	notHuffable, twentyMoves, fifteenMoves, twentyFiveMoves, fortyMoves, forcada, oneAgainstThree, oneAgainstTwo, fewKings,
	threeKings, sameFive, sameSeven, onTheRoad, engine.NoMoves, engine.Repetition,
}, grid.Codes...)
