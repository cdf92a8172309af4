// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth,
// tables.go and endings.go who wins with few pieces. The folder learned holds the files that train makes:
//
//	go run ./cmd/train -o engine/draughts/think/learned portuguese
//	go run ./cmd/train -o engine/draughts/think/learned chilean
//
// Portuguese: the tables of up to four pieces (6.4 million boards, 20 seconds of one core, 287 kB), then 100,000 games of
// self-play in six generations, the last two with 1,200 nodes a move, and a logistic regression after each: 17 minutes 21
// seconds of one core. Against the files that were embedded before, from games with 400 nodes a move throughout, every quiet
// board, and a trust of 0.5 in the search instead of 0.7, and against plain search that counts pieces, equal nodes, 400 games
// each of the seeds 1 and 2:
//
//	before, 5,000 nodes    0.522 (0.474 to 0.571; 107 wins, 204 draws, 89 losses)
//	before, 20,000 nodes   0.534 (0.485 to 0.582; 119, 189, 92)
//	plain, 5,000 nodes     0.943 (0.915 to 0.961; 363, 28, 9); the files of before: 0.931 (354, 37, 9)
//
// Since a search that is stopped no longer settles for a move that it has seen lose, the share against plain search is 0.945 (0.924
// to 0.961; 546, 42, 12; 200 games each of the seeds 1, 2 and 11).
//
// Tables of five pieces (35 MB raw, 2 to 3.5 MB as a file, ten minutes of one core) are not made: a search from five pieces sees
// most of the captures that lead to four, and in memory they would be more than four times as much as is allowed.
//
// Chilean: 16,000 games of each king capture in six generations, the last two with 1,200 nodes a move, 21 minutes 11 seconds of
// one core for all three. Each king capture has weights of its own, as kings differ: of two kings against one the stronger side
// wins, having the move, 16 % with adjacent capture, 99.8 % if kings land right behind and 33 % if they fly; of three against one
// 37 % with adjacent capture, 53 % if they fly. Against plain search that counts pieces, equal nodes, by king capture:
//
//	          5,000 nodes, 600 games, seeds 1, 2 and 11        40,000 nodes, 100 games, seed 1
//	adjacent  0.952 (0.93 to 0.97; 544 wins, 54 draws, 2 losses)     0.965 (0.91 to 0.99; 93, 7, 0)
//	behind    0.952 (0.93 to 0.97; 568, 6, 26)                       0.965 (0.91 to 0.99; 96, 1, 3)
//	flying    0.920 (0.90 to 0.94; 529, 46, 25)                      0.955 (0.90 to 0.98; 93, 5, 2)
//
// Weights that were learned from 60,000 games with 400 nodes a move, shared by the three, and from every quiet board, scored
// 0.817, 0.875 and 0.825 with 5,000 nodes. What made the difference was tried with adjacent capture on a million boards of games
// with 1,500 nodes a move, and 50,000 others to judge by: the squared error of the results, on boards without kings, is 0.0473
// with those weights, and 0.0449 with weights fitted anew to these games alone. If one of six boards is enough where both sides
// have kings, as little happens there for a long time, it falls from 0.0386 to 0.0381 on boards with kings on one side; and if
// the search is trusted more than the result, 0.7 instead of 0.5, from 0.0449 to 0.0447 without kings and from 0.0381 to 0.0378
// (0.85: 0.0449 and 0.0379; 0: 0.0473 and 0.0418). The share against plain search rose from 0.80 over 0.825 to 0.93 (100, 100
// and 200 games). How many moves of men are safe, and how far the nearest man is from becoming a king, told little more (0.0448
// for 0.0449).
//
// None of this was found to help, with the weights of before. Head to head, flying and adjacent capture, 3,000 nodes, 150 to 200
// games each, seed 1, the true share lying within 0.08 of these: late moves reduced from the second on (0.453 with flying kings)
// or from the fourth (0.505, 0.487), or by two already three plies before the end (0.494, 0.459); cuts by a search two plies
// shallower instead of four (0.503, 0.481); a margin of 80 for hopeless boards (0.497, 0.467), and one of 60 for boards that are
// good enough, one ply before the end (0.503, 0.503) or up to two (0.517, 0.510); tables four times as large (0.483, 0.520); no
// reduction of moves that have to be answered by a capture (0.480, 0.485). Not to extend single captures costs 0.106 (flying),
// although searches come 0.7 to 0.8 plies deeper then. If no capture that has to be made counts as a ply, it is 0.48 of 200
// games of flying kings, and 0.49 of Portuguese draughts, seed 3. Against plain search: to ask for kings on one side only, or
// for more pieces on the board, costs 0.07 to 0.17 (adjacent, 60 games each), no late move reductions 0.1, no cuts 0.045
// (flying, 100 games each).
//
// That a board is worth less the longer there was no progress, which is in, gave 0.05 (adjacent, 60 games), games of flying kings
// for flying kings 0.075 (flying, 100 games).
//
// The levels, each against the one below, 200 games from six random plies, seed 2, and how often those of Portuguese draughts
// give a man away for nothing in one ply, of their moves in 60 games:
//
//	          Portuguese                      Chilean
//	level 2   0.693 (0.62 to 0.75)  0.0 %     0.745 (0.68 to 0.80)
//	level 3   0.745 (0.68 to 0.80)  2.2 %     0.698 (0.63 to 0.76)
//	level 4   0.738 (0.67 to 0.79)  4.7 %     0.69  (0.62 to 0.75)
//	level 5   0.70  (0.63 to 0.76)  3.0 %     0.735 (0.67 to 0.79)
//	level 6   0.655 (0.59 to 0.72)  2.1 %     0.733 (0.67 to 0.79)
//	level 7   0.723 (0.66 to 0.78)  1.9 %     0.71  (0.64 to 0.77)
//	level 8   0.733 (0.67 to 0.79)  1.4 %     0.703 (0.64 to 0.76)
//
// engine.Max is as strong as a second allows, which is a far wider step: with an eighth of its nodes it scores 0.85 (0.71 to
// 0.93; 29 wins, 10 draws, 1 loss) in Portuguese and 0.975 (0.87 to 1.00; 38 wins, 2 draws) in Chilean draughts against level 8,
// 40 games each, seed 2. From level 1, that loses to a beginner (62 wins, 42 draws, 96 losses in 200 games), to there is more
// than the steps of eight levels can hold: what is left of it stands above them. The ratings are the sums of 400 log10(p/(1-p))
// of these scores; the last one, from that eighth, is an estimate.
package think
