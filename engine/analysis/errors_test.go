package analysis_test

import (
	"context"
	"errors"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

var errTired = errors.New("tired")

// tired is a brain that fails once, at one of its calls.
type tired struct {
	engine.Brain
	engine.CubeEvaluator
	left int
}

func (b *tired) fails() error {
	if b.left--; b.left == 0 {
		return errTired
	}
	return nil
}

func (b *tired) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	if err := b.fails(); err != nil {
		return engine.SearchResult{}, err
	}
	return b.Brain.Think(ctx, l, t)
}

func (b *tired) Cube(ctx context.Context, l engine.Line, t engine.Limits) (engine.Cube, error) {
	if err := b.fails(); err != nil {
		return engine.Cube{}, err
	}
	return b.CubeEvaluator.Cube(ctx, l, t)
}

// Whichever call of an analysis or a hint fails, its error is returned.
func TestErrors(t *testing.T) {
	cube, _ := backgammon.Backgammon.Brain.(engine.CubeEvaluator)
	for _, c := range []struct {
		brain *tired
		line  engine.Line
		hint  engine.Line
	}{
		{&tired{Brain: draughts.Portuguese.Brain}, line(t, draughts.Portuguese, "W:W3,4,14:B22,30,31", "14-18", "22x13", "3-6"),
			line(t, draughts.Portuguese, "W:W10,14:B19,32")}, // which is won by the moves that are expected
		{&tired{Brain: backgammon.Backgammon.Brain, CubeEvaluator: cube},
			line(t, backgammon.Backgammon, "4HPwATDgc/ABMA:cAkAAAAAAAAE", "roll", "31", "24/21/20", "double", "drop"),
			line(t, backgammon.Backgammon, "4HPwATDgc/ABMA:cAkAAAAAAAAE")},
	} {
		limits := engine.Limits{Nodes: 300}
		_, err := analysis.Analyse(t.Context(), c.brain, c.line, limits)
		if err != nil {
			t.Fatal(err)
		}
		asked := -c.brain.left
		for n := 1; n <= asked; n++ {
			c.brain.left = n
			if r, err := analysis.Analyse(t.Context(), c.brain, c.line, limits); !errors.Is(err, errTired) || r.Moves != nil {
				t.Errorf("question %d of %d: %+v, %v", n, asked, r, err)
			}
		}
		c.brain.left = 0
		if _, err := analysis.Advise(t.Context(), c.brain, c.hint, limits); err != nil {
			t.Fatal(err)
		}
		asked = -c.brain.left
		for n := 1; n <= asked; n++ {
			c.brain.left = n
			if h, err := analysis.Advise(t.Context(), c.brain, c.hint, limits); !errors.Is(err, errTired) || h.Reason != "" {
				t.Errorf("question %d of %d about a hint: %+v, %v", n, asked, h, err)
			}
		}
	}
}

// A finished game has the value of its result, for either side.
func TestWhole_Over(t *testing.T) {
	for _, c := range []struct {
		start string
		move  engine.Move
		value int
	}{
		{"W:W18:B22", "18x27", engine.ProbScale}, {"B:W18:B22", "22x13", 0}, {"W:WK1:BK29,31:H39", "1-5", engine.ProbScale / 2},
		{"B:WK1:BK29,31:H39", "29-25", engine.ProbScale / 2},
	} {
		l := line(t, draughts.Portuguese, c.start, c.move)
		r, err := analysis.Analyse(t.Context(), draughts.Portuguese.Brain, l, engine.Limits{Nodes: 300})
		if err != nil || !l.Outcome().Decided() {
			t.Fatal(err, l.Outcome())
		}
		if got := r.Moves[0]; got.Value != c.value || got.Mark != analysis.Good && c.value != engine.ProbScale/2 {
			t.Errorf("%s %s: %+v", c.start, c.move, got)
		}
	}
}

// For a finished game, a brain without an evaluation of stakes returns the game's own result.
func TestWhole_OverWithStake(t *testing.T) {
	var asked []int
	l := line(t, backgammon.Backgammon, "XGID=-A----------------------b-:0:0:1:21:0:0:0:1:10", "1/off")
	r, err := analysis.Analyse(t.Context(), rash{0, &asked}, l, engine.Limits{})
	if o := l.Outcome(); err != nil || o.Winner != engine.Second {
		t.Fatal(err, o)
	}
	if j := r.Moves[0]; j.Value != -engine.ProbScale*l.Outcome().Points {
		t.Errorf("%+v", j)
	}
}
