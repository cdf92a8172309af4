// Package think is the computer player of Cage.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, and knowledge.go evaluates
// boards. The folder learned holds the weights that cmd/lab makes, a file for each size.
//
// A level overlooks a share of the moves beyond the first ply, always the same with one seed; it uses a share of the
// learned knowledge and otherwise counts pieces; it has a maximum depth; and levels 2 to 8 increasingly avoid losing
// a checker within three plies.
package think
