// Package rules implements the rules of backgammon around the board (package board), which has checkers, dice and
// complete plays merged by result, but no cube. A position adds the turn: opening, dice, cube, who decides, the score
// of a match, the Crawford game.
//
// Points are numbers. In moves the mover uses the own numbering: 24 is farthest, 1 the last before bearing off. The
// view and the manual's notation use the numbers on the board, which are Red's own; Black moves from 1 to 24.
//
// Canonical texts of moves:
//
//	31              Chance: the dice, the larger first; in an opening where each side rolls one die, Black's die and then
//	                Red's, and a tie is remembered by the position; 36 rolls there, 21 elsewhere
//	roll, double    a side that may double decides; one that may not is not asked, and Chance is on turn at once,
//	                unless sides roll themselves
//	take, drop      the answer to a double
//	8/5 6/5         a play: every slash is a die, the steps of one checker are joined (24/18*/14), the farthest checker
//	                first, with a star at the first landing on a blot; of several ways to a result the one that plays the
//	                larger die first from the farthest place
//	pass            no play is possible
//	first resigns 2 a side resigns the game for two stakes; because both have agreed it needs no turn, and Moves does
//	                not list it
//
// The text of a position is GNU Backgammon's PositionID:MatchID. It takes precedence over the options for the length
// of the match, the score and the Jacoby rule. Length 0 is a money game: a single one, or with the option points=0
// one of many. A finished game of an unfinished match remains until the opening roll of the next game, which is a
// move of Chance. A third field :roll follows if a side that could double has decided to roll. If sides roll
// themselves it follows whenever one has decided to, before a game for Black, and :both if both have. If the dice are
// rolled again after those that decided who begins, these follow: :31.
package rules

import "embed"

// Name is the stable name of the game.
const Name = "backgammon"

//go:embed help
var help embed.FS
