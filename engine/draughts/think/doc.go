// Package think is the computer player of the draughts family.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go evaluates boards,
// and endings.go knows the results with few pieces. The folder learned holds the files that cmd/lab makes, with notes
// on how they were made and how well they play. Spanish draughts uses those of Portuguese draughts, because the game
// is the same.
//
// A level overlooks a share of the moves beyond the first ply, always the same with one seed, and twice as many
// captures of several pieces and backward captures of men; it uses a share of the learned knowledge and otherwise
// counts pieces; it has a maximum depth; and levels 5 to 8 increasingly avoid losing a piece within three plies.
package think
