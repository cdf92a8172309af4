package rules

import (
	"slices"

	"tabuleiro/engine"
)

// Reasons against a move. The comment says what the MoveError carries besides. If more than two squares were
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
	mustUseKing   engine.Code = "capture-with-king"         // Choices: the captures, all of them by kings
	demanded      engine.Code = "capture-demanded"          // Choices: the captures
	gameOver      engine.Code = "game-over"
	mixedNames    engine.Code = "mixed-names"
	notKing       engine.Code = "not-a-king"   // At: the man that was called a king
	moveOver      engine.Code = "move-is-over" // At: where it ends, and the text goes on; Choices: the move
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

// codesOf are all that a game with these rules can give.
func codesOf(r Rules) []engine.Code {
	list := []engine.Code{
		noSuchSquare, lightSquare, emptySquare, opponents, sameSquare, pieceBlocked, notDiagonal, manOneStep, manBackwards,
		occupied, ownInTheWay, twoInLine, jumpedTwice, nothingTaken, mustCapture,
		gameOver, mixedNames, notKing, moveOver, engine.NotCanonical,
		engine.NoPieces, engine.NoMoves, engine.Repetition, quietCodes[r.QuietPlies],
	}
	for code, can := range map[engine.Code]bool{
		manTakesBack: !r.menBack, manTakesNoKing: r.spared, promotionEnds: r.promotion == ends, kingOneStep: r.short,
		mustTakeMost: r.most, captureGoesOn: !r.most, mustTakeKings: r.mostKings, mustUseAKing: r.kingAmong,
		mustMeetKing: r.kingEarly, mustUseKing: r.kingFirst,
		kingTooFar: r.Huffing != noHuffing, kingLandsBehind: r.Huffing != noHuffing,
		demanded: r.Huffing != noHuffing, huffingIsOff: r.Huffing != noHuffing, nothingToHuff: r.Huffing != noHuffing,
		notHuffable: r.Huffing != noHuffing, nothingToDemand: r.Huffing != noHuffing,
	} {
		if can {
			list = append(list, code)
		}
	}
	for _, e := range r.Endings {
		if e.plies > 0 && !slices.Contains(list, e.reason) {
			list = append(list, e.reason)
		}
	}
	slices.Sort(list)
	return list
}
