package puzzles_test

import (
	"context"
	"strings"
	"testing"

	"tabuleiro/cmd/lab/puzzles"
	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/draughts"
)

// line returns a position of a game with its usual options.
func line(t *testing.T, g *engine.Game, text string) engine.Line {
	t.Helper()
	options, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text, options)
	if err != nil {
		t.Fatal(err)
	}
	return g.NewLine(p)
}

// A cube decision is a puzzle if one answer is better by far and the game is not even.
func TestFindDecision(t *testing.T) {
	brain := backgammon.Backgammon.Brain.(engine.CubeEvaluator)
	for position, want := range map[string]engine.Move{
		"2D7BAQzg2+AHAA:cAkAAAAAAAAE": "roll",
		"jXuCMQA7NoMHAA:cBEAAAAAAAAE": "take",
		"4HPwATDgc/ABMA:cAkAAAAAAAAE": "", // as the game begins
		"/wAAAP4BAAAAAA:cAkAAAAAAAAE": "double",
		"4HPwATDgc/ABMA:cAkRAAAAAAAE": "", // there are dice
	} {
		p, ok, err := puzzles.FindDecision(t.Context(), brain, line(t, backgammon.Backgammon, position), 10_000)
		if err != nil || ok != (want != "") || ok && p.Solution[0] != want {
			t.Errorf("%s: %v, %v, %v; want %s", position, p.Solution, ok, err, want)
		}
		if ok && (p.Gap < 800 || p.Cube == nil || p.Win == 0 || p.Nodes < 1_000_000) {
			t.Errorf("%s: %s", position, p.Text())
		}
	}
}

// A puzzle proven again keeps its solution as the only one.
func TestProve(t *testing.T) {
	start := line(t, draughts.Portuguese, "W:W2,3,4,6,10,11,12,15:B9,17,18,22,24,26,30,31,32")
	for move, want := range map[engine.Move]bool{"15-19": true, "15-20": false} {
		p, ok, err := puzzles.Prove(t.Context(), draughts.Portuguese.Brain,
			puzzles.Puzzle{Line: start, Solution: []engine.Move{move}}, 30_000)
		if err != nil || ok != want || ok && (p.Nodes != 30_000 || p.Gap < puzzles.MinimumGap(start.Position()) ||
			p.Value < p.Gap) {
			t.Errorf("%s: %s, %v, %v", move, p.Text(), ok, err)
		}
	}
}

// A solution is played on until its gain is on the board: a promotion to king, or the capture of a piece given away.
func TestSettled(t *testing.T) {
	for position, want := range map[string]string{
		"W:W15,16,24,25:BK2,23,27,29:H1":          "15-19\t23x14 24-28 14-10 28-32",
		"B:W1,2,4,5,6,9,25:B11,16,26,29,30,31,32": "11-7\t4x11",
	} {
		p, _, err := puzzles.FindPuzzle(t.Context(), draughts.Portuguese.Brain, line(t, draughts.Portuguese, position),
			10_000)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.SplitN(p.Text(), "\t", 6)[5]; got != want {
			t.Errorf("%s: %q, want %q", position, got, want)
		}
	}
}

// A winning shot is a puzzle; a position in which every move wins is not.
func TestFindPuzzle(t *testing.T) {
	for position, want := range map[string]engine.Move{
		"W:W2,3,4,6,10,11,12,15:B9,17,18,22,24,26,30,31,32": "15-19",
		"W:WK1,K5,K10:BK32": "",
	} {
		p, ok, err := puzzles.FindPuzzle(context.Background(), draughts.Portuguese.Brain,
			line(t, draughts.Portuguese, position), 3_000)
		if err != nil {
			t.Fatal(err)
		}
		if ok != (want != "") {
			t.Errorf("%s: a puzzle: %t", position, ok)
			continue
		}
		if ok && (p.Solution[0] != want || len(p.Solution)%2 == 0 || p.Gap < puzzles.MinimumGap(p.Line.Position())) {
			t.Errorf("%s: %s, gap %d", position, p.Text(), p.Gap)
		}
	}
}
