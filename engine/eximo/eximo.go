// Package eximo plays Eximo by Matteo Perlini (2013). Package rules has the rules, package think the computer's player.
package eximo

import (
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/eximo/think"
)

// Eximo is the game with all that belongs to it.
var Eximo = rules.Eximo.WithBrain(think.Brain)
