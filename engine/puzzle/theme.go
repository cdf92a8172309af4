package puzzle

import (
	"slices"
	"sync"

	"tabuleiro/engine"
)

// Theme is the theme of a puzzle.
type Theme string

// Themes.
const (
	Capture   Theme = "capture"   // the solving side captures or hits
	Sacrifice Theme = "sacrifice" // the first move captures nothing and lets the opponent capture
	King      Theme = "king"      // the solving side makes a king
	Ending    Theme = "ending"    // few pieces are left
	Race      Theme = "race"      // no checker can be hit any more
	Cube      Theme = "cube"      // a cube decision: whether to double, or to take
)

// Themes lists all themes.
var Themes = []Theme{Capture, Sacrifice, King, Ending, Race, Cube}

// fewLeft is the maximum number of pieces of an ending, of both sides together.
const fewLeft = 8

// themed caches the puzzles of a theme by game and theme, because finding them plays all puzzles of the game.
var themed sync.Map

// With lists the puzzles of a game with a theme, in the order of Of. The list is shared and must not be modified.
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

// has reports whether a puzzle has a theme.
func (p Puzzle) has(g *engine.Game, t Theme) bool {
	lines := p.lines(g)
	if len(lines) < 2 {
		return false
	}
	v := lines[0].View()
	own := func(does func(engine.Line) bool) func(engine.Line) bool {
		return func(l engine.Line) bool { return l.At(l.Len()-1).Turn() == lines[0].Turn() && does(l) }
	}
	switch t {
	case Ending:
		men, kings := v.Count(engine.Nobody)
		return v.Points == nil && men+kings <= fewLeft
	case Race:
		return v.Points != nil && v.Points.Race()
	case Cube:
		return p.Cube != nil
	case Sacrifice:
		return len(lines) > 2 && !captures(lines[1]) && captures(lines[2])
	case Capture:
		return slices.ContainsFunc(lines[1:], own(captures))
	case King:
		return slices.ContainsFunc(lines[1:], own(crowns))
	}
	return false
}

// lines returns the lines before each move of a puzzle and after the last one; nil if a move cannot be played.
func (p Puzzle) lines(g *engine.Game) []engine.Line {
	line, err := p.Line(g)
	lines := []engine.Line{line}
	for _, m := range slices.Concat(p.Solution, p.Rest) {
		if err == nil {
			line, err = line.Play(m)
		}
		lines = append(lines, line)
	}
	if err != nil {
		return nil
	}
	return lines
}

// captures reports whether the last move of a line captures or hits.
func captures(l engine.Line) bool {
	way := l.Trace(l.Len() - 1)
	return len(way.Taken) > 0 || slices.ContainsFunc(way.Hops, func(h engine.Hop) bool { return h.Hit })
}

// crowns reports whether the last move of a line makes a king.
func crowns(l engine.Line) bool {
	before := l.At(l.Len() - 1)
	_, was := before.View().Count(before.Turn())
	_, is := l.View().Count(before.Turn())
	return is > was
}
