// Package cage has Cage by Mark Steere (2010). Package rules has the rules, package think the computer player.
package cage

import (
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/cage/think"
)

// Cage is the game, complete with its computer player.
var Cage = rules.Cage.WithBrain(think.Brain)
