package match

import (
	"fmt"

	"tabuleiro/engine"
)

// ConditionalMoves is what a player has said in advance, while the other one is to move: if that one plays so, I play so, and so
// on. Each line begins with a move of the other player and ends with one of the own. A plan is played move by move as
// its lines come about, and is gone at once when anything else happens in the match. The zero value is none.
type ConditionalMoves [][]engine.Move

// MostLines bounds the lines of a plan, MostAhead the moves of a line.
const (
	MostLines = 30
	MostAhead = 20
)

// Refusals of plans.
const (
	PlanOwnTurn engine.Code = "plan-own-turn" // there is nothing to wait for: the author is to move
	PlanDice    engine.Code = "plan-dice"     // nobody knows what the dice will show
)

// Conditional returns what a side has said in advance.
func (m *Match) Conditional(s engine.Side) ConditionalMoves { return m.plans[s] }

// check tells what is wrong with a plan in a position, before the other player moves.
func (p ConditionalMoves) check(line engine.Line) error {
	if len(p) > MostLines {
		return fmt.Errorf("a plan has %d lines at the most", MostLines)
	}
	other := line.Turn()
	for i, moves := range p {
		if len(moves) == 0 || len(moves)%2 == 1 || len(moves) > MostAhead {
			return fmt.Errorf("line %d of a plan has %d moves", i+1, len(moves))
		}
		at, turn := line, other
		for _, move := range moves {
			if at.Turn() != turn {
				return fmt.Errorf("line %d of a plan: %s is played by another side", i+1, move)
			}
			next, err := at.Play(move)
			if err != nil {
				return fmt.Errorf("line %d of a plan: %w", i+1, err)
			}
			at, turn = next, turn.Other()
		}
		for _, earlier := range p[:i] {
			if Contradict(earlier, moves) {
				return fmt.Errorf("line %d of a plan has another answer to the same moves", i+1)
			}
		}
	}
	return nil
}

// Contradict reports whether two lines of a plan have different answers to the same moves, or are the same.
func Contradict(a, b []engine.Move) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i%2 == 1
		}
	}
	return len(a) == len(b)
}

// after is what is left of a plan when its next move has been played.
func (p ConditionalMoves) after(move engine.Move) (rest ConditionalMoves) {
	for _, line := range p {
		if len(line) > 1 && line[0] == move {
			rest = append(rest, line[1:])
		}
	}
	return rest
}

// NextConditional is the move that the side on turn has said in advance for this moment; false if there is none.
func (m *Match) NextConditional() (Event, bool) {
	s := m.Turn()
	if plan := m.Conditional(s); len(plan) > 0 {
		return Event{Kind: Moved, By: m.Player(s).ID, Move: plan[0][0], Ahead: true}, true
	}
	return Event{}, false
}

// updatePlans is what an event makes of the plans, after it has been taken; mover is the side that was on turn before.
func (m *Match) updatePlans(e Event, mover engine.Side) {
	before := m.plans
	if rules[e.Kind].aside {
		return
	}
	m.plans = bySide[ConditionalMoves]{}
	switch {
	case m.Status != Playing || m.IsBetweenGames():
	case e.Kind == Planned:
		m.plans = before
		m.plans[m.Side(e.By)] = e.Lines
	case e.Kind == Moved:
		other := mover.Other()
		if e.Ahead {
			m.plans[mover] = before[mover].after(e.Move)
		} else if m.Turn() == other {
			m.plans[other] = before[other].after(e.Move)
		}
	}
}
