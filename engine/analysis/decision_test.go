package analysis_test

import (
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// A decision about the stake is a puzzle where one answer is better by far and the game is not even.
func TestFindDecision(t *testing.T) {
	brain := backgammon.Backgammon.Brain.(engine.Gambler)
	for position, want := range map[string]engine.Move{
		"2D7BAQzg2+AHAA:cAkAAAAAAAAE": "roll",
		"jXuCMQA7NoMHAA:cBEAAAAAAAAE": "take",
		"4HPwATDgc/ABMA:cAkAAAAAAAAE": "", // as the game begins
		"/wAAAP4BAAAAAA:cAkAAAAAAAAE": "double",
		"4HPwATDgc/ABMA:cAkRAAAAAAAE": "", // there are dice
	} {
		p, ok, err := analysis.FindDecision(t.Context(), brain, line(t, backgammon.Backgammon, position), 10_000)
		if err != nil || ok != (want != "") || ok && p.Solution[0] != want {
			t.Errorf("%s: %v, %v, %v; want %s", position, p.Solution, ok, err, want)
		}
		if ok && (p.Gap < 800 || p.Cube == nil || p.Win == 0 || p.Nodes < 1_000_000) {
			t.Errorf("%s: %s", position, p.Text())
		}
	}
}

// A puzzle that is proven anew stays one with its own solution alone.
func TestProve(t *testing.T) {
	start := line(t, draughts.Portuguese, "W:W2,3,4,6,10,11,12,15:B9,17,18,22,24,26,30,31,32")
	for move, want := range map[engine.Move]bool{"15-19": true, "15-20": false} {
		p, ok, err := analysis.Prove(t.Context(), draughts.Portuguese.Brain,
			analysis.Puzzle{Line: start, Solution: []engine.Move{move}}, 30_000)
		if err != nil || ok != want || ok && (p.Nodes != 30_000 || p.Gap < analysis.MinimumGap(start.Position()) ||
			p.Value < p.Gap) {
			t.Errorf("%s: %s, %v, %v", move, p.Text(), ok, err)
		}
	}
}
