// Package eximo has Eximo by Matteo Perlini (2013). Package rules has the rules, package think the computer player.
package eximo

import (
	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/eximo/think"
)

// Eximo is the game, complete with its computer player.
var Eximo = rules.Eximo.WithBrain(think.Brain)
