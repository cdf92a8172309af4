// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth.
// What has been learned is in the folder learned and made by
//
//	tabuleiro train eximo --seed 1 -o engine/eximo/learned
//
// 60,000 games of self-play in six generations with 400 nodes a move, and a logistic regression after each: 5 minutes 15
// seconds of one core. (Since then short trainings have been made to learn more slowly, and every search looks one ply ahead
// at least; the command no longer makes these very bytes.) With 5,000 nodes a move, 100 games, seed 1, six random plies:
//
//	against plain search that counts men, equal nodes            0.90 (0.83 to 0.95), 90 wins, 10 losses
//	against Monte Carlo tree search with four times the boards   1.00 (0.96 to 1.00), 100 wins
//
// The levels, each against the one below, 100 games:
//
//	level 2  0.67 (0.57 to 0.75)     level 5  0.76 (0.67 to 0.83)
//	level 3  0.73 (0.64 to 0.81)     level 6  0.81 (0.72 to 0.87)
//	level 4  0.70 (0.60 to 0.78)     level 7  0.89 (0.81 to 0.94)
//
// Level 8 is not measured. The ratings are the sums of 400 log10(p/(1-p)) of these scores, the last one is a guess.
package eximo
