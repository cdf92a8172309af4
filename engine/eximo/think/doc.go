// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// The learned weights are in the folder learned and made by
//
//	go run ./cmd/train -o engine/eximo/think/learned eximo
//
// 60,000 games of self-play in six generations with 400 nodes a move, the last two with 1,200, and a logistic regression after
// each: 26 minutes of one core, on a machine with much else to do. These are the bytes that the command makes; against those of
// before, from as many games with 400 nodes throughout, 200 games with 5,000 nodes a move, seed 1, they score 0.655 (0.59 to 0.72;
// 131 wins). With 5,000 nodes a move, 100 games, seed 1, six random plies:
//
//	against plain search that counts men, equal nodes            0.97 (0.92 to 0.99), 97 wins, 3 losses
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// The levels, each against the one below, 200 games, seed 2:
//
//	level 2  0.725 (0.66 to 0.78)     level 6  0.74  (0.68 to 0.80)
//	level 3  0.715 (0.65 to 0.77)     level 7  0.74  (0.68 to 0.80)
//	level 4  0.74  (0.68 to 0.80)     level 8  0.72  (0.65 to 0.78)
//	level 5  0.73  (0.67 to 0.79)
//
// engine.Max is as strong as a second allows, which is a far wider step: with an eighth of its nodes it scores 0.975 (0.87 to
// 1.00; 39 wins in 40 games, seed 2) against level 8. The ratings are the sums of 400 log10(p/(1-p)) of these scores; the last
// one, from that eighth, is an estimate.
package think
