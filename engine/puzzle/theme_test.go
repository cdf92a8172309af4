package puzzle_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/puzzle"
)

// The themes of puzzles are those visible in the changes of the pieces from one move to the next.
func TestThemes(t *testing.T) {
	number := func(v engine.View, side engine.Side, kings bool) (n int) {
		for _, c := range v.Cells {
			if c.Side == side && (c.King || !kings) {
				n++
			}
		}
		return n
	}
	passed := func(p *engine.Points) bool { // First goes up the numbers on the board, Second down
		first, second := 25, 0
		for n, at := range p.Points {
			if at.Side == engine.First {
				first = min(first, n+1)
			} else if at.Side == engine.Second {
				second = max(second, n+1)
			}
		}
		return p.Bar == [2]int{} && first > second
	}
	seen := map[puzzle.Theme]int{}
	for _, g := range []*engine.Game{draughts.Portuguese, draughts.Russian, eximo.Eximo, cage.Cage,
		backgammon.Backgammon} {
		with := map[puzzle.Theme][]puzzle.Puzzle{}
		for _, theme := range puzzle.Themes {
			with[theme] = puzzle.With(g, theme)
		}
		for _, p := range puzzle.Of(g) {
			l, err := p.Line(g)
			if err != nil {
				t.Fatal(err)
			}
			me, is := l.Turn(), map[puzzle.Theme]bool{}
			you := me.Other()
			if v := l.View(); v.Points != nil {
				hit := slices.ContainsFunc(l.Position().Trace(p.Solution[0]).Hops, func(h engine.Hop) bool { return h.Hit })
				is[puzzle.Capture], is[puzzle.Race] = hit, passed(v.Points)
				is[puzzle.Cube] = v.Points.Dice == [2]int{}
				check(t, g, p, with, is, seen)
				continue
			}
			is[puzzle.Ending] = number(l.View(), me, false)+number(l.View(), you, false) <= 8
			for n, m := range slices.Concat(p.Solution, p.Rest) {
				before, own := l.View(), l.Turn() == me
				if l, err = l.Play(m); err != nil {
					t.Fatal(err)
				}
				after := l.View()
				takes := number(after, you, false) < number(before, you, false)
				is[puzzle.Capture] = is[puzzle.Capture] || own && takes
				is[puzzle.King] = is[puzzle.King] || own && number(after, me, true) > number(before, me, true)
				switch n {
				case 0:
					is[puzzle.Sacrifice] = !takes
				case 1:
					is[puzzle.Sacrifice] = is[puzzle.Sacrifice] && number(after, me, false) < number(before, me, false)
				}
			}
			if len(p.Solution)+len(p.Rest) == 1 {
				is[puzzle.Sacrifice] = false
			}
			check(t, g, p, with, is, seen)
		}
	}
	for _, theme := range puzzle.Themes {
		if seen[theme] < 20 {
			t.Errorf("%d puzzles of %s", seen[theme], theme)
		}
	}
}

// check compares the themes of a puzzle with those expected, and counts them.
func check(t *testing.T, g *engine.Game, p puzzle.Puzzle, with map[puzzle.Theme][]puzzle.Puzzle,
	is map[puzzle.Theme]bool, seen map[puzzle.Theme]int) {
	t.Helper()
	for _, theme := range puzzle.Themes {
		has := slices.ContainsFunc(with[theme], func(q puzzle.Puzzle) bool { return q.Position == p.Position })
		if has {
			seen[theme]++
		}
		if has != is[theme] {
			t.Errorf("%s, %s: %s is %v, want %v", g.Name, p.Position, theme, has, is[theme])
		}
	}
}
