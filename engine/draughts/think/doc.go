// Package think is how the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are
// worth, endings.go who wins with few pieces. The folder learned holds the files that train makes:
//
//	go run ./cmd/train -o engine/draughts/think/learned portuguese
//	go run ./cmd/train -o engine/draughts/think/learned chilean
//	go run ./cmd/train -tables -o engine/draughts/think/learned portuguese
//	go run ./cmd/train -tables -o engine/draughts/think/learned chilean
//
// and so the tables of the others; Spanish draughts have those of Portuguese ones.
//
// Tables of up to four pieces, with how long each win takes, by package endings: 6.6 million boards of Portuguese
// draughts, 10 seconds of one core, 209 kB; 43 million boards for each king capture of Chilean draughts, four minutes
// for all three, 334 kB with adjacent capture, 1,262 kB if kings land right behind, 450 kB if they fly; 160 to 216 kB
// for English, Italian, Brazilian and Russian draughts, 459 kB for international ones: 3.5 MB in all. Level 6 wins 500
// of 500 won boards of two to four pieces at random, against the defence that puts off the loss for longest, in each of
// the thirteen games and options, huffing included (go test -run TestEndings -wins 500). A class of boards is unpacked
// when it is needed first, in some milliseconds, to a byte a board.
//
// Portuguese: 100,000 games of self-play, with the tables in six generations, the last two with 1,200 nodes a move, and
// a logistic regression after each: 17 minutes 21 seconds of one core. Against the files that were embedded before,
// from games with 400 nodes a move throughout, every quiet board, and a trust of 0.5 in the search instead of 0.7, and
// against plain search that counts pieces, equal nodes, 400 games each of the seeds 1 and 2:
//
//	before, 5,000 nodes    0.522 (0.474 to 0.571; 107 wins, 204 draws, 89 losses)
//	before, 20,000 nodes   0.534 (0.485 to 0.582; 119, 189, 92)
//	plain, 5,000 nodes     0.943 (0.915 to 0.961; 363, 28, 9); the files of before: 0.931 (354, 37, 9)
//
// Since a search that is stopped no longer settles for a move that it has seen lose, the share against plain search is
// 0.945 (0.924 to 0.961; 546, 42, 12; 200 games each of the seeds 1, 2 and 11).
//
// Tables of five pieces are not made: a search from five pieces sees most of the captures that lead to four.
//
// Chilean: 16,000 games of each king capture in six generations, the last two with 1,200 nodes a move, 21 minutes 11
// seconds of one core for all three. Each king capture has weights of its own, as kings differ: of two kings against
// one the stronger side wins, having the move, 16 % with adjacent capture, 99.8 % if kings land right behind and 33 %
// if they fly; of three against one 37 % with adjacent capture, 53 % if they fly. Against plain search that counts
// pieces, equal nodes, by king capture:
//
//	          5,000 nodes, 600 games, seeds 1, 2 and 11        40,000 nodes, 100 games, seed 1
//	adjacent  0.952 (0.93 to 0.97; 544 wins, 54 draws, 2 losses)     0.965 (0.91 to 0.99; 93, 7, 0)
//	behind    0.952 (0.93 to 0.97; 568, 6, 26)                       0.965 (0.91 to 0.99; 96, 1, 3)
//	flying    0.920 (0.90 to 0.94; 529, 46, 25)                      0.955 (0.90 to 0.98; 93, 5, 2)
//
// Weights that were learned from 60,000 games with 400 nodes a move, shared by the three, and from every quiet board,
// scored 0.817, 0.875 and 0.825 with 5,000 nodes. The cause of the difference was sought with adjacent capture on a
// million boards of games with 1,500 nodes a move, and 50,000 others to judge by: the squared error of the results, on
// boards without kings, is 0.0473 with those weights, and 0.0449 with weights fitted anew to these games alone. If one
// of six boards is enough where both sides have kings, as little happens there for a long time, it falls from 0.0386 to
// 0.0381 on boards with kings on one side; and if the search is trusted more than the result, 0.7 instead of 0.5, from
// 0.0449 to 0.0447 without kings and from 0.0381 to 0.0378 (0.85: 0.0449 and 0.0379; 0: 0.0473 and 0.0418). The share
// against plain search rose from 0.80 over 0.825 to 0.93 (100, 100 and 200 games). How many moves of men are safe, and
// how far the nearest man is from becoming a king, told little more (0.0448 for 0.0449).
//
// None of this was found to help, with the weights of before. Head to head, flying and adjacent capture, 3,000 nodes,
// 150 to 200 games each, seed 1, the true share lying within 0.08 of these: late moves reduced from the second on
// (0.453 with flying kings) or from the fourth (0.505, 0.487), or by two already three plies before the end (0.494,
// 0.459); cuts by a search two plies shallower instead of four (0.503, 0.481); a margin of 80 for hopeless boards
// (0.497, 0.467), and one of 60 for boards that are good enough, one ply before the end (0.503, 0.503) or up to two
// (0.517, 0.510); tables four times as large (0.483, 0.520); no reduction of moves that have to be answered by a
// capture (0.480, 0.485). Not to extend single captures costs 0.106 (flying), although searches come 0.7 to 0.8 plies
// deeper then. If no capture that has to be made counts as a ply, it is 0.48 of 200 games of flying kings, and 0.49 of
// Portuguese draughts, seed 3. Against plain search: to ask for kings on one side only, or for more pieces on the
// board, costs 0.07 to 0.17 (adjacent, 60 games each), no late move reductions 0.1, no cuts 0.045 (flying, 100 games
// each).
//
// That a board is worth less the longer there was no progress, which is in, gave 0.05 (adjacent, 60 games), games of
// flying kings for flying kings 0.075 (flying, 100 games).
//
// A level overlooks some of the moves beyond its own, always the same with one seed, and twice as often captures of
// several pieces and those of men backwards; it knows a part of what was learned, and else counts pieces; it looks so
// far; and from level 5 on it takes care more and more often not to give a piece away within three plies. Levels 1 to 5
// see their own move and the captures that follow, those above look deeper and overlook next to nothing. All of it is
// measured by
//
//	go run ./cmd/train -measure beginner -games 200 -seed 20 portuguese
//	go run ./cmd/train -measure ladder -games 400 -seed 20 portuguese
//	go run ./cmd/train -measure blunders -games 14 -seed 20 portuguese
//
// Against a beginner who takes what can be taken and avoids what is taken back at once, else plays at random, level 1
// scores 0.367 (0.30 to 0.44) in Portuguese and 0.335 (0.27 to 0.40) in Chilean draughts, level 2 0.560 and 0.542 (200
// games each). Levels 1 to 8 of Portuguese draughts give a piece away within three plies in 9.4, 5.9, 5.5, 4.4, 2.4,
// 2.1, 1.8 and 1.6 of 100 moves, and for nothing in 5.6, 3.4, 2.8, 2.3, 1.2, 0.7, 0.6 and 0.5 (100 games of seed 21
// and, from level 4 on, 60 of seed 33). Levels 5 to 8 score 0.62 (0.49 to 0.73), 0.63 (0.50 to 0.74), 0.74 (0.62 to
// 0.84) and 0.76 (0.64 to 0.85) against the level below (60 games of seed 41 each). Of Chilean draughts levels 1 to 4
// give one away in 4.8, 3.3, 2.5 and 1.9 of 100 moves, levels 6 and 7 in 1.2 and 1.1.
//
// engine.Max looks at 1.5 million boards, as strong as a second or two allow.
//
// Brazilian draughts: 100,000 games in six generations, 16 minutes 41 seconds of one core. Against plain search that
// counts pieces, 100 games of seed 1 each: 0.865 (0.78 to 0.92; 82 wins, 9 draws, 9 losses) with 2,000 nodes and 0.870
// (0.79 to 0.92; 80, 14, 6) with 5,000; the files of 12,000 games before 0.845 (81, 7, 12) and 0.860 (81, 10, 9).
//
// English, international, Italian and Russian draughts have had a short training only (-scale 0.12: 12,000 games; 6,400
// of international draughts, -scale 0.16; 23 minutes of a core beside others for Italian draughts). Against plain
// search, 2,000 nodes, 60 games of seed 1: 0.958 (0.87 to 0.99), 0.825 (0.71 to 0.90) and, of Russian ones, 0.833
// (0.72 to 0.91); Italian draughts, 100 games: 0.955 (0.895 to 0.981; 93, 5, 2). Spanish draughts have the files of
// Portuguese ones, as they are the same game. Their levels are those of Portuguese draughts.
package think
