package analysis_test

import (
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
)

// The facts that distinguish two moves: the game lost, and the smaller of two counts if both have one.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		game                   *engine.Game
		position               string
		worse, better, earlier string // earlier is of the worse move; "" if both looks have the same
		want                   analysis.Fact
	}{
		{draughts.Chilean, "B:WK9,K11,K16,17,36,37:BK23,26,K27", "27-22 9-18 23x12x21 16x27x18 26-31 36x27",
			"23-29 9-20 29-1", "",
			analysis.Fact{Code: "loses-game"}},
		{eximo.Eximo, "1b6/5bb1/2b1bbb1/bb5b/3ww3/w3w1ww/2w4w/2w5 w",
			"c2-c3 h5-h4 h3xh5 f7-f5 h5xf7xh7 f5xd3xf3xh3xh1*g7*e8 h7xf7 e8xg6 c3-b4 a5xc3 a3-a4",
			"c2-d3 h5-h4 h3xh5 e6-d5 d4xd6xb6 g6-g5 h5xf5 f6xf4xd4xf2 g3-h4 f2-e1*b7*f8 h2-h3", "",
			analysis.Fact{Code: "loses", Count: 2}},
	} {
		moves := func(text string) (list []engine.Move) {
			if c.game == backgammon.Backgammon {
				return []engine.Move{engine.Move(text)}
			}
			for m := range strings.FieldsSeq(text) {
				list = append(list, engine.Move(m))
			}
			return list
		}
		if c.earlier == "" {
			c.earlier = c.worse
		}
		f, _, ok := analysis.Agreed(line(t, c.game, c.position), [2][]engine.Move{moves(c.earlier), moves(c.better)},
			[2][]engine.Move{moves(c.worse), moves(c.better)})
		if !ok || f.Code != c.want.Code || f.Count != c.want.Count {
			t.Errorf("%s: %s against %s: %+v, want %+v", c.position, c.worse, c.better, f, c.want)
		}
	}
}

// If a play lost gammons more than games, the gammons distinguish it from the best one; the strongest level confirms in
// which direction.
func TestGammons(t *testing.T) {
	for _, c := range []struct {
		position string
		move     engine.Move
		want     engine.Code
	}{
		{"sGfkAQPIs/AAIw:cAkPAAAAAAAE", "24/18 21/18", "loses-gammons"},
		{"ZZ+CBUA578UAAA:MAEFAAAAAAAE", "6/5 3/1", "wins-gammons"},
		{"f/YEABCzbQNBAg:cIkGAAAAAAAE", "20/19* 18/13", "wins-gammons"},
		{"/3gAAHCv7QgCCA:cAkHAAAAAAAE", "22/16 13/12", "wins-gammons"},
		{"Y1seEEAc5+ATAA:cIkKAAAAAAAE", "6/1 3/1", "loses-gammons"},
		{"zN0mAiA2G/AAWA:cIkJAAAAAAAE", "bar/23 24/21", "loses-gammons"},
	} {
		l := line(t, backgammon.Backgammon, c.position, c.move)
		r, err := analysis.Analyse(t.Context(), backgammon.Backgammon.Brain, l, engine.Limits{Level: 8})
		if err != nil {
			t.Fatal(err)
		}
		j := r.Moves[0]
		f, ofBetter, ok := j.Difference(l.Back(1))
		if !ok || ofBetter || f.Code != c.want {
			t.Errorf("%s: %s: %+v, %+v", c.position, c.move, f, j)
			continue
		}
		if f.Code == "loses-gammons" && f.Count <= f.Other || f.Code == "wins-gammons" && f.Count >= f.Other {
			t.Errorf("%s: %s: %+v", c.position, c.move, f)
		}
		more := map[engine.Move]int{}
		thought, err := backgammon.Backgammon.Brain.Think(t.Context(), l.Back(1),
			engine.Limits{Level: engine.Levels, Best: 1000})
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range thought.Moves {
			if more[w.Move] = w.WinMore; f.Code == "loses-gammons" {
				more[w.Move] = -w.LoseMore
			}
		}
		if more[j.Move] >= more[j.Best.Move] {
			t.Errorf("%s: %s: %d, and %d after %s", c.position, j.Move, more[j.Move], more[j.Best.Move], j.Best.Move)
		}
	}
}

// A fact against the worse move is told before a proven loss; one for the better move is not.
func TestDifference_BeforeProof(t *testing.T) {
	l := line(t, eximo.Eximo, "1b6/5bb1/2b1bbb1/bb5b/3ww3/w3w1ww/2w4w/2w5 w")
	split := func(text string) (list []engine.Move) {
		for m := range strings.FieldsSeq(text) {
			list = append(list, engine.Move(m))
		}
		return list
	}
	worse := split("c2-c3 h5-h4 h3xh5 f7-f5 h5xf7xh7 f5xd3xf3xh3xh1*g7*e8 h7xf7 e8xg6 c3-b4 a5xc3 a3-a4")
	better := split("c2-d3 h5-h4 h3xh5 e6-d5 d4xd6xb6 g6-g5 h5xf5 f6xf4xd4xf2 g3-h4 f2-e1*b7*f8 h2-h3")
	j := &analysis.Judged{Move: worse[0], Reply: worse[1:], Seen: [][]engine.Move{worse, better}, Played: &sureLoss,
		Best: engine.ScoredMove{Move: better[0], Line: better, Proven: true, Win: engine.ProbScale}}
	if f, ofBetter, ok := j.Difference(l); !ok || ofBetter || f.Code != analysis.FactLoses || f.Count != 2 {
		t.Errorf("%+v, of the better move: %t, %t", f, ofBetter, ok)
	}
}
