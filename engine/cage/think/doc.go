// Package think is how the computer plays Cage.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are
// worth. The folder learned holds the weights that cmd/lab makes, one file for each size.
//
// A level overlooks some of the moves beyond its own, always the same with one seed; it knows a part of what was
// learned, and else counts pieces; it looks so far; and from level 2 on it takes care more and more often not to give a
// checker away within three plies.
package think
