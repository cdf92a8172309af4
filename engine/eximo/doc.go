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
// The levels, each against the one below, 100 games (level 7: 40 games, level 8 is not measured):
//
//	level 2  0.82 (0.73 to 0.88)     level 5  0.74 (0.65 to 0.82)
//	level 3  0.80 (0.71 to 0.87)     level 6  0.82 (0.73 to 0.88)
//	level 4  0.70 (0.60 to 0.78)     level 7  0.78 (0.63 to 0.88)
package eximo
