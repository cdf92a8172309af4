// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are
// worth. The learned weights are in the folder learned, one file for each size, and made by
//
//	go run ./cmd/train -o engine/cage/think/learned cage
//
// 6,000 games of self-play on 10x10, 9,375 on 8x8 and 16,666 on 6x6, in six generations with 300 nodes a move, the last
// two with 1,200, and a logistic regression after each: 14 minutes of one core, on a machine with much else to do.
// These are the bytes that the command makes. Against those of before, from two thirds of the games, four generations
// and 300 nodes throughout, they score with 5,000 nodes a move, 200 games, seed 1, 0.645 (0.58 to 0.71; 129 wins) on
// 10x10, 0.54 (0.47 to 0.61; 108) on 8x8 and 0.51 (0.44 to 0.58; 102) on 6x6. On 8x8 with 5,000 nodes a move, 100
// games, seed 1, six random plies:
//
//	against plain search that counts checkers, equal nodes       1.00 (0.96 to 1.00), 100 wins
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// A level overlooks some of the moves beyond its own, always the same with one seed; it knows a part of what was
// learned, and else counts pieces; it looks so far; and from level 2 on it takes care more and more often not to give a
// checker away within three plies. All of it is measured by cmd/train -measure beginner, ladder and blunders.
//
// Against a beginner who takes what can be taken and avoids what is taken back at once, else plays at random, level 1
// scores 0.275 (40 games of seed 3).
//
// Steps from level 8 on are wide, as each looks at ten times as much as the one below; their ratings are estimates.
package think
