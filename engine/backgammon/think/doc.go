// Package think is how the computer plays. It looks at a position and at all rolls, never at the throws to come. A board
// is described in small numbers (describe.go): the checkers of each place, and for each side shots, double shots and
// what they cost the other, escapes and how it is held in, primes, anchors, home board, timing, mobility, distances.
// One of three nets (package net) knows how such games end: contact, crashed (contact, but a side has few checkers left
// that can wait) and race. Where both sides are at home, the table of bear-offs knows (bearoff.go): exact for one side
// alone. Doubles are weighed by Janowski's live cube (cube.go, live.go), in matches by chances that are computed from
// the computer's own share of gammons (met.go), and in the last rolls of a bear-off by looking at every cube (doubling.go).
//
// The manual rules are played with the same nets: they differ in bearing off and in using the dice, which is looked at
// when plays are made, and the tables, computed when they are first needed, have one for each law. The nets themselves learned from games by standard rules.
//
// Levels 1 to 7 misjudge each position by a number that follows from the seed and the board, level 7 by little, races
// less and bear-offs least, and while there is contact they count pips instead of what they know, level 1 for the most
// part. Level 8 looks at the five best plays a ply ahead, level 9 at ten, level 10 at two of them two plies ahead, and
// engine.Max at five of ten two plies ahead.
//
// The folder learned holds the nets that cmd/lab makes.
package think
