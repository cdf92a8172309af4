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
// A fifth of that training came to 0.71 (44, 54, 2) with adjacent capture. The other games are drawn: 27 of 60 games (adjacent
// capture, 5,000 nodes, seed 7), all by the twenty moves with kings on both sides, and in only five of them had the house ever
// expected more than 0.7. So it is the middle game that has to be played better, and there the evaluation counts: the same
// search that only counts pieces scores 0.57, plain search with what has been learned 0.755 (3,000 nodes, 100 games, seed 1).
// With flying capture it is 0.58 and 0.62 then; 4,000 games of that capture, learned on top, changed nothing.
//
// All these files were made before searches knew repetitions by the board alone, without what is counted, and those of
// Portuguese draughts before the rate of learning was tied to the number of features of a board (package learn): the command
// makes files of the same kind, but not these bytes. From one build to itself the bytes are the same.
//
// The levels, each against the one below, 200 games from six random plies, seed 2, and how often those of Portuguese draughts
// give a man away for nothing in one ply, of their moves in 60 games:
//
//	          Portuguese                      Chilean
//	level 2   0.693 (0.63 to 0.75)  0.0 %     0.718 (0.65 to 0.78)
//	level 3   0.745 (0.68 to 0.80)  2.2 %     0.69  (0.62 to 0.75)
//	level 4   0.713 (0.65 to 0.77)  4.5 %     0.748 (0.68 to 0.80)
//	level 5   0.70  (0.63 to 0.76)  2.9 %     0.705 (0.64 to 0.76)
//	level 6   0.715 (0.65 to 0.77)  1.9 %     0.672 (0.61 to 0.73)
//	level 7   0.705 (0.64 to 0.76)  1.5 %     0.723 (0.66 to 0.78)
//
// Level 8 is as strong as a second allows: a far wider step that is not measured. From level 1, that loses to a beginner (62
// wins, 68 draws, 70 losses in 200 games), to there is more than seven steps of at most 0.75 can hold: what is left of it stands
// at the top, where fewer people are. The ratings are the sums of 400 log10(p/(1-p)) of these scores, the last one is a guess.
package draughts
