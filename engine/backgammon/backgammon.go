// Package backgammon plays Gamão in two halves. The board knows checkers, dice and whole plays merged by result, and no
// cube. Around it, a position is the turn: opening, dice, cube, who decides, the score of a match, the Crawford game.
//
// Points are numbers. In moves the mover counts his own: 24 is furthest, 1 the last before the checkers are off. The
// view, and the seed's way of writing, use the board's numbers, which are Red's own; Black moves from 1 to 24.
//
// The moves, as canonical text:
//
//	31              chance: the dice, the larger first. In an opening where each throws one die it is Black's die, then
//	                Red's; equal ones are a tie, and the position remembers the last one. 36 throws there, 21 elsewhere
//	roll, double    a side that may double decides; one that may not is not asked, and Chance is on turn at once
//	take, drop      the answer to a double
//	8/5 6/5         a play: every slash is one die, what one checker does is joined (24/18*/14), the furthest checker first,
//	                a star at the first landing on a blot. Of ways with the same result the one is canonical that plays the
//	                larger die first from the furthest place
//	pass            nothing can be played
//	first resigns 2 a side gives the game up for two stakes. Both have agreed on it, so no side is on turn for it and it is
//	                not listed, but it can be played
//
// The text of a position is PositionID:MatchID of GNU Backgammon. It wins over the options: the length of the match, the
// score and the rule of Jacoby are as it says. Match length 0 is a money game: a single one, or with the option points=0
// one of many. A game that is over while the match goes on stays to be seen until the opening throw of the next one, which
// is a move of Chance. A third field follows where a side could double but has decided to roll: :roll.
//
// # The house
//
// The house looks at a position and at all rolls, never at the throws to come. A board is described in small numbers
// (describe.go): the checkers of each place, and for each side shots, double shots and what they cost the other, escapes and
// how it is held in, primes, anchors, home board, timing, mobility, distances. One of three nets (package net) knows how
// such games end: contact, crashed (contact, but a side has few checkers left that can wait) and race. Where both sides are
// at home, the table of bear-offs knows (bearoff.go): exact for one side alone. With six checkers or fewer on either side the
// table of endings does (endings.go): exact for both together, and in money games with the cube; it takes about a second when
// it is first needed. Other doubles are weighed by Janowski's live cube (cube.go, live.go), in matches by chances that are
// computed from the house's own share of gammons (met.go), and in the last rolls of a bear-off by looking at every cube
// (doubling.go).
//
// The manual rules are played with the same nets: they differ in bearing off and in using the dice, which is looked at when
// plays are made, and the tables have one for each law; that of bear-offs by the manual is computed when it is first needed, in a
// second or two. The nets themselves learned from games by standard rules.
//
// Levels 1 to 7 misjudge each position by a number that follows from the seed and the board, level 7 by little, races less
// and bear-offs least; level 8 looks at the best plays a ply ahead. engine.Max looks two plies ahead, which takes up to a
// quarter of a second of one core; judged by the loss a decision it is half a step above level 8.
//
// The nets were made by
//
//	go run ./cmd/train -o engine/backgammon/think/learned backgammon
//
// in two phases (train.go, lessons.go): 150,000 games of TD(0) self-play, then 72 rounds of 80,000 positions or a little more,
// each learned in six rounds. The lesson of a position is the mean over the 21 rolls of what is thought of it a ply
// later, and with it a part of what is learned in the same way of the positions that followed. That took 53 minutes on two
// processors that others used as well. Figures, with 95 %:
//
//	cubeless money against GNU Backgammon at 0 plies, points a game   -0.027 +-0.019 at first sight (20,000 games), -0.026 +-0.007
//	                                                                  with luck taken out (4,500 of them)
//	                                                                  +0.017 +-0.008 a ply ahead (4,750 games, luck taken out)
//	matches to 7 points with the cube against the same                51.0 % +-0.4 at level 8 (2,700 matches, luck taken out; 50.1 +-1.9 with it)
//	decisions of one core                                             21,000 a second at first sight, 0.9 ms each a ply ahead
//	loss a decision on 1,000 plays and 300 cubes of real matches      0.0115 and 0.0068 at first sight, 0.0066 and 0.0061 a ply ahead,
//	                                                                  0.0043 and 0.0042 two plies ahead (engine.Max)
//	levels 8 to 2, each against the one below, cubeless points a game 0.107 +-0.011 (1,600 games, luck taken out), then
//	                                                                  0.099, 0.117, 0.102, 0.116, 0.114, 0.111, each +-0.02
//	                                                                  (24,000 games)
//	levels 7 and 1 against an opponent like Pubeval (linear_test.go)  +0.43 and -0.29 +-0.03 (8,000 games each)
//	the same against Tesauro's Pubeval                                +0.53 +-0.03 and -0.16 +-0.03 (8,000 games each), before the
//	                                                                  levels were spaced anew: level 1 was a little weaker
//
// Luck is taken out by what each roll gave beyond the mean of all 21, in the house's own judgment; that leaves the mean as it
// is. In matches GNU Backgammon plays, doubles and takes by its own cubeful judgment at the score; against itself it makes
// 50.0 % under the same arbiter, and 0.000 points a game.
package backgammon

import (
	"embed"
	"io/fs"

	"tabuleiro/engine"
)

// name is the stable name of the game.
const name = "backgammon"

// Backgammon is the game under all its rules.
var Backgammon = &engine.Game{
	Name:    name,
	Aliases: []string{"gamao", "gamão"},
	Version: 1,
	Options: options(),
	Codes:   codes,
	Help:    help(),
	Colours: [2]string{"black", "red"},

	Formats:   []engine.Format{mat},
	Notations: []string{standard, manual},

	Brain: house{},

	New: func(o engine.Options) (engine.Position, error) {
		r, err := resolve(o)
		if err != nil {
			return nil, err
		}
		return r.begin(), nil
	},
	Parse: func(text string, o engine.Options) (engine.Position, error) {
		r, err := resolve(o)
		if err != nil {
			return nil, err
		}
		p, err := r.parse(text)
		if err != nil {
			return nil, err
		}
		return p, nil
	},
}

// Reasons against a move. The comment says what the MoveError carries besides. Points are the mover's own.
const (
	noSuchPoint   engine.Code = "no-such-point"          // At: what was typed
	wrongWay      engine.Code = "wrong-way"              // At: the step as typed; numbers fall on the way home
	emptyPoint    engine.Code = "empty-point"            // At: where no checker is
	notYours      engine.Code = "not-your-checker"       // At: the point of the opponent
	barFirst      engine.Code = "bar-first"              // Count: checkers on the bar; Choices: how to enter, if that is possible
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
	notCanonical  engine.Code = "not-canonical" // Choices: the text that Play wants; Read never gives it
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
	noSuchPoint, wrongWay, emptyPoint, notYours, barFirst, dieNotThrown, dieThrownOnce, noDieLeft, pointBlocked, needsHome,
	rearmostFirst, noBlot, mustUseBoth, mustUseLarger, canPlay, noPlay, rollFirst, diceThrown, answerDouble, notDoubled, cubeOff,
	crawfordGame, cubeNotYours, cubeAtMost, doubleBefore, doubleNothing, gameOver, notCanonical,
	wonSingle, wonGammon, wonBackgammon, wonByDrop, wonByResigning,
}

//go:embed help
var helpFiles embed.FS

func help() fs.FS {
	folder, err := fs.Sub(helpFiles, "help")
	if err != nil {
		panic("backgammon: " + err.Error()) // only a bad name can do it
	}
	return folder
}
