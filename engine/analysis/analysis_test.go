package analysis_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/draughts"
)

// line plays moves from a position.
func line(t *testing.T, g *engine.Game, text string, moves ...engine.Move) engine.Line {
	t.Helper()
	o, err := g.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(text, o)
	if err != nil {
		t.Fatal(err)
	}
	l := g.NewLine(p)
	for _, m := range moves {
		if l, err = l.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return l
}

// lichess' formula, at values that its page shows.
func TestAccuracy(t *testing.T) {
	for loss, want := range map[int]int{0: 10_000, 500: 7982, 1000: 6358, 2000: 4002, 10_000: 0} {
		if got := analysis.Accuracy(loss); got < want-3 || got > want+3 {
			t.Errorf("accuracy after losing %d: %d instead of %d", loss, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	for loss, want := range map[int]string{499: "", 500: "?!", 999: "?!", 1000: "?", 1500: "??", 9000: "??"} {
		if got := analysis.Chances.MarkFor(loss).String(); got != want {
			t.Errorf("a loss of %d is marked %q instead of %q", loss, got, want)
		}
	}
	if got := analysis.Equities.MarkFor(800); got != analysis.Mistake {
		t.Errorf("an equity of 0.08 given away is marked %v", got)
	}
}

// Giving a man away costs its player and nobody else; capturing it earns nothing.
func TestWhole(t *testing.T) {
	l := line(t, draughts.Portuguese, "W:W3,4,14:B22,30,31", "14-18", "22x13", "3-6")
	r, err := analysis.Analyse(context.Background(), draughts.Portuguese.Brain, l, engine.Limits{Nodes: 3000})
	if err != nil {
		t.Fatal(err)
	}
	gift, capture := r.Moves[0], r.Moves[1]
	if gift.Mark != analysis.Blunder || gift.Side != engine.First || gift.Best.Move == gift.Move {
		t.Errorf("a man was given away: %+v", gift)
	}
	if !capture.Forced || capture.Loss != 0 || capture.Mark != analysis.Good {
		t.Errorf("there was one move: %+v", capture)
	}
	if worst := r.Worst(3); len(worst) == 0 || worst[0] != 0 {
		t.Errorf("the worst moves are %v", worst)
	}
	if r.Loss[0] < gift.Loss || r.Loss[1] != 0 || r.Accuracy[0] >= r.Accuracy[1] {
		t.Errorf("losses %v, accuracy %v", r.Loss, r.Accuracy)
	}
}

// An analysis ends with its context.
func TestAnalyse_Stopped(t *testing.T) {
	l := line(t, draughts.Portuguese, "W:W3,4,14:B22,30,31", "14-18", "22x13", "3-6")
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := analysis.Analyse(stopped, draughts.Portuguese.Brain, l, engine.Limits{Nodes: 3000}); err == nil {
		t.Errorf("a context that has ended gives %+v", r)
	}
}

func TestAdvise(t *testing.T) {
	for _, c := range []struct {
		position, piece string
		move            engine.Move
		reason          analysis.Reason
	}{
		{"W:W18:B22", "18", "18x27", analysis.OnlyMove},
		{"W:WK1,K5,K10:BK32", "", "", analysis.Wins},
		{"W:W14,3,4:B22,30,31", "", "", ""},
	} {
		h, err := analysis.Advise(context.Background(), draughts.Portuguese.Brain, line(t, draughts.Portuguese, c.position),
			engine.Limits{Nodes: 3000})
		if err != nil {
			t.Fatal(err)
		}
		if c.piece != "" && h.Piece != c.piece || c.move != "" && h.Move.Move != c.move || c.reason != "" &&
			h.Reason != c.reason ||
			h.Reason == "" || h.Piece == "" || !strings.HasPrefix(string(h.Move.Move), h.Piece) {
			t.Errorf("%s: %+v", c.position, h)
		}
	}
	over := line(t, draughts.Portuguese, "W:W18:B22", "18x27")
	if _, err := analysis.Advise(context.Background(), draughts.Portuguese.Brain, over, engine.Limits{}); !errors.Is(err,
		analysis.ErrNothing) {
		t.Errorf("a hint when the game is over: %v", err)
	}
}

// margins is a brain that values two moves, the second so much less than the first.
type margins int

func (m margins) Think(context.Context, engine.Line, engine.Limits) (engine.SearchResult, error) {
	list := []engine.Move{"18-21", "18-22"}
	thought := engine.SearchResult{}
	for i, move := range list {
		equity := engine.ProbScale/2 - i*int(m)
		thought.Moves = append(thought.Moves, engine.ScoredMove{Move: move, Win: equity, Equity: equity,
			Line: []engine.Move{move}})
	}
	return thought, nil
}

// A hint calls a move clearly better only if any other move would be a mistake.
func TestAdvise_Margin(t *testing.T) {
	for margin, want := range map[margins]analysis.Reason{
		0: analysis.Equal, 499: analysis.Equal, 500: analysis.Ahead, 999: analysis.Ahead, 1000: analysis.Better,
		4000: analysis.Better,
	} {
		h, err := analysis.Advise(t.Context(), margin, line(t, draughts.Portuguese, "W:W18:B32"), engine.Limits{})
		if err != nil || h.Reason != want {
			t.Errorf("a margin of %d: %s, %v, want %s", margin, h.Reason, err, want)
		}
	}
}

// Pieces that can be recaptured are no gain, whether or not the continuation reaches that.
func TestWhy_Gains(t *testing.T) {
	for _, c := range []struct {
		position string
		way      []engine.Move
		want     engine.Code
	}{
		{"", []engine.Move{"10-14", "23-19", "14x23"}, ""},
		{"", []engine.Move{"10-14", "23-19", "14x23", "28x19"}, ""},
		// a blunder is no reply to expect
		{"W:W9,2:B22,32", []engine.Move{"9-13", "22-18", "13x22", "32-28"}, ""},
		{"W:W10,14:B19,32", []engine.Move{"14x23", "32-28", "23x32"}, analysis.FactWinsGame}, // whatever is answered
	} {
		from := begin(t, draughts.Portuguese)
		if c.position != "" {
			from = line(t, draughts.Portuguese, c.position)
		}
		got := engine.Code("")
		for _, f := range analysis.Why(from, c.way) {
			if f.Code == analysis.FactWins || f.Code == analysis.FactWinsGame || f.Code == analysis.FactExchange {
				got = f.Code
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.way, got, c.want)
		}
	}
}
