package puzzle

import (
	"slices"
	"sync"

	"tabuleiro/engine"
)

// Theme is what a puzzle is about.
type Theme string

// Themes.
const (
	Capture   Theme = "capture"   // the side that solves it takes something, or hits
	Sacrifice Theme = "sacrifice" // the move to be found takes nothing and gives something to be taken
	King      Theme = "king"      // the side that solves it makes a king
	Ending    Theme = "ending"    // few pieces are left
	Race      Theme = "race"      // nothing can be hit any more
	Cube      Theme = "cube"      // it is about the stake: whether to double, or to take
)

// Themes lists them all.
var Themes = []Theme{Capture, Sacrifice, King, Ending, Race, Cube}

// fewLeft is the number of pieces of both sides an ending has at most.
const fewLeft = 8

// themed are the puzzles of a theme by the names of both: finding them plays all puzzles of the game.
var themed sync.Map

// With lists the puzzles of a game that have a theme, in the order of Of. The list is shared and must not be changed.
func With(g *engine.Game, t Theme) []Puzzle {
	name := [2]string{g.Name, string(t)}
	if known, ok := themed.Load(name); ok {
		return known.([]Puzzle)
	}
	var list []Puzzle
	for _, p := range Of(g) {
		if p.has(g, t) {
			list = append(list, p)
		}
	}
	themed.Store(name, list)
	return list
}

// has reports whether a puzzle of a game has a theme.
func (p Puzzle) has(g *engine.Game, t Theme) bool {
	line, err := p.Line(g)
	if err != nil || len(p.Solution) == 0 {
		return false
	}
	switch v := line.View(); t {
	case Ending:
		return v.Points == nil && pieces(v) <= fewLeft
	case Race:
		return v.Points != nil && v.Points.Race()
	case Cube:
		return p.Cube != nil
	}
	side, moves := line.Turn(), slices.Concat(p.Solution, p.Rest)
	for n, m := range moves {
		own, before := line.Turn() == side, line
		if line, err = line.Play(m); err != nil {
			return false
		}
		switch {
		case t == Capture && own && captures(before, m):
			return true
		case t == King && own && kings(line.View(), side) > kings(before.View(), side):
			return true
		case t == Sacrifice && n == 0 && captures(before, m):
			return false
		case t == Sacrifice && n == 1:
			return captures(before, m)
		}
	}
	return false
}

// captures reports whether a move takes or hits something.
func captures(l engine.Line, m engine.Move) bool {
	way := l.Position().Trace(m)
	return len(way.Taken) > 0 || slices.ContainsFunc(way.Hops, func(h engine.Hop) bool { return h.Hit })
}

// pieces is the number that stand on a board of cells.
func pieces(v engine.View) (n int) {
	for _, c := range v.Cells {
		if c.Side != engine.Nobody {
			n++
		}
	}
	return n
}

// kings is the number of a side's kings among them.
func kings(v engine.View, side engine.Side) (n int) {
	for _, c := range v.Cells {
		if c.Side == side && c.King {
			n++
		}
	}
	return n
}
