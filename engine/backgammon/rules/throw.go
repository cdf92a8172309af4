package rules

import (
	"fmt"

	"tabuleiro/engine"
)

// Rolls that suffice for any game, and games that suffice for any series without a limit.
const (
	throwsOfGame = 1000
	endlessGames = 50
)

// Throws implements engine.DicePosition. A match to n points has at most 2n-1 games.
func (p Position) Throws() int {
	if p.Length == 0 && p.Rules.Points == 0 {
		return endlessGames * throwsOfGame
	}
	return max(1, 2*p.Length-1) * throwsOfGame
}

// Roll implements engine.DicePosition.
func (p Position) Roll(first, second int) (engine.Move, error) {
	switch {
	case p.Turn() != engine.Chance:
		return "", fmt.Errorf("roll: no dice are to be thrown in %s", p)
	case min(first, second) < 1 || max(first, second) > 6:
		return "", fmt.Errorf("roll: the dice cannot show %d and %d", first, second)
	case p.IsOpeningRoll():
		return Throw(first, second), nil
	}
	return Throw(max(first, second), min(first, second)), nil
}

// enough reports whether the present stake wins the match for a side, so that doubling gains nothing.
func enough(p Position, index int) bool { return p.Length > 0 && p.Score[index]+p.Stake() >= p.Length }

// OnlyRolls reports whether the side on turn can only roll.
func (p Position) OnlyRolls() bool {
	return p.Turn() != engine.Nobody && (awaits(p) || p.Phase == Deciding && p.NoDouble(p.Mover) != "")
}

// Forced implements engine.DicePosition: the only play, a pass, or the roll of a side that gains nothing by doubling.
func (p Position) Forced() (engine.Move, bool) {
	if p.Phase == Deciding && enough(p, p.Mover) && !p.Rules.Self {
		return Roll, true
	}
	if p.Phase != Playing {
		return "", false
	}
	switch plays := p.Plays(); {
	case len(plays) == 0:
		return engine.Pass, true
	case len(plays) == 1 && p.NoDouble(p.Mover) != "":
		return p.Text(plays[0]), true
	}
	return "", false
}

// MayDouble implements engine.DicePosition.
func (p Position) MayDouble(s engine.Side) bool {
	if p.Phase == Doubled || p.Phase == Ended || enough(p, IndexOf(s)) {
		return false
	}
	why := p.NoDouble(IndexOf(s))
	return why == "" || why == doubleBefore
}

// Throw implements engine.DicePosition.
func (p Position) Throw() engine.Throw {
	t := engine.Throw{Dice: p.Dice, Each: p.IsOpeningRoll(), Self: p.Rules.Self}
	if p.Phase != Opening && p.Phase != Ended {
		t.By = SideOf(p.Mover)
	}
	if p.Phase == Ended && p.Rules.Opening == anew {
		t.By = SideOf(p.Winner)
	}
	if p.Phase == Doubled {
		t.Doubled = 2 * p.Stake()
	}
	return t
}
