package analysis_test

import (
	"context"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/draughts"
)

// weighs is a brain that values two moves of one position.
type weighs [2]engine.ScoredMove

func (w weighs) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	for i, move := range []engine.Move{"18-21", "18-22"} {
		w[i].Move, w[i].Line = move, []engine.Move{move}
	}
	return engine.SearchResult{Moves: w[:]}, nil
}

var (
	sureWin  = engine.ScoredMove{Proven: true, Win: engine.ProbScale, Equity: engine.ProbScale}
	sureDraw = engine.ScoredMove{Proven: true, Draw: engine.ProbScale, Equity: engine.ProbScale / 2}
	sureLoss = engine.ScoredMove{Proven: true}
	likely   = engine.ScoredMove{Win: 6000, Equity: 6000}
	hopeless = engine.ScoredMove{}
)

// A hint says that a move wins or saves the game only if that is proven.
func TestAdvise_Proven(t *testing.T) {
	for name, c := range map[string]struct {
		moves weighs
		want  analysis.Reason
	}{
		"a win":                   {weighs{sureWin, likely}, analysis.Wins},
		"two wins":                {weighs{sureWin, sureWin}, analysis.Wins},
		"chances against a loss":  {weighs{likely, sureLoss}, analysis.Saves},
		"a draw against a loss":   {weighs{sureDraw, sureLoss}, analysis.Saves},
		"a draw against a draw":   {weighs{sureDraw, sureDraw}, analysis.Equal},
		"lost with either":        {weighs{sureLoss, sureLoss}, analysis.Equal},
		"nothing proven":          {weighs{likely, hopeless}, analysis.Better},
		"chances against a draw":  {weighs{likely, sureDraw}, analysis.Better},
		"a draw, and another one": {weighs{sureDraw, hopeless}, analysis.Better},
	} {
		h, err := analysis.Advise(t.Context(), c.moves, line(t, draughts.Portuguese, "W:W18:B32"), engine.Limits{})
		if err != nil || h.Reason != c.want {
			t.Errorf("%s: %s, %v, want %s", name, h.Reason, err, c.want)
		}
	}
}

// A move with a proven loss is distinguished by it, one that misses a proven win by the win, and no other pair by
// either.
func TestDifference_Proven(t *testing.T) {
	for name, c := range map[string]struct {
		played *engine.ScoredMove
		best   engine.ScoredMove
		want   engine.Code
		better bool
	}{
		"lost":             {&sureLoss, likely, analysis.FactLosesGame, false},
		"lost, not won":    {&sureLoss, sureWin, analysis.FactLosesGame, false},
		"not won":          {&likely, sureWin, analysis.FactWinsGame, true},
		"drawn":            {&sureDraw, likely, "", false},
		"nothing proven":   {&hopeless, likely, "", false},
		"not looked at":    {nil, likely, "", false},
		"not won, unknown": {nil, sureWin, analysis.FactWinsGame, true},
	} {
		c.best.Move, c.best.Line = "18-22", []engine.Move{"18-22"}
		j := &analysis.Judged{Move: "18-21", Played: c.played, Best: c.best}
		f, ofBetter, found := j.Difference(line(t, draughts.Portuguese, "W:W18:B32"))
		if f.Code != c.want || found != (c.want != "") || ofBetter != c.better {
			t.Errorf("%s: %+v, %t, %t", name, f, ofBetter, found)
		}
	}
}
