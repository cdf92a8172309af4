package puzzle_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/longtest"
	"tabuleiro/engine/puzzle"
)

// There are at least ninety puzzles for each game offered first, sixty for the others that have any, and forty cube
// puzzles of backgammon. Each has more than three legal moves, or both answers; its solution is legal and ends with the
// solver's move, after which nothing can be captured or, where captures are optional, the brain captures nothing.
//
// The brain finds the first move of some of each game with a short search; with LONG, of all with a million nodes, by
// at least the stated margin.
func TestPuzzles(t *testing.T) {
	for _, g := range []*engine.Game{draughts.Portuguese, draughts.Chilean, eximo.Eximo, cage.Cage, backgammon.Backgammon,
		draughts.Brazilian, draughts.English, draughts.International, draughts.Russian, draughts.Italian, draughts.Spanish} {
		list, fewest := puzzle.Of(g), 90
		every, nodes := 10, 10_000
		if longtest.All() {
			every, nodes = 1, 1_000_000
		}
		asked, found := 0, 0
		if g.Further {
			fewest = 60
		}
		if len(list) < fewest {
			t.Errorf("%s: %d puzzles", g.Name, len(list))
		}
		seen := make(map[string]bool)
		for n, p := range list {
			l, err := p.Line(g)
			if err != nil {
				t.Fatal(err)
			}
			if seen[l.Position().Key()] {
				t.Errorf("%s: puzzle %d is there twice", g.Name, n+1)
			}
			seen[l.Position().Key()] = true
			if moves := slices.Collect(l.Position().Moves()); len(moves) < 4 &&
				(p.Cube == nil || len(moves) != 2) {
				t.Errorf("%s: puzzle %d has no more moves than %v", g.Name, n+1, moves)
			}
			if p.Gap < leastGap(p, l) {
				t.Errorf("%s: puzzle %d: its solution is better by no more than %d", g.Name, n+1, p.Gap)
			}
			if p.Nodes < 1_000_000 {
				t.Errorf("%s: puzzle %d is proven with %d nodes", g.Name, n+1, p.Nodes)
			}
			solver, last := l.Turn(), engine.Nobody
			end := l
			for _, m := range p.Solution {
				last = end.Turn()
				if end, err = end.Play(m); err != nil {
					t.Errorf("%s: puzzle %d: %v", g.Name, n+1, err)
					break
				}
			}
			if last != solver {
				t.Errorf("%s: puzzle %d: its solution ends with a move of %s", g.Name, n+1, last)
			}
			for _, m := range p.Rest {
				if end, err = end.Play(m); err != nil {
					t.Errorf("%s: puzzle %d: %v", g.Name, n+1, err)
					break
				}
			}
			if g != cage.Cage && g != backgammon.Backgammon && end.Turn() != engine.Nobody {
				for m := range end.Position().Moves() {
					if len(end.Position().Trace(m).Taken) > 0 {
						t.Errorf("%s: puzzle %d: after %s %s there is %s to be played", g.Name, n+1, p.Solution, p.Rest, m)
					}
				}
			}
			if n%every != 0 {
				continue
			}
			if g == cage.Cage && end.Turn() != engine.Nobody {
				thought, err := g.Brain.Think(t.Context(), end, engine.Limits{Nodes: 100_000, Best: 2})
				if err != nil {
					t.Fatal(err)
				}
				if m := thought.Moves[0].Move; len(end.Position().Trace(m).Taken) > 0 {
					t.Errorf("%s: puzzle %d: after %s %s there is %s to be played", g.Name, n+1, p.Solution, p.Rest, m)
				}
			}
			thought, err := g.Brain.Think(t.Context(), l, engine.Limits{Nodes: nodes, Best: 2})
			if err != nil {
				t.Fatal(err)
			}
			asked++
			best, next := thought.Moves[0], thought.Moves[1]
			if best.Move == p.Solution[0] {
				found++
			}
			exact := best.Equity-next.Equity == p.Gap && best.Equity == p.Value
			if nodes == p.Nodes && (best.Move != p.Solution[0] || !exact) {
				t.Errorf("%s: puzzle %d, %s: %s (%d), %s (%d)", g.Name, n+1, p.Position, best.Move, best.Equity, next.Move,
					next.Equity)
			}
		}
		if found*10 < asked*9 {
			t.Errorf("%s: %d of %d are solved at first sight", g.Name, found, asked)
		}
		if n := len(puzzle.With(g, puzzle.Cube)); g == backgammon.Backgammon && n < 40 {
			t.Errorf("%d puzzles about the stake", n)
		}
	}
}

// leastGap returns the minimum margin of a puzzle's solution over any other move.
func leastGap(p puzzle.Puzzle, l engine.Line) int {
	_, stake := l.Position().(engine.StakeGame)
	switch {
	case p.Cube != nil:
		return analysis.Equities[analysis.Mistake-1]
	case stake:
		return analysis.Equities[analysis.Blunder-1]
	}
	return engine.ProbScale / 4
}

// A place sees no puzzle again before it has seen all, and two places have different orders.
func TestNext(t *testing.T) {
	const count = 100
	same := 0
	for round := range 3 {
		seen := make(map[int]bool)
		for n := range count {
			here := puzzle.Next("portuguese", "here", round*count+n, count)
			if here < 0 || here >= count || seen[here] {
				t.Fatalf("round %d: puzzle %d comes as number %d", round+1, here, n+1)
			}
			if seen[here] = true; here == puzzle.Next("portuguese", "there", round*count+n, count) {
				same++
			}
		}
	}
	if same > count/10 {
		t.Errorf("two places have %d of %d in the same order", same, 3*count)
	}
}
