package analysis_test

import (
	"slices"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
)

// The facts tell what a move soon leads to: a king that one side alone makes, new men in Eximo, and a draw.
func TestWhySoon(t *testing.T) {
	for _, c := range []struct {
		name     string
		game     *engine.Game
		position string
		moves    []engine.Move
		against  bool
		want     engine.Code
	}{
		{"a shot that makes a king", draughts.Portuguese,
			"W:W1,2,3,4,5,6,8,9,10,11,14,16:B17,21,22,23,24,25,26,27,28,30,31,32",
			[]engine.Move{"3-7", "17-13", "10x17", "23-20", "16x23", "28x19x10x3", "8-12", "22-18", "11-15", "24-20"}, true,
			"lets-king-soon"},
		{"and makes one", draughts.Portuguese, "B:W1,2,4,5,6,7,8,9,10,11,14,16:B17,21,22,23,24,25,26,27,28,30,31,32",
			[]engine.Move{"17-13", "10x17", "23-20", "16x23", "28x19x10x3", "8-12", "22-18", "11-15", "24-20"}, false,
			"king-soon"},
		{"new men soon", eximo.Eximo, "5b2/5b2/2b4w/7w/8/b7/4ww2/8 b",
			[]engine.Move{"a3-a2", "h5-h7", "a2-a1*g7*g8", "e2-f3", "f7-e6", "h7xf7", "f8xf6", "f3-g4"}, false, "drops-soon"},
		{"new men next, on whichever side the other one runs", eximo.Eximo, "8/8/1w4b1/8/8/8/8/8 w", []engine.Move{"b6-b7"},
			false, "drops-next"},
		{"and come at once", eximo.Eximo, "8/8/1w6/8/8/8/1b6/8 w", []engine.Move{"b6-b7"}, true, "lets-drops"},
		{"or are kept from it", eximo.Eximo, "8/8/8/8/5b2/8/1b6/w7 w", []engine.Move{"a1xc3"}, false, "stops-drops"},
	} {
		l := line(t, c.game, c.position)
		got := analysis.Why(l, c.moves)
		if c.against {
			got = analysis.Against(l, c.moves)
		}
		if !slices.ContainsFunc(got, func(f analysis.Fact) bool { return f.Code == c.want && !f.Expected() }) {
			t.Errorf("%s: %+v, want %s", c.name, got, c.want)
		}
	}
	l := line(t, eximo.Eximo, "3b4/2b5/1w6/8/8/8/8/8 w")
	if got := analysis.Why(l, []engine.Move{"b6-b7"}); slices.ContainsFunc(got,
		func(f analysis.Fact) bool { return f.Code == "drops-next" }) {
		t.Errorf("a man that is taken before: %+v", got)
	}
	l = line(t, draughts.International, "B:WK5,13,26,47,50:B3,17,43,45")
	if got := analysis.Against(l, []engine.Move{"43-48", "13-8", "3x12", "47-42", "48x37", "5x46", "12-18", "46-19",
		"17-22"}); !slices.ContainsFunc(got, func(f analysis.Fact) bool {
		return f.Code == "loses-king" && f.Count == 1
	}) {
		t.Errorf("a king that is made and falls: %+v", got)
	}
	l = line(t, draughts.Portuguese, "B:WK18:B16,K17,25,31,32:H18")
	for _, m := range []engine.Move{"17-10", "18-4", "10-17", "4-18", "17-10", "18-4", "10-17", "4-18"} {
		var err error
		if l, err = l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	l = l.Back(2)
	if got := analysis.Against(l, []engine.Move{"10-17", "4-18"}); !slices.ContainsFunc(got,
		func(f analysis.Fact) bool { return f.Code == "lets-draw" }) {
		t.Errorf("a repetition: %+v", got)
	}
}

// In an ending of men an exchange changes who has the opposition: the side that gets it is told so, the one that gives
// it away in a report. A move that exchanges nothing changes nothing.
func TestWhyOpposition(t *testing.T) {
	for _, c := range []struct {
		position string
		moves    []engine.Move
		gets     bool
	}{
		{"W:W8,12:B24,19", []engine.Move{"12-15", "19x12", "8x15"}, true},
		{"W:W16,19:B24,27", []engine.Move{"19-23", "27x20", "16x23"}, true},
		{"W:W8,12:B24,19", []engine.Move{"12-16", "24-20"}, false},
		{"W:W8,12,K1:B24,19,K32", []engine.Move{"12-15", "19x12", "8x15"}, false}, // kings can wait
	} {
		l := line(t, draughts.Portuguese, c.position)
		has := slices.ContainsFunc(analysis.Why(l, c.moves), func(f analysis.Fact) bool { return f.Code == "opposition" })
		if has != c.gets {
			t.Errorf("%s: %s: the opposition: %v", c.position, c.moves[0], has)
		}
	}
	l := line(t, draughts.Portuguese, "W:W8,12:B19,28")
	if got := analysis.Against(l, []engine.Move{"12-15", "19x12", "8x15"}); !slices.ContainsFunc(got,
		func(f analysis.Fact) bool { return f.Code == "loses-opposition" }) {
		t.Errorf("it is given away: %+v", got)
	}
}

// Of blots those are told that stand outside the home of the other side, with the throws that hit them there: one that
// is hit in that home loses next to nothing. An anchor farther up is another one.
func TestWhyBlots(t *testing.T) {
	l := line(t, backgammon.Backgammon, "4HPwATDgc/ABMA:MAEKAAAAAAAE") // the opening, 4-2
	got := analysis.Against(l, []engine.Move{"24/22 13/9"})
	if !slices.ContainsFunc(got, func(f analysis.Fact) bool {
		return f.Code == "shots" && f.Count == 6 && slices.Equal(f.At, []int{16}) // their 9 point
	}) {
		t.Errorf("24/22 13/9: %+v", got)
	}
	// 3 throws hit after the one, 1 after the other: that is not it
	l = line(t, backgammon.Backgammon, "mO0MQBbgHHrAKA:cIkNAAAAAAAE")
	few, fewer := []engine.Move{"13/10 8/5* 8/5 8/5"}, []engine.Move{"23/20 8/5* 8/5 8/5"}
	if f, _, ok := analysis.Agreed(l, [2][]engine.Move{few, fewer}, [2][]engine.Move{few, fewer}); !ok ||
		f.Code == "shots" {
		t.Errorf("23/20 8/5* 8/5 8/5 against 13/10 8/5* 8/5 8/5: %+v", f)
	}
	l = line(t, backgammon.Backgammon, "2K6DAQyw28gASg:MIEJAAAAAAAE")
	worse, better := []engine.Move{"bar/23 11/8"}, []engine.Move{"bar/22 13/11"}
	f, ofBetter, ok := analysis.Agreed(l, [2][]engine.Move{worse, better}, [2][]engine.Move{worse, better})
	if !ok || !ofBetter || f.Code != "anchor" || !slices.Equal(f.At, []int{3}) {
		t.Errorf("bar/22 13/11: %+v of the better move: %v, %v", f, ofBetter, ok)
	}
}

// arrives tells whether a side gets a king, or new pieces, in so many moves whatever the other one plays.
func arrives(p engine.Position, side engine.Side, plies int) bool {
	if plies == 0 || p.Turn() != side && p.Turn() != side.Other() {
		return false
	}
	some := false
	for m := range p.Moves() {
		q, err := p.Play(m)
		if err != nil {
			return false
		}
		var got bool
		if got = p.Turn() == side && gets(p, q, m, side); !got {
			got = arrives(q, side, plies-1)
		}
		if own := p.Turn() == side; own == got {
			return own
		}
		some = true
	}
	return some && p.Turn() != side
}

// gets tells whether a side has got a king or new pieces by a move.
func gets(p, q engine.Position, m engine.Move, side engine.Side) bool {
	kings := func(v engine.View) (n int) {
		for _, c := range v.Cells {
			if c.Side == side && c.King {
				n++
			}
		}
		return n
	}
	return strings.Contains(string(m), "*") || kings(q.View()) > kings(p.View())
}
