package think

import (
	"context"
	"fmt"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/rules"
	"tabuleiro/engine/backgammon/think/net"
)

// cubeOdds holds the expectations of a side with a cube decision, in worths.
type cubeOdds struct {
	odds          Odds
	rolled, taken int64 // without a double, and after a double that is taken
}

// weighCube evaluates a double before the roll by the mean worth after all rolls, with either cube.
func (h *thinker) weighCube(b board.Board, s stakes) cubeOdds {
	if IsKnown(b) {
		rolled, taken := h.bearingOff(b, s, rollsAhead(b.Own.OnBoard()+b.Opp.OnBoard()))
		return cubeOdds{h.Estimate(b), rolled, taken}
	}
	if h.depth == 0 {
		o := h.Estimate(b)
		o[Winning] = min(max(o[Winning]+h.misjudged(b)/4, 0), net.One)
		o.sound(b)
		rolled, taken := s.value(o, lifeOf(b))
		return cubeOdds{o, rolled, taken}
	}
	var c cubeOdds
	var sum [net.Outputs]int64
	same, twice := s.turned(), s.doubled().turned()
	h.eachRoll(h.ctx, b, h.depth-1, func(next board.Board, o Odds, weight int64) {
		for i, x := range o {
			sum[i] += weight * int64(x)
		}
		c.rolled += weight * s.opposite(same.onRoll(o.Turned(), lifeOf(next)))
		c.taken += weight * s.opposite(twice.onRoll(o.Turned(), lifeOf(next)))
	})
	c.odds = meanOdds(sum)
	c.rolled, c.taken = c.rolled/36, c.taken/36
	return c
}

// rollsAhead returns the number of rolls of both sides together to search with the cube, when so many checkers are
// left in a bear-off.
func rollsAhead(left int) int {
	switch {
	case left <= 6:
		return 4
	case left <= 10:
		return 2
	}
	return 1
}

// bearingOff returns the worth of a bear-off of both sides without a double and after one that is taken. It searches
// the last few rolls, which decide much about doubles, with every cube.
func (h *thinker) bearingOff(b board.Board, s stakes, ahead int) (rolled, taken int64) {
	at := bearing{b, s, ahead}
	if w, ok := h.borne[at]; ok {
		return w[0], w[1]
	}
	if o := h.Estimate(b); ahead == 0 || o[Winning] == 0 || o[Winning] == net.One {
		rolled, taken = s.value(o, lifeOf(b))
	} else {
		h.eachRoll(h.ctx, b, 0, func(next board.Board, _ Odds, weight int64) {
			for _, cube := range []struct {
				stakes
				sum *int64
			}{{s, &rolled}, {s.doubled(), &taken}} {
				t := cube.turned()
				*cube.sum += weight * cube.opposite(t.best(h.bearingOff(next, t, ahead-1)))
			}
		})
		rolled, taken = rolled/36, taken/36
	}
	if h.borne == nil {
		h.borne = make(map[bearing][2]int64)
	}
	h.borne[at] = [2]int64{rolled, taken}
	return rolled, taken
}

// bearing is a state of a bear-off; different rolls often lead to the same state.
type bearing struct {
	board.Board
	stakes
	ahead int
}

// weighDoubling is weighCube for the side on roll, before or after its roll.
func (h *thinker) weighDoubling(p rules.Position) (stakes, cubeOdds) {
	s := stakesOf(p, p.Mover)
	if p.Dice[0] == 0 {
		return s, h.weighCube(p.Board(), s)
	}
	best := h.candidates(p, s)[0]
	return s, cubeOdds{best.odds, best.value, h.bestDoubled(p, s)}
}

// weighRoll evaluates rolling and doubling.
func (h *thinker) weighRoll(p rules.Position) []engine.ScoredMove {
	s, c := h.weighDoubling(p)
	known := IsKnown(p.Board())
	return []engine.ScoredMove{
		s.scoredMove(rules.Roll, c.odds, c.rolled, known),
		s.scoredMove(rules.Double, c.odds, min(c.taken, s.worth(1<<s.cube)), known),
	}
}

// weighAnswer evaluates taking and dropping.
func (h *thinker) weighAnswer(p rules.Position) []engine.ScoredMove {
	s, c := h.weighDoubling(p)
	t, o := s.turned(), c.odds.Turned()
	return []engine.ScoredMove{
		t.scoredMove(rules.Take, o, s.opposite(c.taken), IsKnown(p.Board())),
		t.scoredMove(rules.Drop, Odds{}, s.opposite(s.worth(1<<s.cube)), false),
	}
}

// Cube implements engine.CubeEvaluator.
func (player) Cube(ctx context.Context, l engine.Line, t engine.Limits) (engine.Cube, error) {
	p, ok := l.Position().(rules.Position)
	if !ok || p.Phase != rules.Deciding && p.Phase != rules.Doubled {
		return engine.Cube{}, fmt.Errorf("cube: nobody decides about a double in %s", l.Position())
	}
	h, err := newThinker(ctx, p, t)
	if err != nil {
		return engine.Cube{}, err
	}
	s, c := h.weighDoubling(p)
	if err := ctx.Err(); err != nil {
		return engine.Cube{}, err
	}
	return engine.Cube{
		NoDouble: probScale(s.normal(c.rolled)), Take: probScale(s.normal(c.taken)), Drop: probScale(s.normal(s.worth(1 << s.cube))),
	}, nil
}

// Worth implements engine.CubeEvaluator.
func (player) Worth(at engine.Position, side engine.Side, stakes int) int {
	p, ok := at.(rules.Position)
	if !ok {
		return 0
	}
	s := stakesOf(p, rules.IndexOf(side))
	return probScale(s.normal(s.worth(stakes << s.cube)))
}
