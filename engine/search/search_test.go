package search_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/search"
)

var games = []*engine.Game{draughts.Portuguese, draughts.Chilean, eximo.Eximo, cage.Cage}

func start(t *testing.T, g *engine.Game, chosen engine.Options) engine.Line {
	t.Helper()
	o, err := g.Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return g.NewLine(p)
}

// Nodes limit a search, but one ply is always searched; the results are legal moves, the best first, and legal lines.
func TestThink(t *testing.T) {
	for _, g := range games {
		l := start(t, g, nil)
		for range 12 {
			for _, nodes := range []int{1, 2000} {
				thought, err := g.Brain.Think(t.Context(), l, engine.Limits{Nodes: nodes, Best: 3})
				if err != nil {
					t.Fatal(err)
				}
				if nodes == 2000 && thought.Nodes > nodes || thought.Depth < 1 {
					t.Errorf("%s: %d nodes, depth %d", g.Name, thought.Nodes, thought.Depth)
				}
				last := 1 << 30
				for _, w := range thought.Moves {
					if w.Equity > last || w.Win < 0 || w.Draw < 0 || w.Win+w.Draw > engine.ProbScale || w.Equity != w.Win+w.Draw/2 {
						t.Errorf("%s: %+v", g.Name, thought.Moves)
					}
					last = w.Equity
					end := l
					for i, m := range w.Line {
						if end, err = end.Play(m); err != nil || i == 0 && m != w.Move {
							t.Fatalf("%s: %s: %v: %v", g.Name, l.Position(), w.Line, err)
						}
					}
				}
				if nodes == 2000 {
					if l, err = l.Play(thought.Moves[0].Move); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
	}
}

// Concurrent searches do not disturb each other.
func TestTogether(t *testing.T) {
	for _, g := range games {
		l := start(t, g, nil)
		var wait sync.WaitGroup
		thoughts := make([]engine.SearchResult, 4)
		for i := range thoughts {
			wait.Go(func() {
				thoughts[i], _ = g.Brain.Think(t.Context(), l, engine.Limits{Nodes: 3000, Level: 5, Seed: 9})
			})
		}
		wait.Wait()
		for _, thought := range thoughts[1:] {
			if diff := gocmp.Diff(thoughts[0], thought); diff != "" {
				t.Errorf("%s: %s", g.Name, diff)
			}
		}
	}
}

// patience is a context that ends after it has been asked some times.
type patience struct {
	context.Context
	left int
}

func (p *patience) Err() error {
	if p.left--; p.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancelled(t *testing.T) {
	for _, g := range games {
		l := start(t, g, nil)
		for left, nodes := range map[int]int{0: 1, 3: 10_000_000} {
			_, err := g.Brain.Think(&patience{t.Context(), left}, l, engine.Limits{Nodes: nodes})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s after %d: %v", g.Name, left, err)
			}
		}
	}
}

func TestAskedNonsense(t *testing.T) {
	l := start(t, draughts.Portuguese, nil)
	for _, task := range []engine.Limits{{Level: engine.Max + 1}, {Level: -1}, {Nodes: -1}, {Best: -1}} {
		if _, err := draughts.Portuguese.Brain.Think(t.Context(), l, task); err == nil {
			t.Errorf("%+v was done", task)
		}
	}
	p, err := draughts.Portuguese.Parse("W:W18:B", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := draughts.Portuguese.Brain.Think(t.Context(), draughts.Portuguese.NewLine(p),
		engine.Limits{}); !errors.Is(err, search.ErrOver) {
		t.Errorf("a game that is over: %v", err)
	}
}

// Games with all options can be played to the end, huffing included.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		game    *engine.Game
		options engine.Options
	}{
		{draughts.Chilean, engine.Options{"capture": "huff"}},
		{draughts.Chilean, engine.Options{"capture": "huff", "king-capture": "flying"}},
		{draughts.Chilean, engine.Options{"king-capture": "behind"}},
		{cage.Cage, engine.Options{"size": "6"}},
		{cage.Cage, engine.Options{"size": "8"}},
	} {
		l := start(t, c.game, c.options)
		for l.Turn() != engine.Nobody && l.Len() < 150 {
			thought, err := c.game.Brain.Think(t.Context(), l, engine.Limits{Nodes: 300, Level: 3, Seed: 4})
			if err != nil {
				t.Fatal(err)
			}
			if l, err = l.Play(thought.Moves[0].Move); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Winning chances follow the logistic curve, and never rise with a lower value.
func TestChances(t *testing.T) {
	for x, want := range map[int]int{0: 5000, 100: 7311, -100: 2689, 200: 8808, 500: 9933, 3000: 10_000, -3000: 0} {
		if got := search.Logistic(x, 100); got < want-1 || got > want+1 {
			t.Errorf("logistic of %d: %d instead of %d", x, got, want)
		}
	}
	before := -1
	for v := -2500; v < 2500; v++ {
		win, draw := search.Chances(v, 110, 100)
		if win < before || draw < 0 || win+draw > engine.ProbScale {
			t.Fatalf("chances at %d: %d, %d", v, win, draw)
		}
		before = win
	}
}

// An exchange counts a move's gain, whatever the material before.
func TestExchange(t *testing.T) {
	g := draughts.Portuguese
	brain := g.Brain.(*search.Brain[rules.Position, rules.Move])
	for start, want := range map[string]map[engine.Move]int{
		"W:W1,2,10:B14,32": {"10x19": 1},
		"W:W1,2,3:B32":     {"1-5": 0, "2-5": 0, "2-6": 0, "3-6": 0, "3-7": 0},
		// A man given away, and one that becomes a king, which counts as three.
		"W:W10,27:B17,19,9": {"27-31": 2, "10-13": -1, "10-14": -1, "27-30": 2},
	} {
		p, err := g.Parse(start, nil)
		if err != nil {
			t.Fatal(err)
		}
		moves, root, err := brain.Open(g.NewLine(p), 0)
		if err != nil {
			t.Fatal(err)
		}
		got := map[engine.Move]int{}
		for i, n := range search.Gains(moves, &root, 4) {
			got[root.Choices[i].Move] = n
		}
		if d := gocmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", start, d)
		}
	}
}

// A brain without the rules of a position reports what is missing.
func TestThink_WithoutRules(t *testing.T) {
	unknown := errors.New("unknown rules")
	brain := search.Brain[*tree, int]{
		Rules: func(engine.Position, *search.Root[*tree], int) (search.Rules[*tree, int], error) { return nil, unknown },
		Node:  func(engine.Position, engine.Move) *tree { return over(0) },
		Each:  func(engine.Position, func(engine.Move, engine.Position)) {},
	}
	if _, err := brain.Think(t.Context(), start(t, draughts.Portuguese, nil), engine.Limits{}); !errors.Is(err, unknown) {
		t.Error(err)
	}
}
