package rules

import "tabuleiro/engine"

// Reasons against a move. The comment says what the MoveError carries besides. Points are the mover's own.
const (
	noSuchPoint engine.Code = "no-such-point"    // At: what was typed
	wrongWay    engine.Code = "wrong-way"        // At: the step as typed; numbers fall on the way home
	wrongWayUp  engine.Code = "wrong-way-up"     // the same for the side whose numbers of the board rise
	emptyPoint  engine.Code = "empty-point"      // At: where no checker is
	notYours    engine.Code = "not-your-checker" // At: the point of the opponent
	// Count: checkers on the bar; Choices: how to enter, if that is possible
	barFirst      engine.Code = "bar-first"
	dieNotThrown  engine.Code = "die-not-thrown"         // At: the step; Count: its pips
	dieThrownOnce engine.Code = "die-thrown-once"        // At: the step that needs it again; Count: the die
	noDieLeft     engine.Code = "no-die-left"            // At: the first step too many; Count: dice of the roll
	pointBlocked  engine.Code = "point-blocked"          // At: where the opponent has two checkers or more
	needsHome     engine.Code = "bearing-off-needs-home" // Count: checkers that are not home yet
	rearmostFirst engine.Code = "rearmost-first"         // At: the rearmost point; Count: the die that is too large
	noBlot        engine.Code = "no-blot"                // At: the point with a star where nothing is hit
	mustUseBoth   engine.Code = "must-use-both"          // Count: dice that can be played, at least 2; Choices: the plays
	mustUseLarger engine.Code = "must-use-larger"        // Count: the larger die; Choices: the plays
	canPlay       engine.Code = "can-play"               // Choices: the plays; a side that has one may not pass
	noPlay        engine.Code = "no-play"                // Choices: pass
	rollFirst     engine.Code = "roll-first"             // Choices: roll, if it is a person's to decide
	diceThrown    engine.Code = "dice-thrown"            // the dice are thrown already
	answerDouble  engine.Code = "answer-double"          // Choices: take, drop
	notDoubled    engine.Code = "not-doubled"            // there is nothing to take or drop
	cubeOff       engine.Code = "cube-off"               // the game is played without cube
	crawfordGame  engine.Code = "crawford-game"          // neither side doubles in it
	cubeNotYours  engine.Code = "cube-not-yours"         // the other side owns the cube
	cubeAtMost    engine.Code = "cube-at-most"           // Count: what the cube shows
	doubleBefore  engine.Code = "double-before-rolling"  // the dice are thrown already
	doubleNothing engine.Code = "double-for-nothing"     // the stake as it is wins the match
	gameOver      engine.Code = "game-over"
)

// Why a game ended.
const (
	wonSingle      engine.Code = "borne-off"
	wonGammon      engine.Code = "gammon"     // the loser has borne off nothing
	wonBackgammon  engine.Code = "backgammon" // and has a checker on the bar or in the winner's home
	wonByDrop      engine.Code = "double-dropped"
	wonByResigning engine.Code = "game-resigned"
)

var codes = []engine.Code{
	noSuchPoint, wrongWay, wrongWayUp, emptyPoint, notYours, barFirst, dieNotThrown, dieThrownOnce, noDieLeft,
	pointBlocked, needsHome, rearmostFirst, noBlot, mustUseBoth, mustUseLarger, canPlay, noPlay, rollFirst, diceThrown, answerDouble, notDoubled,
	cubeOff,
	crawfordGame, cubeNotYours, cubeAtMost, doubleBefore, doubleNothing, gameOver, engine.NotCanonical,
	wonSingle, wonGammon, wonBackgammon, wonByDrop, wonByResigning,
}
