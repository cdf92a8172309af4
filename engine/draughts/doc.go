// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth,
// tables.go and endings.go who wins with few pieces. The folder learned holds the files that train makes:
//
//	tabuleiro train portuguese --seed 1 -o engine/draughts/learned
//	tabuleiro train chilean --seed 1 -o engine/draughts/learned
//
// Portuguese: the tables of up to four pieces (6.4 million boards, 20 seconds of one core, 287 kB), then 100,000 games of
// self-play in six generations with 400 nodes a move, and a logistic regression after each: 5 minutes 11 seconds of one core
// in all. With 20,000 nodes a move it scores 0.605 (0.51 to 0.70; 29 wins, 63 draws, 8 losses in 100 games) against what
// 10,000 games teach, and that 0.835 (0.75 to 0.90; 68, 31, 1) against the same search that only counts pieces.
//
// Against plain search that counts pieces, equal nodes (5,000), 100 games, seed 1: 0.95 (0.89 to 0.98; 90, 10, 0).
//
// Chilean, with adjacent capture: 60,000 games in six generations, about twelve minutes of one core. Against plain search that
// counts pieces, equal nodes (5,000), 100 games, seed 1, by king capture:
//
//	adjacent  0.815 (0.73 to 0.88; 63 wins, 37 draws, 0 losses)
//	behind    0.815 (0.73 to 0.88; 73, 17, 10)
//	flying    0.76  (0.67 to 0.83; 62, 28, 10)
//
// A fifth of that training came to 0.71 (44, 54, 2) with adjacent capture.
//
// The weights of Chilean draughts are those that the command makes. Those of Portuguese draughts were made before the rate of
// learning was tied to the number of features of a board (package learn): the command makes files of the same kind and of about
// the same strength, but not these bytes. From one build to itself the bytes are the same.
//
// The levels of Portuguese draughts, each against the one below, 200 games from six random plies (level 7: 60 games), and
// how often they give a man away for nothing in one ply, of their moves in 40 to 60 games:
//
//	level 2  0.655 (0.59 to 0.72)  0.0 %     level 5  0.65  (0.58 to 0.71)  3.2 %
//	level 3  0.738 (0.67 to 0.79)  1.9 %     level 6  0.773 (0.71 to 0.83)  2.0 %
//	level 4  0.758 (0.69 to 0.81)  4.4 %     level 7  0.925 (0.83 to 0.97)  1.0 %, with twice the nodes
//
// Level 8 is not measured.
// The ratings of the levels are the sums of 400 log10(p/(1-p)) of these scores. From level 1, that loses to a beginner (53
// wins, 52 draws, 95 losses in 200 games), to the strongest that the search can do there is more than seven such steps of at most
// 0.75 can hold: what is left of it stands at the top, where fewer people are.
package draughts
