// Package draughts plays the games of the draughts family.
//
// Package rules has the generator, what positions are and how moves are read; package pdn the files of games; package
// think the computer's player, and how it learned.
package draughts

import (
	"tabuleiro/engine"
	"tabuleiro/engine/draughts/pdn"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
)

// The games with all that belongs to them.
var (
	Brazilian     = other(rules.Brazilian)
	English       = other(rules.English)
	International = other(rules.International)
	Russian       = other(rules.Russian)
	Italian       = other(rules.Italian)
	Spanish       = other(rules.Spanish)

	Portuguese = rules.Portuguese.WithBrain(think.Portuguese, pdn.Format, pdn.Spanish)
	Chilean    = rules.Chilean.WithBrain(think.Chilean, pdn.Format)
)

// other is a game that is not offered among the first.
func other(g *engine.Game) *engine.Game {
	g = g.WithBrain(think.Other(), pdn.Format)
	g.Further = true
	return g
}
