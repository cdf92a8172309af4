package backgammon

import (
	"tabuleiro/engine"
)

// Enough throws for a game of any length that is ever played, and for as many games as nobody plays without a limit.
const (
	throwsOfGame = 1000
	endlessGames = 50
)

// Throws implements engine.Roller. A match to n points has at most 2n-1 games.
func (p position) Throws() int {
	games := 1
	switch {
	case p.length > 0:
		games = 2*p.length - 1
	case p.rules.points == 0:
		games = endlessGames
	}
	return games * throwsOfGame
}

// Standing implements engine.Endless.
func (p position) Standing() (leader engine.Side, lead int, endless bool) {
	if p.length > 0 || p.rules.points != 0 {
		return engine.Nobody, 0, false
	}
	lead = p.score[0] - p.score[1]
	switch {
	case lead > 0:
		return engine.First, lead, true
	case lead < 0:
		return engine.Second, -lead, true
	}
	return engine.Nobody, 0, true
}

// Exports implements engine.Exporter.
func (p position) Exports() []engine.Export {
	list := []engine.Export{{Format: "GNU Backgammon ID", Text: p.String()}}
	if p.phase != ended && p.phase != opening {
		list = append(list, engine.Export{Format: "XGID", Text: p.XGID()})
	}
	return list
}
