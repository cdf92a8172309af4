// Package think is the computer player of backgammon. It evaluates a position by averaging over all rolls, and never
// knows coming rolls. A board is described in small numbers (describe.go): the checkers on each place, and for each
// side shots, double shots and their cost to the other, escapes and containment, primes, anchors, home board, timing,
// mobility and distances. One of three nets (package net) evaluates it, for contact, crashed (contact, but a side has
// few checkers left that can wait) or race. When both sides are home, the bear-off table does (bearoff.go), exactly
// for each side alone. Cube decisions use Janowski's live cube (cube.go, live.go), in matches with equities computed
// from the computer's own gammon rate (met.go), and in the last rolls of a bear-off a search with every cube
// (doubling.go).
//
// The same nets play the manual rules, which differ in bearing off and in the use of dice: these are considered in
// generating plays, and there is a bear-off table for each law, computed on first use. The nets were trained on games
// by standard rules.
//
// Levels 1 to 7 evaluate positions with an error that depends on the seed and the board, least at level 7, smaller in
// races and smallest in bear-offs, and with contact they partly count pips, mostly at level 1. Level 8 searches the
// five best plays one ply deep, level 9 ten, level 10 two of them two plies deep, and engine.Max five of ten two
// plies deep.
//
// The folder learned holds the nets that cmd/lab makes.
package think
