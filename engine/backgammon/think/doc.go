// Package think is how the house plays. It looks at a position and at all rolls, never at the throws to come. A board
// is described in small numbers (describe.go): the checkers of each place, and for each side shots, double shots and
// what they cost the other, escapes and how it is held in, primes, anchors, home board, timing, mobility, distances.
// One of three nets (package net) knows how such games end: contact, crashed (contact, but a side has few checkers left
// that can wait) and race. Where both sides are at home, the table of bear-offs knows (bearoff.go): exact for one side
// alone. With six checkers or fewer on either side the table of endings does (endings.go): exact for both together, and
// in money games with the cube; it takes about a second when it is first needed. Other doubles are weighed by
// Janowski's live cube (cube.go, live.go), in matches by chances that are computed from the house's own share of
// gammons (met.go), and in the last rolls of a bear-off by looking at every cube (doubling.go).
//
// The manual rules are played with the same nets: they differ in bearing off and in using the dice, which is looked at
// when plays are made, and the tables have one for each law; that of bear-offs by the manual is computed when it is
// first needed, in a second or two. The nets themselves learned from games by standard rules.
//
// Levels 1 to 7 misjudge each position by a number that follows from the seed and the board, level 7 by little, races
// less and bear-offs least, and while there is contact they count pips instead of what they know, level 1 for the most
// part. Level 8 looks at the five best plays a ply ahead, level 9 at ten, level 10 at two of them two plies ahead.
// engine.Max looks at five of ten two plies ahead, which takes up to a quarter of a second of one core; judged by the
// loss a decision it is half a step above level 8. How level 1 does against a beginner who hits and bears off where
// that can be done, and else leaves as few shots as possible, is measured by cmd/train -measure beginner: -0.28 +-0.09
// points a game without a cube, level 2 +0.42 +-0.09 (1,600 games of seed 6). Level 2 wins 276 of 400 games against
// level 1, level 3 266 against level 2 (-measure ladder -games 400 -seed 8).
//
// The nets were made by
//
//	go run ./cmd/train -o engine/backgammon/think/learned backgammon
//
// in two phases (train.go, lessons.go): 150,000 games of TD(0) self-play, then 72 rounds of 80,000 positions or a
// little more, each learned in six rounds. The lesson of a position is the mean over the 21 rolls of what is thought of
// it a ply later, and with it a part of what is learned in the same way of the positions that followed. That took 53
// minutes on two processors that others used as well. Figures, with 95 %:
//
//	cubeless money against GNU Backgammon at 0 plies, points a game   -0.027 +-0.019 at first sight (20,000 games), -0.026 +-0.007
//	                                                                  with luck taken out (4,500 of them)
//	                                                                  +0.017 +-0.008 a ply ahead (4,750 games, luck taken out)
//	matches to 7 points with the cube against the same                51.0 % +-0.4 at level 8 (2,700 matches, luck taken out; 50.1 +-1.9 with it)
//	decisions of one core                                             21,000 a second at first sight, 0.9 ms each a ply ahead
//	loss a decision on 1,000 plays and 300 cubes of real matches      0.0115 and 0.0068 at first sight, 0.0066 and 0.0061 a ply ahead,
//	                                                                  0.0043 and 0.0042 two plies ahead (engine.Max)
//
// GNU Backgammon 1.07.001 at 2 plies, of at most 40 plays, judges decisions for money from games of level 7 that no
// training has seen, in points of the stake: engine.Max loses 0.0022 +-0.0009 a play and 0.0005 +-0.0004 a decision to
// double, level 8 0.0045 +-0.0015 and 0.0003 +-0.0003 (500 plays; 250 cubes, 55 of them within 0.3 of the decision).
//
// Losses of a play, judged by engine.Max, in 200 positions each (go run ./cmd/train -measure loss -games 200 -seed 41),
// while that looked at the plays two plies ahead that are the best at first sight: the nets learned from games of
// backgammon alone.
//
//	             at first sight    level 8
//	backgammon   0.0033 +-0.0014   0.0017 +-0.0008
//	nackgammon   0.0052 +-0.0019   0.0028 +-0.0012
//	hypergammon  0.0336 +-0.0175   0.0094 +-0.0028
//
// Luck is taken out by what each roll gave beyond the mean of all 21, in the house's own judgment; that leaves the mean
// as it is. In matches GNU Backgammon plays, doubles and takes by its own cubeful judgment at the score; against itself
// it makes 50.0 % under the same arbiter, and 0.000 points a game.
package think
