// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// The learned weights are in the folder learned, one file for each size, and made by
//
//	tabuleiro train cage --seed 1 -o engine/cage/learned
//
// 4,000 games of self-play on 10x10, 6,250 on 8x8 and 11,111 on 6x6, in four generations with 300 nodes a move: two minutes of
// one core. These are the bytes that the command makes. Against what three tenths of that length had taught they score, with
// 2,000 nodes a move, 100 games each, 0.75 (0.66 to 0.83) on 10x10, 0.60 (0.50 to 0.69) on 8x8 and 0.50 (0.40 to 0.60) on 6x6.
// On 8x8 with 5,000 nodes a move, 100 games, seed 1, six random plies, with the weights of before:
//
//	against plain search that counts checkers, equal nodes       1.00 (0.96 to 1.00), 100 wins
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// The levels on 10x10, each against the one below, 200 games:
//
//	level 2  0.715 (0.65 to 0.77)     level 6  0.715 (0.65 to 0.77)
//	level 3  0.725 (0.66 to 0.78)     level 7  0.685 (0.62 to 0.75)
//	level 4  0.715 (0.65 to 0.77)     level 8  0.71  (0.64 to 0.77)
//	level 5  0.645 (0.58 to 0.71)
//
// engine.Max is as strong as a second allows, which is a far wider step: with an eighth of its nodes it wins 20 of 20 games
// (1.00, 0.84 to 1.00, seed 2) against level 8. The ratings are the sums of 400 log10(p/(1-p)) of these scores; the last one, as if
// that were 20.5 of 21, is an estimate.
package cage
