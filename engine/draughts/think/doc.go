// Package think is how the computer plays the games of the draughts family.
//
// brain.go opens a line for package search, node.go is the game as the search sees it, knowledge.go what boards are
// worth, endings.go who wins with few pieces. The folder learned holds the files that cmd/lab makes, where notes stand
// on how they were made and how well they play. Spanish draughts have those of Portuguese ones, as the game is the same.
//
// A level overlooks some of the moves beyond its own, always the same with one seed, and twice as often captures of
// several pieces and those of men backwards; it knows a part of what was learned, and else counts pieces; it looks so
// far; and from level 5 on it takes care more and more often not to give a piece away within three plies.
package think
