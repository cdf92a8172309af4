// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// What has been learned is in the folder learned, one file for each size, and made by
//
//	tabuleiro train cage --seed 1 --scale 0.3 -o engine/cage/learned
//
// 1,200 games of self-play on 10x10, 1,875 on 8x8 and 3,333 on 6x6, in four generations with 300 nodes a move: 31 seconds of
// one core. (Since then short trainings have been made to learn more slowly; the command no longer makes these very bytes.)
// On 8x8 with 5,000 nodes a move, 100 games, seed 1, six random plies:
//
//	against plain search that counts checkers, equal nodes       1.00 (0.96 to 1.00), 100 wins
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// With 2,000 nodes on 10x10 and 8x8 it won 60 of 60 against the same search that counts checkers, 55 of 60 on 6x6.
//
// The levels on 10x10, each against the one below, 100 games (level 7: 40 games, level 8 is not measured):
//
//	level 2  0.80 (0.71 to 0.87)     level 5  0.85 (0.77 to 0.91)
//	level 3  0.84 (0.76 to 0.90)     level 6  0.86 (0.78 to 0.91)
//	level 4  0.81 (0.72 to 0.87)     level 7  0.88 (0.74 to 0.95)
package cage
