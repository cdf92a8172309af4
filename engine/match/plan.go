package match

import (
	"fmt"

	"tabuleiro/engine"
)

// ConditionalMoves is a plan: moves that a player enters while the opponent is to move, to be played if the opponent
// plays as expected. Each line begins with a move of the opponent and ends with an own one; the plan shrinks as its
// moves are played, and any other event of the game deletes it.
type ConditionalMoves [][]engine.Move

// MostLines limits the lines of a plan, MostAhead the moves of a line.
const (
	MostLines = 30
	MostAhead = 20
)

// Refusals of plans.
const (
	PlanOwnTurn engine.Code = "plan-own-turn" // the author is to move, so there is nothing to wait for
	PlanDice    engine.Code = "plan-dice"     // the dice are unknown
)

// Conditional returns the conditional moves of a side.
func (m *Match) Conditional(s engine.Side) ConditionalMoves { return m.plans[s] }

// check returns what is wrong with a plan for a line after which the opponent moves.
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

// Contradict reports whether two lines of a plan are equal, or have different answers to the same moves.
func Contradict(a, b []engine.Move) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i%2 == 1
		}
	}
	return len(a) == len(b)
}

// after returns the rest of a plan after a move.
func (p ConditionalMoves) after(move engine.Move) (rest ConditionalMoves) {
	for _, line := range p {
		if len(line) > 1 && line[0] == move {
			rest = append(rest, line[1:])
		}
	}
	return rest
}

// NextConditional returns the conditional move that the side on turn has for this position; false if there is none.
func (m *Match) NextConditional() (Event, bool) {
	s := m.Turn()
	if plan := m.Conditional(s); len(plan) > 0 {
		return Event{Kind: Moved, By: m.Player(s).ID, Move: plan[0][0], Ahead: true}, true
	}
	return Event{}, false
}

// updatePlans updates the plans after an event; mover is the side that was on turn before it.
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
