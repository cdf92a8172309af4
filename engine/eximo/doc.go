// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// The learned weights are in the folder learned and made by
//
//	tabuleiro train eximo --seed 1 -o engine/eximo/learned
//
// 60,000 games of self-play in six generations with 400 nodes a move, and a logistic regression after each: seven minutes of
// one core, on a machine with much else to do. These are the bytes that the command makes; against those of before, 200 games
// with 3,000 nodes a move, they score 0.545 (0.48 to 0.61). Those of before had scored, with 5,000 nodes a move, 100 games,
// seed 1, six random plies:
//
//	against plain search that counts men, equal nodes            0.90 (0.83 to 0.95), 90 wins, 10 losses
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// The levels, each against the one below, 200 games (seed 2; level 7: seed 4):
//
//	level 2  0.67  (0.60 to 0.73)     level 6  0.71  (0.64 to 0.77)
//	level 3  0.67  (0.60 to 0.73)     level 7  0.675 (0.61 to 0.74)
//	level 4  0.72  (0.65 to 0.78)     level 8  0.705 (0.64 to 0.76)
//	level 5  0.715 (0.65 to 0.77)
//
// engine.Max is as strong as a second allows, which is a far wider step: with an eighth of its nodes it scores 0.95 (0.84 to
// 0.99; 38 wins in 40 games, seed 2) against level 8. The ratings are the sums of 400 log10(p/(1-p)) of these scores; the last
// one, from that eighth, is an estimate.
package eximo
