package rules

import (
	"fmt"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/id"
)

// Standing implements engine.StakeGame.
func (p Position) Standing() engine.Standing {
	s := engine.Standing{Score: p.Score, Length: p.Length, Endless: p.Length == 0 && p.Rules.Points == 0,
		Crawford: p.Crawford}
	if p.Phase == Ended {
		s.Ended = p.GameOutcome()
	}
	return s
}

// Exports implements engine.Exporter.
func (p Position) Exports() []engine.Export {
	list := []engine.Export{{Format: "GNU Backgammon ID", Text: p.String()}}
	if p.Phase != Ended && p.Phase != Opening {
		list = append(list, engine.Export{Format: "XGID", Text: id.Xgid(p.Board(), p.matchID(), p.Rules.CubeMost)})
	}
	return list
}

// Stake implements engine.StakeGame.
func (p Position) Stake() int { return 1 << p.Cube }

// Resignations implements engine.StakeGame.
func (p Position) Resignations(s engine.Side) []int {
	switch {
	case p.Phase == Ended || s != engine.First && s != engine.Second:
		return nil
	case p.multiples():
		return []int{1, 2, 3}[:p.Rules.Most()]
	}
	return []int{1}
}

// Resign implements engine.StakeGame.
func (p Position) Resign(s engine.Side, multiple int) (engine.Move, error) {
	if !slices.Contains(p.Resignations(s), multiple) {
		return "", fmt.Errorf("resign: %v cannot give up for %d stakes in %s", s, multiple, p)
	}
	return resignation(s, multiple), nil
}

func resignation(s engine.Side, multiple int) engine.Move {
	return engine.Move(fmt.Sprintf("%v resigns %d", s, multiple))
}

// resignation parses the move of a resignation that is possible here.
func (p Position) resignation(m engine.Move) (engine.Side, int, bool) {
	for _, s := range []engine.Side{engine.First, engine.Second} {
		for _, n := range p.Resignations(s) {
			if resignation(s, n) == m {
				return s, n, true
			}
		}
	}
	return engine.Nobody, 0, false
}
