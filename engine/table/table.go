// Package table lists the games: adding one takes a folder and a line here.
package table

import (
	"slices"
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
)

// Games lists all games, in the order shown.
var Games = []*engine.Game{
	draughts.Portuguese,
	draughts.Chilean,
	eximo.Eximo,
	cage.Cage,
	backgammon.Backgammon,
	draughts.Brazilian,
	draughts.English,
	draughts.International,
	draughts.Russian,
	draughts.Italian,
	draughts.Spanish,
	backgammon.Nackgammon,
	backgammon.Hypergammon,
	backgammon.Portes,
}

// Named returns the game with a stable name; nil if there is none.
func Named(name string) *engine.Game {
	return find(func(g *engine.Game) bool { return g.Name == name })
}

// Find returns the game with a stable name or an alias, ignoring case; nil if there is none.
func Find(name string) *engine.Game {
	return find(func(g *engine.Game) bool { return g.IsNamed(strings.ToLower(name)) })
}

func find(is func(*engine.Game) bool) *engine.Game {
	if i := slices.IndexFunc(Games, is); i >= 0 {
		return Games[i]
	}
	return nil
}
