package change

import (
	"tabuleiro/bot/people"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// following returns the next event of a match that needs no decision: the answer of a deleted player, the next game, a
// dead draw, a throw of the dice, a conditional or forced move, or an automatic roll. It is nil where a player decides
// and when the match is over.
func following(m *match.Match, d Dice) (*match.Event, error) {
	if e := farewell(m); e != nil {
		return e, nil
	}
	if m.IsBetweenGames() {
		return &match.Event{Kind: match.Next}, nil
	}
	if m.IsDead() {
		return &match.Event{Kind: match.Drawn}, nil
	}
	switch m.Turn() {
	case engine.Nobody:
		return nil, nil
	case engine.Chance:
		e, err := m.Throw()
		return &e, err
	}
	if e, ok := m.NextConditional(); ok {
		return &e, nil
	}
	by := m.Player(m.Turn()).ID
	if p, ok := m.Line.Position().(engine.DicePosition); ok {
		if move, forced := p.Forced(); forced {
			return &match.Event{Kind: match.Moved, By: by, Move: move, Forced: true}, nil
		}
		return d.roll(m), nil
	}
	for move := range m.Line.Position().Moves() {
		if move != engine.Pass {
			return nil, nil
		}
	}
	return &match.Event{Kind: match.Moved, By: by, Move: engine.Pass}, nil
}

// farewell returns the answer of a player whose data was deleted to a proposal to stop or cancel the match: agreement,
// as nobody would continue it.
func farewell(m *match.Match) *match.Event {
	other := m.Player(m.Pending.By.Other())
	if m.Pending.Offer != match.Stop && m.Pending.Offer != match.Off || !people.Gone(other) {
		return nil
	}
	return &match.Event{Kind: match.Agreed, By: other.ID, Offer: m.Pending.Offer}
}
