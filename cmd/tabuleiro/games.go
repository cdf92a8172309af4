package main

import (
	"strings"

	"tabuleiro/engine"
	"tabuleiro/engine/table"
)

// games are all that can be played, in the order in which they are shown.
var games = table.Games

// called finds a game by its stable name or an alias, in any letter case.
func called(name string) (*engine.Game, error) {
	if g := table.Called(name); g != nil {
		return g, nil
	}
	var known []string
	for _, g := range games {
		known = append(known, g.Name)
	}
	return nil, mistakef("there is no game %q: choose %s", name, strings.Join(known, ", "))
}
