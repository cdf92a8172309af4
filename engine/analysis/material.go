package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// How far pieces have to stay won or lost in the moves that are expected, if the game does not end before, and how far
// these moves are looked at: what happens later has other reasons.
const (
	enough = 4
	soon   = 9
)

// material is what the side gives and takes by the moves until nothing more is taken at once, and what it has won in
// the end: the least lead that it keeps from where it leads or, if it never does, minus the least that it loses.
// Nothing is won or lost where the moves end among captures, or soon. Where nobody has to capture more moves are
// wanted, and all of them are looked at.
func (c change) material() (given, taken, won int) {
	line, lead := c.line, 0
	var leads []int // where nothing is taken next, from where one side leads
	settled := false
	_, duties := c.line.Position().(engine.Arbiter)
	for i, m := range c.moves {
		if duties && i >= soon && len(leads) > 0 {
			break
		}
		turn, way := line.Turn(), line.Position().Trace(m)
		n := len(way.Taken)
		next, err := line.Play(m)
		if err != nil {
			break
		}
		line = next
		if turn == c.side {
			lead += gain(way)
		} else {
			lead -= gain(way)
		}
		switch {
		case settled:
		case turn == c.side:
			taken += n
		default:
			given += n
		}
		quiet := false
		if i+1 < len(c.moves) {
			quiet = len(line.Position().Trace(c.moves[i+1]).Taken) == 0
		} else {
			quiet = line.Turn() == engine.Nobody || !canTake(line.Position())
		}
		if settled = settled || quiet; quiet && (lead != 0 || len(leads) > 0) {
			leads = append(leads, lead)
		}
	}
	switch {
	case len(leads) == 0 || len(c.moves) < enough && line.Turn() != engine.Nobody:
	case !duties && len(c.moves) < soon && line.Turn() != engine.Nobody:
	case line.Outcome().Winner == c.side.Other() && leads[0] > 0: // what was taken did not help
	case leads[0] > 0 && !duties && number(line.Position().View(), c.side) == 1: // a lone piece may still fall
	case leads[0] > 0:
		won = max(0, slices.Min(leads))
	default:
		won = min(0, slices.Max(leads))
	}
	return given, taken, won
}

// answers is how many pieces each answer to the move takes, 0 if they differ.
func (c change) answers() (each int) {
	if c.next.Turn() != c.side.Other() {
		return 0
	}
	first := true
	for _, t := range traces(c.next.Position()) {
		if n := len(t.Taken); first {
			each, first = n, false
		} else if n != each {
			return 0
		}
	}
	return each
}

// leaves tells whether the piece that captures jumps out of the board with the last one it takes: nothing else ends on
// a cell that it takes.
func leaves(t engine.Trace) bool {
	return len(t.Taken) > 0 && len(t.Path) > 0 && t.Taken[len(t.Taken)-1] == t.Path[len(t.Path)-1]
}

// gain is by how many pieces a side is better off by a move.
func gain(t engine.Trace) int {
	if leaves(t) {
		return len(t.Taken) - 1
	}
	return len(t.Taken)
}

// certain is how many pieces more the side takes than it loses whatever is answered: both play for pieces alone, there
// are two moves in which nothing is taken, or one where nobody has to capture, and captures are followed to their end.
// It is 0 where that takes too many positions.
func (c change) certain() int {
	budget, free := 4000, 1
	if _, duties := c.line.Position().(engine.Arbiter); duties {
		free = 2
	}
	n := -balance(c.next.Position(), free, &budget)
	if budget <= 0 {
		return 0
	}
	return gain(c.trace) + n
}

// balance is how many pieces more the side on turn takes than it loses, with so many moves in which nothing is taken.
func balance(p engine.Position, free int, budget *int) int {
	best, some := -64, false
	for m, t := range traces(p) {
		if *budget--; *budget <= 0 {
			return 0
		}
		if len(t.Taken) == 0 && free == 0 { // nothing has to be taken
			best, some = max(best, 0), true
			continue
		}
		next, err := p.Play(m)
		if err != nil {
			return 0
		}
		left := free
		if len(t.Taken) == 0 {
			left--
		}
		best, some = max(best, gain(t)-balance(next, left, budget)), true
	}
	if !some {
		return 0
	}
	return best
}
