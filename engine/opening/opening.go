// Package opening has the openings for drawing by lot: beginnings of three moves after which neither side's chance to
// win is better by more than 8%, as the computer's own search evaluates them. cmd/lab makes them.
package opening

import (
	"embed"
	"strings"

	"tabuleiro/engine"
)

//go:embed found
var found embed.FS

// Of lists the openings of a game with default options, always in the same order; there may be none.
func Of(g *engine.Game) (list [][]engine.Move) {
	file, err := found.ReadFile("found/" + g.Name + ".openings")
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(file)) {
		list = append(list, engine.ParseMoves(line))
	}
	return list
}
