// Package backgammon plays Gamão and its family. Package board has checkers, dice and plays; package rules the turn
// around them, the cube, the score, and how moves are read; package id the IDs of positions and package mat the files
// of matches that other programs know; package think the computer's player.
package backgammon

import (
	"tabuleiro/engine/backgammon/mat"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think"
)

// The games with all that belongs to them.
var (
	Backgammon  = rules.Backgammon.WithBrain(think.Brain, mat.Format, mat.SGF)
	Nackgammon  = rules.Nackgammon.WithBrain(think.Brain, mat.Format)
	Hypergammon = rules.Hypergammon.WithBrain(think.Brain, mat.Format)
	Portes      = rules.Portes.WithBrain(think.Brain)
)
