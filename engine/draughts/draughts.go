// Package draughts plays the games of the draughts family.
//
// Package rules has the generator, what positions are and how moves are read; package pdn the files of games; package think
// the house's player, and how it learned.
package draughts

import (
	"tabuleiro/engine/draughts/pdn"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
)

// The games with all that belongs to them.
var (
	Portuguese = rules.Portuguese.With(think.Portuguese, pdn.Format, pdn.Spanish)
	Chilean    = rules.Chilean.With(think.Chilean, pdn.Format)
)
