package rules

import "tabuleiro/engine"

// Reasons against a move, each with the fields that the MoveError has besides. Points are in the mover's numbering.
const (
	noSuchPoint engine.Code = "no-such-point"    // At: the text typed
	wrongWay    engine.Code = "wrong-way"        // At: the step as typed; numbers must decrease
	wrongWayUp  engine.Code = "wrong-way-up"     // the same for the side whose board numbers increase
	emptyPoint  engine.Code = "empty-point"      // At: the point without a checker
	notYours    engine.Code = "not-your-checker" // At: the point of the opponent
	// Count: checkers on the bar; Choices: how to enter, if possible
	barFirst      engine.Code = "bar-first"
	dieNotThrown  engine.Code = "die-not-thrown"         // At: the step; Count: its pips
	dieThrownOnce engine.Code = "die-thrown-once"        // At: the step that needs the die again; Count: the die
	noDieLeft     engine.Code = "no-die-left"            // At: the first step too many; Count: dice of the roll
	pointBlocked  engine.Code = "point-blocked"          // At: a point where the opponent has at least two checkers
	needsHome     engine.Code = "bearing-off-needs-home" // Count: checkers not yet home
	rearmostFirst engine.Code = "rearmost-first"         // At: the rearmost point; Count: the die, which is too large
	noBlot        engine.Code = "no-blot"                // At: the point with a star where no blot is hit
	mustUseBoth   engine.Code = "must-use-both"          // Count: dice that can be played, at least 2; Choices: the plays
	mustUseLarger engine.Code = "must-use-larger"        // Count: the larger die; Choices: the plays
	canPlay       engine.Code = "can-play"               // Choices: the plays; a side with a legal play cannot pass
	noPlay        engine.Code = "no-play"                // Choices: pass
	rollFirst     engine.Code = "roll-first"             // Choices: roll, if a player decides to roll
	diceThrown    engine.Code = "dice-thrown"            // the dice have been rolled
	answerDouble  engine.Code = "answer-double"          // Choices: take, drop
	notDoubled    engine.Code = "not-doubled"            // there is no double to answer
	cubeOff       engine.Code = "cube-off"               // the game has no cube
	crawfordGame  engine.Code = "crawford-game"          // nobody doubles in the Crawford game
	cubeNotYours  engine.Code = "cube-not-yours"         // the other side owns the cube
	cubeAtMost    engine.Code = "cube-at-most"           // Count: value of the cube
	doubleBefore  engine.Code = "double-before-rolling"  // the dice have been rolled
	doubleNothing engine.Code = "double-for-nothing"     // the present stake already wins the match
	gameOver      engine.Code = "game-over"
)

// Reasons of the end of a game.
const (
	wonSingle      engine.Code = "borne-off"
	wonGammon      engine.Code = "gammon"     // the loser has borne off no checker
	wonBackgammon  engine.Code = "backgammon" // the loser also has a checker on the bar or in the winner's home board
	wonByDrop      engine.Code = "double-dropped"
	wonByResigning engine.Code = "game-resigned"
)
