package analysis

import (
	"context"

	"tabuleiro/engine"
)

// rolls returns the mean value of all rolls, given the value of one of them.
func (r *analysis) rolls(ctx context.Context, before engine.Line, rolled engine.Move, value int) (int, error) {
	roller, ok := before.Position().(engine.DicePosition)
	if !ok {
		return value, nil
	}
	values, sum, thrown := map[engine.Move]int{rolled: value}, 0, 0
	for n := range 36 {
		m, err := roller.Roll(1+n/6, 1+n%6)
		if err != nil {
			return 0, err
		}
		next, err := before.Play(m)
		if err != nil {
			return 0, err
		}
		if next.Turn() == engine.Chance {
			continue // a tied opening roll is repeated
		}
		value, known := values[m]
		if !known {
			if value, err = r.worth(ctx, next); err != nil {
				return 0, err
			}
			values[m] = value
		}
		sum, thrown = sum+value, thrown+1
	}
	return sum / max(1, thrown), nil
}

// worth returns the equity of a line for First.
func (r *analysis) worth(ctx context.Context, l engine.Line) (int, error) {
	if won, ended := r.won(l); ended {
		return won, nil
	}
	if o := l.Outcome(); o.Decided() {
		return points(o, r.stake), nil
	}
	turn := l.Turn()
	if turn == engine.Chance {
		return r.rolls(ctx, l, "", 0)
	}
	task := r.task
	task.Best = 1
	thought, err := r.brain.Think(ctx, l, task)
	if err != nil {
		return 0, err
	}
	r.found, r.expected = thought.Moves[0], thought.Moves[0].Line
	return fromSide(thought.Moves[0].Equity, turn, r.stake), nil
}

// won returns what First gained by the game of a StakeGame that ends with the line, in stakes of that game; false if
// none does.
func (r *analysis) won(l engine.Line) (int, bool) {
	gambler, ok := r.brain.(engine.CubeEvaluator)
	c, stake := l.Position().(engine.StakeGame)
	if !ok || !stake || l.Len() == 0 || !c.Standing().Ended.Decided() {
		return 0, false
	}
	o, last := c.Standing().Ended, l.Back(1).Position()
	equity := gambler.Worth(last, o.Winner, o.Points/last.(engine.StakeGame).Stake())
	return fromSide(equity, o.Winner, true), true
}

// points returns the result for First.
func points(o engine.Outcome, stake bool) int {
	switch {
	case stake:
		return fromSide(o.Points*engine.ProbScale, o.Winner, true)
	case o.Winner == engine.Nobody:
		return engine.ProbScale / 2
	}
	return fromSide(engine.ProbScale, o.Winner, false)
}

// fromSide converts a value for a side to one for First, and back.
func fromSide(value int, side engine.Side, stake bool) int {
	switch {
	case side != engine.Second:
		return value
	case stake:
		return -value
	}
	return engine.ProbScale - value
}
