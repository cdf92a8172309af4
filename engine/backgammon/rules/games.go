// Package rules plays Gamão around the board (package board). That knows checkers, dice and whole plays merged by
// result, and no cube. A position is the turn around it: opening, dice, cube, who decides, the score of a match, the
// Crawford game.
//
// Points are numbers. In moves the mover counts his own: 24 is furthest, 1 the last before the checkers are off. The
// view, and the seed's way of writing, use the board's numbers, which are Red's own; Black moves from 1 to 24.
//
// The moves, as canonical text:
//
//	31              chance: the dice, the larger first. In an opening where each throws one die it is Black's die, then
//	                Red's; equal ones are a tie, and the position remembers the last one. 36 throws there, 21 elsewhere
//	roll, double    a side that may double decides; one that may not is not asked, and Chance is on turn at once, unless sides
//	                throw themselves
//	take, drop      the answer to a double
//	8/5 6/5         a play: every slash is one die, what one checker does is joined (24/18*/14), the furthest checker first,
//	                a star at the first landing on a blot. Of ways with the same result the one is canonical that plays the
//	                larger die first from the furthest place
//	pass            nothing can be played
//	first resigns 2 a side gives the game up for two stakes. Both have agreed on it, so no side is on turn for it and it is
//	                not listed, but it can be played
//
// The text of a position is PositionID:MatchID of GNU Backgammon. It wins over the options: the length of the match,
// the score and the rule of Jacoby are as it says. Match length 0 is a money game: a single one, or with the option
// points=0 one of many. A game that is over while the match goes on stays to be seen until the opening throw of the
// next one, which is a move of Chance. A third field follows where a side could double but has decided to roll: :roll.
// Where sides throw themselves it is there whenever one has, and before a game where Black has; there :both follows
// when both have. Where dice are thrown anew after those that said who begins, these follow: :31.
package rules

import "embed"

// Name is the stable name of the game.
const Name = "backgammon"

//go:embed help
var help embed.FS
