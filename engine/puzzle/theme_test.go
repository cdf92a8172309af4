package puzzle_test

import (
	"slices"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage"
	"tabuleiro/engine/draughts"
	"tabuleiro/engine/eximo"
	"tabuleiro/engine/puzzle"
)

// The themes of puzzles are those that the pieces on the boards tell of, from one move to the next.
func TestThemes(t *testing.T) {
	number := func(v engine.View, side engine.Side, kings bool) (n int) {
		for _, c := range v.Cells {
			if c.Side == side && (c.King || !kings) {
				n++
			}
		}
		return n
	}
	seen := map[puzzle.Theme]int{}
	for _, g := range []*engine.Game{draughts.Portuguese, draughts.Russian, eximo.Eximo, cage.Cage} {
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
	}
	for _, theme := range puzzle.Themes {
		if seen[theme] < 20 {
			t.Errorf("%d puzzles of %s", seen[theme], theme)
		}
	}
}
