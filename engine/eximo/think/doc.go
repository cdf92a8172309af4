// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are
// worth. The learned weights are in the folder learned and made by
//
//	go run ./cmd/train -o engine/eximo/think/learned eximo
//
// 60,000 games of self-play in six generations with 400 nodes a move, the last two with 1,200, and a logistic
// regression after each: 26 minutes of one core, on a machine with much else to do. These are the bytes that the
// command makes; against those of before, from as many games with 400 nodes throughout, 200 games with 5,000 nodes a
// move, seed 1, they score 0.655 (0.59 to 0.72; 131 wins). With 5,000 nodes a move, 100 games, seed 1, six random
// plies:
//
//	against plain search that counts men, equal nodes            0.97 (0.92 to 0.99), 97 wins, 3 losses
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// A level overlooks some of the moves beyond its own, always the same with one seed; it knows a part of what was
// learned, and else counts pieces; it looks so far; and from level 6 on it takes care more and more often not to give a
// piece away within three plies. All of it is measured by cmd/train -measure beginner, ladder and blunders.
//
// Against a beginner who takes what can be taken and avoids what is taken back at once, else plays at random, level 1
// scores 0.270 (0.21 to 0.34; 200 games). Levels 1 to 8 give a piece away within three plies in 12.2, 8.4, 7.0, 5.8,
// 4.7, 3.3, 2.7 and 1.9 of 100 moves, and for nothing in 5.7, 4.0, 2.9, 2.5, 2.0, 1.8, 1.4 and 0.7 (100 games of seed
// 21, from level 6 on 40 of seed 33).
//
// Steps from level 8 on are wide, as each looks at ten times as much as the one below; their ratings are estimates.
package think
