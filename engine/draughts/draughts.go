// Package draughts has the games of the draughts family.
//
// Package rules has the move generator, positions and the parsing of moves; package pdn the file formats; package
// think the computer player and its training.
package draughts

import (
	"tabuleiro/engine"
	"tabuleiro/engine/draughts/pdn"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
)

// The games, complete with computer players and file formats.
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

// other returns a game that lists show as a further variant.
func other(g *engine.Game) *engine.Game {
	g = g.WithBrain(think.Other(), pdn.Format)
	g.Further = true
	return g
}
