package main

import (
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
)

// games are all that can be played, in the order in which they are shown.
var games = []*engine.Game{
	draughts.Portuguese,
	draughts.Chilean,
	eximo.Eximo,
	cage.Cage,
	backgammon.Backgammon,
}

// called finds a game by its stable name or an alias, in any letter case.
func called(name string) (*engine.Game, error) {
	var known []string
	for _, g := range games {
		if g.Called(strings.ToLower(name)) {
			return g, nil
		}
		known = append(known, g.Name)
	}
	return nil, mistakef("there is no game %q: choose %s", name, strings.Join(known, ", "))
}
