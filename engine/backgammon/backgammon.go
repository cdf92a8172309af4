// Package backgammon has backgammon and its variants. Package board has checkers, dice and plays; package rules the
// turn around them, the cube, the score, and the parsing of moves; package id the position IDs and package mat the
// match files of other programs; package think the computer player.
package backgammon

import (
	"tabuleiro/engine/backgammon/mat"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think"
)

// The games, complete with computer players and file formats.
var (
	Backgammon  = rules.Backgammon.WithBrain(think.Brain, mat.Format, mat.SGF)
	Nackgammon  = rules.Nackgammon.WithBrain(think.Brain, mat.Format)
	Hypergammon = rules.Hypergammon.WithBrain(think.Brain, mat.Format)
	Portes      = rules.Portes.WithBrain(think.Brain)
)
