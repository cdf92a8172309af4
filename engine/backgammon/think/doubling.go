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

// weighCube evaluates a double before the roll, with either cube.
func (h *thinker) weighCube(b board.Board, s stakes) cubeOdds {
	if h.depth > 0 && !IsKnown(b) {
		return h.ahead(b, Odds{}, s, 1)
	}
	o := h.Estimate(b)
	if IsKnown(b) {
		return h.ahead(b, o, s, rollsAhead(b.Own.OnBoard()+b.Opp.OnBoard()))
	}
	o[Winning] = min(max(o[Winning]+h.misjudged(b)/4, 0), net.One)
	o.sound(b)
	return h.ahead(b, o, s, 0)
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

// ahead returns the expectations on a board with these odds, by a search of some rolls with every cube. The last few
// rolls of a bear-off decide much about doubles.
func (h *thinker) ahead(b board.Board, o Odds, s stakes, rolls int) cubeOdds {
	at := outlook{b, s, rolls}
	if c, ok := h.seen[at]; ok {
		return c
	}
	c, known := cubeOdds{odds: o}, IsKnown(b)
	if rolls == 0 || known && o[Winning]%net.One == 0 {
		c.rolled, c.taken = s.value(o, lifeOf(b))
	} else {
		mean := h.eachRoll(h.ctx, b, max(h.depth-1, 0), func(next board.Board, o Odds, weight int64) {
			for _, cube := range []struct {
				stakes
				sum *int64
			}{{s, &c.rolled}, {s.doubled(), &c.taken}} {
				t := cube.turned()
				then := h.ahead(next, o.Turned(), t, rolls-1)
				*cube.sum += weight * cube.opposite(t.best(then.rolled, then.taken))
			}
		})
		c.rolled, c.taken = c.rolled/36, c.taken/36
		if !known {
			c.odds = mean
		}
	}
	h.seen[at] = c
	return c
}

// outlook is a question that ahead answers; different rolls often lead to the same one.
type outlook struct {
	board.Board
	stakes
	rolls int
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
