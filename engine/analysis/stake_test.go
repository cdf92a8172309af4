package analysis_test

import (
	"context"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// In a game with a stake an obvious decision to roll is left out of the error rate, and a wrong double has its three
// equities.
func TestStake(t *testing.T) {
	const level = "4HPwCSDgc/ABMA:cAlgAAAAAAAE" // after an exchange of hits, the side on roll may double
	for move, c := range map[string]struct {
		decided int
		mark    analysis.Mark
	}{"roll": {0, analysis.Good}, "double": {1, analysis.Blunder}} {
		l := line(t, backgammon.Backgammon, level, engine.Move(move))
		r, err := analysis.Analyse(context.Background(), backgammon.Backgammon.Brain, l, engine.Limits{Level: 7})
		if err != nil {
			t.Fatal(err)
		}
		side := l.At(0).Turn() - engine.First
		j := r.Moves[0]
		if r.Decided[side] != c.decided || j.Mark != c.mark || (j.Cube != nil) != (c.mark != analysis.Good) {
			t.Errorf("%s: %d decisions, %+v", move, r.Decided[side], j)
		}
		if c.mark != analysis.Good && (r.Rate(int(side)) != j.Loss ||
			analysis.StandardOf(r.Rate(int(side))) != "novice") {
			t.Errorf("%s: %d given away a decision of %d", move, r.Rate(int(side)), j.Loss)
		}
	}
}

func TestStandards(t *testing.T) {
	names := []string{"world-class", "expert", "advanced", "intermediate", "casual", "beginner", "novice"}
	for i, least := range []int{0, 50, 80, 120, 180, 260, 350} {
		if got := analysis.StandardOf(least); got != names[i] {
			t.Errorf("an error rate of %d is %s, want %s", least, got, names[i])
		}
		if got := analysis.StandardOf(least - 1); got != names[max(i-1, 0)] {
			t.Errorf("an error rate of %d is %s, want %s", least-1, got, names[max(i-1, 0)])
		}
	}
}

// A hint in a game with a stake lists the best plays with their equities, or the equities of a double.
func TestHint_WithStake(t *testing.T) {
	for position, cube := range map[string]bool{"4HPwCSDgc/ABMA:cAlgAAAAAAAE": true,
		"c7cPAADadhEATA:cAkKAAAAAAAE": false} {
		h, err := analysis.Advise(context.Background(), backgammon.Backgammon.Brain, line(t, backgammon.Backgammon, position),
			engine.Limits{Level: 7})
		if err != nil {
			t.Fatal(err)
		}
		if (h.Cube != nil) != cube || len(h.Best) < 2 || h.Best[0].Move != h.Move.Move {
			t.Errorf("%s: %+v", position, h)
		}
	}
}

// A match is analysed across its openings, where equal dice are rolled again, and across the ends of its games. The
// result of a game does not affect the luck of the opening roll of the next, and a side that certainly wins has no
// luck.
func TestMatch(t *testing.T) {
	o, err := backgammon.Backgammon.Complete(map[string]string{"points": "3"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := backgammon.Backgammon.Parse("XGID=-A-----------------bbbbbb-:0:0:1:00:0:0:0:3:10", o)
	if err != nil {
		t.Fatal(err)
	}
	l := backgammon.Backgammon.NewLine(p)
	for _, m := range []engine.Move{"roll", "21", "1/off", "33", "31", "8/5 6/5"} {
		if l, err = l.Play(m); err != nil {
			t.Fatal(m, err)
		}
	}
	r, err := analysis.Analyse(t.Context(), backgammon.Backgammon.Brain, l, engine.Limits{Level: 8})
	if err != nil {
		t.Fatal(err)
	}
	if tie := r.Moves[3]; tie.Luck != 0 || tie.Mark != analysis.Good {
		t.Errorf("the tie: %+v", tie)
	}
	if throw := r.Moves[1]; throw.Luck != 0 {
		t.Errorf("the throw that could not fail: %+v", throw)
	}
}

// Resigning a game of a match is no mistake, and the moves before it are judged as if the game had gone on.
func TestGivenUp(t *testing.T) {
	o, err := backgammon.Backgammon.Complete(map[string]string{"points": "3"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := backgammon.Backgammon.Parse("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10", o)
	if err != nil {
		t.Fatal(err)
	}
	l := backgammon.Backgammon.NewLine(p)
	mover := l.Turn()
	played, err := l.Play("8/5 6/5")
	if err != nil {
		t.Fatal(err)
	}
	for _, side := range []engine.Side{engine.First, engine.Second} {
		resigns, err := played.Position().(engine.StakeGame).Resign(side, 3)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := played.Play(resigns)
		if err != nil {
			t.Fatal(err)
		}
		r, err := analysis.Analyse(context.Background(), backgammon.Backgammon.Brain, whole, engine.Limits{Level: 7})
		if err != nil {
			t.Fatal(err)
		}
		if j := r.Moves[1]; j.Mark != analysis.Good || j.Loss != 0 ||
			r.Decided != ([2]int{1 - int(mover-engine.First), int(mover - engine.First)}) {
			t.Errorf("%v gives up: %+v, decisions %v", side, j, r.Decided)
		}
		if r.Loss != [2]int{} || len(r.Worst(3)) != 0 {
			t.Errorf("%v gives up: lost %v, worst %v", side, r.Loss, r.Worst(3))
		}
	}
}

// A move that cost an almost certain gammon, or the winner's own slip, did not decide a game; nor did a mistake that
// its player made good.
func TestDecisive(t *testing.T) {
	const level = "4HPwCSDgc/ABMA:cAlgAAAAAAAE"
	l := line(t, backgammon.Backgammon, level)
	moved := func(side engine.Side, before, loss int) analysis.Judged {
		value := before - loss
		if side == engine.Second {
			value = -value
		}
		return analysis.Judged{Side: side, Best: engine.ScoredMove{Equity: before}, Loss: loss, Value: value,
			Mark: analysis.Equities.MarkFor(loss)}
	}
	r := analysis.Report{Moves: []analysis.Judged{
		moved(engine.Second, 0, 5000), moved(engine.First, 5000, 5200), // made good
		moved(engine.First, -1000, 500), moved(engine.Second, -400, 1000), // which decides
		moved(engine.First, 3000, 1500), moved(engine.Second, -2000, 700), moved(engine.First, 9000, 100),
		moved(engine.Second, -9900, 4000), // a gammon
	}}
	for loser, want := range map[engine.Side]int{engine.Second: 3, engine.Nobody: 1} {
		if n, ok := r.Decisive(l, loser); n != want || !ok {
			t.Errorf("lost by %v: %d decided, %v", loser, n, ok)
		}
	}
	if n, ok := r.Decisive(l, engine.First); ok {
		t.Errorf("lost by the side that was ahead at the end: %d decided", n)
	}
}

// offers is a brain that values up to two cube decisions, and nothing else.
type offers []int

func (o offers) Think(_ context.Context, l engine.Line, _ engine.Limits) (thought engine.SearchResult, err error) {
	if l.Len() > 0 {
		return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "x"}}}, nil
	}
	for i, equity := range o {
		thought.Moves = append(thought.Moves, engine.ScoredMove{Move: []engine.Move{"roll", "double"}[i], Equity: equity})
	}
	return thought, nil
}

// A cube decision is obvious if the other one is worth 0.16 less, and not if there is no other one.
func TestStake_Plain(t *testing.T) {
	for _, c := range []struct {
		worth offers
		plain bool
	}{{offers{2000, 400}, true}, {offers{2000, 401}, false}, {offers{2000}, false}} {
		l := line(t, backgammon.Backgammon, "4HPwCSDgc/ABMA:cAlgAAAAAAAE", "roll")
		r, err := analysis.Analyse(t.Context(), c.worth, l, engine.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if j := r.Moves[0]; j.Plain != c.plain || j.Loss != 0 || r.Decided[l.At(0).Turn()-engine.First] == 1 == c.plain {
			t.Errorf("%v: %+v, decisions %v", c.worth, j, r.Decided)
		}
	}
}

// In a game without a stake, even means half the chances, and a move that lost what was lost already did not decide the
// game.
func TestDecisive_Chances(t *testing.T) {
	l := line(t, draughts.Portuguese, "W:W18:B22")
	moved := func(side engine.Side, before, loss int) analysis.Judged {
		value := before - loss
		if side == engine.Second {
			value = engine.ProbScale - value
		}
		return analysis.Judged{Side: side, Best: engine.ScoredMove{Equity: before}, Loss: loss, Value: value,
			Mark: analysis.Chances.MarkFor(loss)}
	}
	r := analysis.Report{Moves: []analysis.Judged{
		moved(engine.First, 5000, 4000), moved(engine.Second, 9000, 4000), // made good: each has half again
		moved(engine.First, 5000, 1500), moved(engine.Second, 6500, 0),
		moved(engine.First, 3500, 2000), moved(engine.Second, 8500, 600),
		moved(engine.First, 2100, 2100), moved(engine.Second, 10_000, 0),
	}}
	for loser, want := range map[engine.Side]int{engine.First: 6, engine.Nobody: 1} {
		if n, ok := r.Decisive(l, loser); n != want || !ok {
			t.Errorf("lost by %v: %d decided, %v", loser, n, ok)
		}
	}
	if n, ok := r.Decisive(l, engine.Second); ok {
		t.Errorf("lost by the side that was ahead at the end: %d decided", n)
	}
	for last, want := range map[int]int{7: 6, 6: 4, 5: 4, 4: 2} {
		r := analysis.Report{Moves: r.Moves[:last]}
		if n, ok := r.Decisive(l, engine.First); n != want || !ok {
			t.Errorf("of %d moves %d decided, %v, want %d", last, n, ok, want)
		}
	}
}
