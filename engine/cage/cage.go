// Package cage plays Cage by Mark Steere (2010). Package rules has the rules, package think the computer's player.
package cage

import (
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/cage/think"
)

// Cage is the game with all that belongs to it.
var Cage = rules.Cage.WithBrain(think.Brain)
