package analysis_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// A draw by the expected continuation is told.
func TestWhy_Expected(t *testing.T) {
	l := line(t, draughts.Portuguese, "B:WK18:B16,K17,25,31,32:H18")
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

// Only blots outside the opponent's home board are told, with the rolls that hit them there, as a hit within it costs
// next to nothing. An advanced anchor is another fact.
func TestWhy_Blots(t *testing.T) {
	l := line(t, backgammon.Backgammon, "4HPwATDgc/ABMA:MAEKAAAAAAAE") // the opening, 4-2
	got := analysis.Against(l, []engine.Move{"24/22 13/9"})
	if !slices.ContainsFunc(got, func(f analysis.Fact) bool {
		return f.Code == "shots" && f.Count == 6 && slices.Equal(f.At, []int{16}) // their 9 point
	}) {
		t.Errorf("24/22 13/9: %+v", got)
	}
	// 3 rolls hit after the one, 1 after the other: no fact
	l = line(t, backgammon.Backgammon, "mO0MQBbgHHrAKA:cIkNAAAAAAAE")
	few, fewer := []engine.Move{"13/10 8/5* 8/5 8/5"}, []engine.Move{"23/20 8/5* 8/5 8/5"}
	if got := analysis.Against(l, few); !slices.ContainsFunc(got, func(f analysis.Fact) bool { return f.Code == "shots" }) {
		t.Errorf("13/10 8/5* 8/5 8/5: %+v", got)
	}
	if f, _, ok := analysis.Agreed(l, [2][]engine.Move{few, fewer}, [2][]engine.Move{few, fewer}); ok {
		t.Errorf("23/20 8/5* 8/5 8/5 against 13/10 8/5* 8/5 8/5: %+v", f)
	}
	l = line(t, backgammon.Backgammon, "2K6DAQyw28gASg:MIEJAAAAAAAE")
	worse, better := []engine.Move{"bar/23 11/8"}, []engine.Move{"bar/22 13/11"}
	f, ofBetter, ok := analysis.Agreed(l, [2][]engine.Move{worse, better}, [2][]engine.Move{worse, better})
	if !ok || !ofBetter || f.Code != "anchor" || !slices.Equal(f.At, []int{3}) {
		t.Errorf("bar/22 13/11: %+v of the better move: %v, %v", f, ofBetter, ok)
	}
}
