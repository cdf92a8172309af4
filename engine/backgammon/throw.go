package backgammon

import (
	"fmt"

	"tabuleiro/engine"
)

// Enough throws for a game of any length that is ever played, and for more games without a limit than anybody plays.
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

// Roll implements engine.Roller.
func (p position) Roll(first, second int) (engine.Move, error) {
	switch {
	case p.Turn() != engine.Chance:
		return "", fmt.Errorf("roll: no dice are to be thrown in %s", p)
	case min(first, second) < 1 || max(first, second) > 6:
		return "", fmt.Errorf("roll: the dice cannot show %d and %d", first, second)
	case p.each():
		return throw(first, second), nil
	}
	return throw(max(first, second), min(first, second)), nil
}

// enough tells whether the stake as it is wins a side the match: it has nothing to gain by doubling.
func (p position) enough(index int) bool { return p.length > 0 && p.score[index]+p.Stake() >= p.length }

// Forced implements engine.Roller: the only play, a pass, or the roll of a side that gains nothing by doubling.
func (p position) Forced() (engine.Move, bool) {
	switch p.phase {
	case deciding:
		if p.enough(p.mover) {
			return roll, true
		}
		return "", false
	case playing:
	default:
		return "", false
	}
	switch plays := p.plays(); {
	case len(plays) == 0:
		return engine.Pass, true
	case len(plays) == 1 && p.mayDouble(p.mover) != "":
		return p.text(plays[0]), true
	}
	return "", false
}

// MayDouble implements engine.Roller.
func (p position) MayDouble(s engine.Side) bool {
	if p.phase == doubled || p.phase == ended || p.enough(indexOf(s)) {
		return false
	}
	why := p.mayDouble(indexOf(s))
	return why == "" || why == doubleBefore
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
