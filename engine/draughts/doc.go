// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth,
// tables.go and endings.go who wins with few pieces. The folder learned holds the files that train makes:
//
//	tabuleiro train portuguese --seed 1 -o engine/draughts/learned
//	tabuleiro train chilean --seed 1 --scale 0.2 -o engine/draughts/learned
//
// Portuguese: the tables of up to four pieces (6.4 million boards, 20 seconds of one core, 287 kB), then 100,000 games of
// self-play in six generations with 400 nodes a move, and a logistic regression after each: 5 minutes 11 seconds of one core
// in all. With 20,000 nodes a move it scores 0.605 (0.51 to 0.70; 29 wins, 63 draws, 8 losses in 100 games) against what
// 10,000 games teach, and that 0.835 (0.75 to 0.90; 68, 31, 1) against the same search that only counts pieces.
//
// Against plain search that counts pieces, equal nodes (5,000), 100 games, seed 1: 0.95 (0.89 to 0.98; 90, 10, 0).
//
// Chilean, with adjacent capture: 12,000 games (a fifth of the full length), 1 minute 46 seconds of one core. Against plain
// search that counts pieces, equal nodes (5,000), 100 games, seed 1: 0.71 (0.62 to 0.79; 44 wins, 54 draws, 2 losses); with
// flying kings what it has learned is no gain (10, 20, 10 in 40 games). There is more to be had from a full training.
//
// The weights were made before the rate of learning was tied to the number of features of a board (package learn): the
// command makes files of the same kind and of about the same strength, but not these bytes. From one build to itself the
// bytes are the same.
//
// The levels of Portuguese draughts, each against the one below, 100 games from six random plies (level 7: 40 games; level 8
// is not measured, but a tenth of its nodes scores 0.72 (0.47 to 0.88) against level 7 in 16 games):
//
//	level 2  0.73 (0.64 to 0.81)     level 5  0.84 (0.76 to 0.90)
//	level 3  0.80 (0.71 to 0.87)     level 6  0.85 (0.76 to 0.90)
//	level 4  0.71 (0.61 to 0.79)     level 7  0.85 (0.71 to 0.93)
package draughts
