// Package opening has the openings that are drawn: beginnings of three moves, after which neither side is better by
// more than 8 in 100 of the chance to win, as the computer's own search sees it. cmd/lab makes them.
package opening

import (
	"embed"
	"strings"

	"tabuleiro/engine"
)

//go:embed found
var found embed.FS

// Of lists the openings of a game with its usual options, always in the same order; there may be none.
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
