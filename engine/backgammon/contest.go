package backgammon

import (
	"fmt"
	"strings"

	"tabuleiro/engine"
)

// Standing implements engine.Contest.
func (p position) Standing() engine.Standing {
	s := engine.Standing{Score: p.score, Length: p.length, Endless: p.length == 0 && p.rules.points == 0, Crawford: p.crawford}
	if p.phase == ended {
		s.Ended = p.gameOutcome()
	}
	return s
}

// Exports implements engine.Exporter.
func (p position) Exports() []engine.Export {
	list := []engine.Export{{Format: "GNU Backgammon ID", Text: p.String()}}
	if p.phase != ended && p.phase != opening {
		list = append(list, engine.Export{Format: "XGID", Text: p.XGID()})
	}
	return list
}

// Stake implements engine.Contest.
func (p position) Stake() int { return 1 << p.cube }

// Resignations implements engine.Contest.
func (p position) Resignations(s engine.Side) []int {
	switch {
	case p.phase == ended || s != engine.First && s != engine.Second:
		return nil
	case p.multiples():
		return []int{1, 2, 3}
	}
	return []int{1}
}

// Resign implements engine.Contest.
func (p position) Resign(s engine.Side, multiple int) (engine.Move, error) {
	for _, n := range p.Resignations(s) {
		if n == multiple {
			return resignation(s, n), nil
		}
	}
	return "", fmt.Errorf("resign: %v cannot give up for %d stakes in %s", s, multiple, p)
}

func resignation(s engine.Side, multiple int) engine.Move {
	return engine.Move(fmt.Sprintf("%v resigns %d", s, multiple))
}

// resignation takes apart what Resign gives, if it can be played here.
func (p position) resignation(m engine.Move) (engine.Side, int, bool) {
	if !strings.Contains(string(m), "resigns") {
		return engine.Nobody, 0, false
	}
	for _, s := range []engine.Side{engine.First, engine.Second} {
		for _, n := range p.Resignations(s) {
			if resignation(s, n) == m {
				return s, n, true
			}
		}
	}
	return engine.Nobody, 0, false
}
