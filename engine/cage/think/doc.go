// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// The learned weights are in the folder learned, one file for each size, and made by
//
//	go run ./cmd/train -o engine/cage/think/learned cage
//
// 6,000 games of self-play on 10x10, 9,375 on 8x8 and 16,666 on 6x6, in six generations with 300 nodes a move, the last two
// with 1,200, and a logistic regression after each: 14 minutes of one core, on a machine with much else to do. These are the
// bytes that the command makes. Against those of before, from two thirds of the games, four generations and 300 nodes
// throughout, they score with 5,000 nodes a move, 200 games, seed 1, 0.645 (0.58 to 0.71; 129 wins) on 10x10, 0.54 (0.47 to
// 0.61; 108) on 8x8 and 0.51 (0.44 to 0.58; 102) on 6x6. On 8x8 with 5,000 nodes a move, 100 games, seed 1, six random plies:
//
//	against plain search that counts checkers, equal nodes       1.00 (0.96 to 1.00), 100 wins
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// The levels on 10x10, each against the one below, 200 games, seed 2:
//
//	level 2  0.745 (0.68 to 0.80)     level 6  0.71  (0.64 to 0.77)
//	level 3  0.73  (0.67 to 0.79)     level 7  0.70  (0.63 to 0.76)
//	level 4  0.725 (0.66 to 0.78)     level 8  0.66  (0.59 to 0.72)
//	level 5  0.615 (0.55 to 0.68)
//
// engine.Max is as strong as a second allows, which is a far wider step: with an eighth of its nodes it wins 20 of 20 games
// (1.00, 0.84 to 1.00, seed 2) against level 8. The ratings are the sums of 400 log10(p/(1-p)) of these scores; the last one, as if
// that were 20.5 of 21, is an estimate.
package think
