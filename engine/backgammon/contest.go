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

// Standing implements engine.Contest.
func (p position) Standing() engine.Standing {
	s := engine.Standing{Score: p.score, Length: p.length, Endless: p.length == 0 && p.rules.points == 0, Crawford: p.crawford}
	if p.phase == ended {
		s.Ended = p.gameOutcome()
	}
	return s
}

// Throw implements engine.Roller.
func (p position) Throw() engine.Throw {
	t := engine.Throw{Dice: p.dice, Each: p.each()}
	if p.phase != opening && p.phase != ended {
		t.By = sideOf(p.mover)
	}
	if p.phase == doubled {
		t.Doubled = 2 * p.Stake()
	}
	return t
}

// Exports implements engine.Exporter.
func (p position) Exports() []engine.Export {
	list := []engine.Export{{Format: "GNU Backgammon ID", Text: p.String()}}
	if p.phase != ended && p.phase != opening {
		list = append(list, engine.Export{Format: "XGID", Text: p.XGID()})
	}
	return list
}
