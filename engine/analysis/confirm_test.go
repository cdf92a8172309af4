package analysis_test

import (
	"context"
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// hasty is a brain that is wrong until it may search ten times 3,000 nodes: it prefers 9-13 by far. Then it finds a
// move and an equity for First; it counts its calls.
type hasty struct {
	move   engine.Move
	equity int
	asked  *int
}

func (h hasty) Think(_ context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	*h.asked++
	w := engine.ScoredMove{Move: slices.Collect(l.Position().Moves())[0], Equity: engine.ProbScale / 2}
	switch {
	case l.Turn() == engine.Second:
	case t.Nodes < 30_000:
		w.Move, w.Equity = "9-13", 9000
	default:
		w.Move, w.Equity = h.move, h.equity
	}
	w.Line = []engine.Move{w.Move}
	return engine.SearchResult{Moves: []engine.ScoredMove{w}}, nil
}

// A mark does not exceed what a search of ten times the nodes finds, and its facts are those of that search.
func TestMarks_AreConfirmed(t *testing.T) {
	for _, c := range []struct {
		found hasty
		mark  analysis.Mark
		loss  int
		asked int
	}{
		{hasty{move: "11-15", equity: 6000}, analysis.Good, 0, 3},
		{hasty{move: "10-14", equity: 5100}, analysis.Good, 100, 4},
		{hasty{move: "10-14", equity: 5600}, analysis.Inaccuracy, 600, 4},
		{hasty{move: "10-14", equity: 6200}, analysis.Mistake, 1200, 4},
		{hasty{move: "10-14", equity: 8800}, analysis.Blunder, 3800, 4},
		{hasty{move: "10-14", equity: 9900}, analysis.Blunder, 4000, 4},
	} {
		asked := 0
		c.found.asked = &asked
		l := line(t, draughts.Portuguese, "W:W1-12:B21-32", "11-15")
		r, err := analysis.Analyse(t.Context(), c.found, l, engine.Limits{Nodes: 3000})
		if err != nil {
			t.Fatal(err)
		}
		j := r.Moves[0]
		if j.Mark != c.mark || j.Loss != c.loss || j.Best.Move != c.found.move || asked != c.asked {
			t.Errorf("%+v: %+v, asked %d times", c.found, j, asked)
		}
		if marked := j.Mark != analysis.Good; marked != (len(j.Seen) == 2) || marked &&
			(!slices.Equal(j.Seen[0], append([]engine.Move{"11-15"}, j.Reply...)) || j.Seen[1][0] != "9-13") {
			t.Errorf("%+v: the first look had %v", c.found, j.Seen)
		}
	}
}

// rash is a brain of a game with a stake that reports its nodes. It overrates a play until it may search ten times as
// many; then the played move has another value.
type rash struct {
	equity int // of the play that was made, at the second look
	asked  *[]int
}

func (b rash) Think(_ context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	*b.asked = append(*b.asked, t.Nodes)
	if l.Len() > 0 {
		return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "roll"}}, Nodes: 70}, nil
	}
	made := engine.ScoredMove{Move: "8/5 6/5", Equity: 1000}
	if t.Nodes >= 10*70 {
		made.Equity = b.equity
	}
	thought := engine.SearchResult{Moves: []engine.ScoredMove{{Move: "24/23 13/10", Equity: 3000}, made}, Nodes: 70}
	slices.SortStableFunc(thought.Moves, func(a, b engine.ScoredMove) int { return b.Equity - a.Equity })
	return thought, nil
}

// The same holds for a brain that chooses its own number of nodes: ten times that.
func TestMarks_AreConfirmedWithStake(t *testing.T) {
	for equity, want := range map[int]struct {
		mark analysis.Mark
		loss int
		best engine.Move
	}{
		1000: {analysis.Blunder, 2000, "24/23 13/10"},
		2100: {analysis.Mistake, 900, "24/23 13/10"},
		2900: {analysis.Good, 100, "24/23 13/10"},
		3200: {analysis.Good, 0, "8/5 6/5"},
		0:    {analysis.Blunder, 2000, "24/23 13/10"},
	} {
		var asked []int
		l := line(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "8/5 6/5")
		r, err := analysis.Analyse(t.Context(), rash{equity, &asked}, l, engine.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		j := r.Moves[0]
		if j.Mark != want.mark || j.Loss != want.loss || j.Best.Move != want.best || !slices.Equal(asked, []int{0, 0, 700}) {
			t.Errorf("worth %d: %+v, asked for %v", equity, j, asked)
		}
	}
}

// forgetful is a rash brain whose second search does not include the played move.
type forgetful struct{ rash }

func (b forgetful) Think(ctx context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	thought, err := b.rash.Think(ctx, l, t)
	if t.Nodes > 0 && l.Len() == 0 {
		thought.Moves = slices.DeleteFunc(thought.Moves, func(m engine.ScoredMove) bool { return m.Move == "8/5 6/5" })
	}
	return thought, err
}

// A play that the second search does not include keeps its value.
func TestMarks_WithoutASecondLook(t *testing.T) {
	var asked []int
	l := line(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "8/5 6/5")
	r, err := analysis.Analyse(t.Context(), forgetful{rash{0, &asked}}, l, engine.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if j := r.Moves[0]; j.Mark != analysis.Blunder || j.Loss != 2000 || j.Played != nil || !slices.Equal(asked, []int{0, 0, 700}) {
		t.Errorf("%+v, asked for %v", j, asked)
	}
}

// cautious is a brain of a game with a stake to which a play looks nearly as good as the best one until it searches
// deeper. It keeps the number of moves it was asked for.
type cautious struct {
	closer int // what the play is worth then
	best   *[]int
}

func (b cautious) Think(_ context.Context, l engine.Line, t engine.Limits) (engine.SearchResult, error) {
	*b.best = append(*b.best, t.Best)
	if l.Len() > 0 {
		return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "roll"}}, Nodes: 70}, nil
	}
	made := engine.ScoredMove{Move: "8/5 6/5", Equity: 2700}
	if t.Nodes > 0 {
		made.Equity = b.closer
	}
	return engine.SearchResult{Moves: []engine.ScoredMove{{Move: "24/23 13/10", Equity: 3000}, made}, Nodes: 70}, nil
}

// If other plays come near the best one, the best few are searched again: the loss is reported, and the second search
// alone gives no mark.
func TestMarks_NeedBothLooks(t *testing.T) {
	for closer, loss := range map[int]int{2900: 100, 2700: 300, 2601: 399, 2600: 399, 0: 399} {
		var best []int
		l := line(t, backgammon.Backgammon, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "8/5 6/5")
		r, err := analysis.Analyse(t.Context(), cautious{closer, &best}, l, engine.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		j := r.Moves[0]
		if j.Mark != analysis.Good || j.Loss != loss || j.Played != nil || j.Seen != nil || len(best) != 3 || best[2] != 6 || best[1] < 1000 {
			t.Errorf("worth %d: %+v, asked for %v moves", closer, j, best)
		}
	}
}
