// How the house plays, and how it learned to.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are worth,
// tables.go and endings.go who wins with few pieces. The folder learned holds the files that train makes:
//
//	tabuleiro train portuguese --seed 1 -o engine/draughts/learned
//	tabuleiro train chilean --seed 1 -o engine/draughts/learned
//
// Portuguese: the tables of up to four pieces (6.4 million boards, 20 seconds of one core, 287 kB), then 100,000 games of
// self-play in six generations with 400 nodes a move, and a logistic regression after each: 7 minutes 22 seconds of one core
// that others used, too. With 5,000 nodes a move it scores 0.525 (0.46 to 0.59; 63 wins, 84 draws, 53 losses in 200 games, seed
// 1) against the files that were embedded before it, made when searches knew repetitions less well, and 0.92 (0.85 to 0.96; 89,
// 6, 5 in 100 games, seed 1) against plain search that counts pieces, equal nodes.
//
// Tables of five pieces (35 MB raw, 2 to 3.5 MB as a file, ten minutes of one core) are not made: a search from five pieces sees
// most of the captures that lead to four, and in memory they would be more than four times as much as is allowed.
//
// Chilean: 60,000 games in six generations, of each king capture in turn: 12 minutes 17 seconds of one core. The windows are
// shared, what kings are worth is learned for each, as it differs: of two kings against one the stronger side wins, having the
// move, 16 % with adjacent capture, 99.8 % if kings land right behind and 33 % if they fly; of three against one 37 % with
// adjacent capture, 53 % if they fly. Against plain search that counts pieces, equal nodes (5,000), 100 games, seed 1, by king
// capture, and what 60,000 games with adjacent capture alone had taught:
//
//	adjacent  0.80  (0.71 to 0.87; 66 wins, 28 draws, 6 losses)   before 0.815
//	behind    0.875 (0.80 to 0.93; 85, 5, 10)                     before 0.815
//	flying    0.825 (0.74 to 0.89; 78, 9, 13)                     before 0.76
//
// With 5,000 nodes that is less than 0.9: in each of the 13 losses with flying kings what the house expected fell by 0.2 to
// 0.64 within two of its moves, by something that a search of five plies had not seen. Deeper searches lose almost nothing. With
// 40,000 nodes a move for both, 120 games, 40 of each of the seeds 1 to 3:
//
//	adjacent  0.875 (0.80 to 0.92; 90 wins, 30 draws, 0 losses)
//	behind    0.942 (0.88 to 0.97; 110, 6, 4)
//	flying    0.921 (0.86 to 0.96; 104, 13, 3)
//
// With adjacent capture 200 other games of 5,000 nodes (seed 11) gave 0.825 (0.77 to 0.87; 134, 62, 4). More nodes for both do not
// help against draws: with 20,000 it is 0.765 (0.67 to 0.84; 54, 45, 1, seed 1), with 200,000 it is 0.775 (0.56 to 0.90; 11, 9, 0,
// seed 4). More nodes for the house alone do: with 40,000 against 5,000 it scores 0.944 (0.87 to 0.98; 71, 9, 0, seeds 1 and 2).
// The games that are not won seem to be decided with many men on the board, not in endings: of 100 of 5,000 nodes (66, 33, 1, seed
// 11) the house expected less than 0.6 at ply 100 in 34 and scored 0.56 of these, and 0.96 of the 60 others that still went on.
// What is not won is drawn by the twenty moves with kings on both sides.
//
// None of this was found to help. Head to head with the house as it is, flying and adjacent capture, 3,000 nodes, 150 to 200
// games each, seed 1, the true share lying within 0.08 of these: late moves reduced from the second on (0.453 with flying kings)
// or from the fourth (0.505, 0.487), or by two already three plies before the end (0.494, 0.459); cuts by a search two plies
// shallower instead of four (0.503, 0.481); a margin of 80 for hopeless boards (0.497, 0.467), and one of 60 for boards that are
// good enough, one ply before the end (0.503, 0.503) or up to two (0.517, 0.510); tables four times as large (0.483, 0.520); no
// reduction of moves that have to be answered by a capture (0.480, 0.485). Not to extend single captures costs 0.106 (flying),
// although searches come 0.7 to 0.8 plies deeper then. If no capture that has to be made counts as a ply, it is 0.48 of 200
// games of flying kings, and 0.49 of Portuguese draughts, seed 3. Against plain search: to ask for kings on one side only, or
// for more pieces on the board, costs 0.07 to 0.17 (adjacent, 60 games each), no late move reductions 0.1, no cuts 0.045
// (flying, 100 games each). Weights that learned further from 1,115 games with adjacent capture and 1,500 nodes a move tell the
// results of other such games hardly better (squared error without kings 0.0630, before 0.0637) and score 0.815 (0.755 to 0.86),
// where those as they are score 0.825 in the same 200 games (seed 11): of such games 70 % are draws.
//
// That a board is worth less the longer there was no progress, which is in, gave 0.05 (adjacent, 60 games), games of flying kings
// for flying kings 0.075 (flying, 100 games).
//
// The levels, each against the one below, 200 games from six random plies, seed 2, and how often those of Portuguese draughts
// give a man away for nothing in one ply, of their moves in 60 games:
//
//	          Portuguese                      Chilean
//	level 2   0.693 (0.63 to 0.75)  0.0 %     0.718 (0.65 to 0.78)
//	level 3   0.745 (0.68 to 0.80)  2.3 %     0.69  (0.62 to 0.75)
//	level 4   0.748 (0.68 to 0.80)  4.5 %     0.703 (0.64 to 0.76)
//	level 5   0.733 (0.67 to 0.79)  2.5 %     0.735 (0.67 to 0.79)
//	level 6   0.743 (0.68 to 0.80)  1.5 %     0.688 (0.62 to 0.75)
//	level 7   0.735 (0.67 to 0.79)  1.4 %     0.76  (0.70 to 0.81)
//
// Level 8 is as strong as a second allows, which is a far wider step: with an eighth of its nodes it scores 0.95 (0.76 to 0.99; 18
// wins, 2 draws in 20 games of Portuguese draughts) against level 7. From level 1, that loses to a beginner (62 wins, 68 draws,
// 70 losses in 200 games), to there is more than seven steps of at most 0.75 can hold: what is left of it stands at the top,
// where fewer people are. The ratings are the sums of 400 log10(p/(1-p)) of these scores, the last one is a guess.
package draughts
