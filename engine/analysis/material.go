package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// How far pieces have to stay won or lost in the moves that are expected, if the game does not end before, at least.
const (
	enough = 4
	soon   = 9
)

// material is what the side gives and takes by the moves until nothing more is taken at once, and what it has won in
// the end: the least lead that it keeps from where it leads or, if it never does, minus the least that it loses.
// Nothing is won or lost where the moves end among captures, or soon. Where nobody has to capture more moves are
// wanted.
func (c change) material() (given, taken, won int) {
	var lead int
	var leads []int // where nothing is taken next, from where one side leads
	settled := false
	for i, m := range c.moves {
		p := c.end.At(c.line.Len() + i)
		way, sign, sum := p.Trace(m), 1, &taken
		if p.Turn() != c.side {
			sign, sum = -1, &given
		}
		lead += sign * gain(way)
		if !settled {
			*sum += len(way.Taken)
		}
		if c.isQuiet(i) {
			settled = true
			if lead != 0 || len(leads) > 0 {
				leads = append(leads, lead)
			}
		}
	}
	if n := turned(leads); n > 0 && leads[n] < 0 {
		leads = leads[n:]
	}
	if len(leads) == 0 || !c.isTold(leads[0] > 0) {
		return given, taken, 0
	}
	if leads[0] > 0 {
		return given, taken, max(0, slices.Min(leads))
	}
	return given, taken, min(0, slices.Max(leads))
}

// isQuiet reports whether nothing is taken next behind move i of those that are expected.
func (c change) isQuiet(i int) bool {
	if i+1 < len(c.moves) {
		return len(c.end.At(c.line.Len()+i+1).Trace(c.moves[i+1]).Taken) == 0
	}
	return c.end.Turn() == engine.Nobody || !canTake(c.end.Position())
}

// isTold reports whether the moves that are expected go far enough to tell who wins pieces.
func (c change) isTold(leads bool) bool {
	_, duties := c.end.Position().(engine.Obligations)
	men, kings := c.end.Position().View().Count(c.side)
	switch open := c.end.Turn() != engine.Nobody; {
	case open && len(c.moves) < enough, open && !duties && len(c.moves) < soon:
		return false
	case leads && c.end.Outcome().Winner == c.side.Other(): // what was taken did not help
		return false
	}
	return !leads || duties || men+kings != 1 // a lone piece may still fall
}

// turned is from where on the side leads that leads in the end: before, the other one may have taken what it was given.
func turned(leads []int) int {
	n := len(leads)
	for n > 0 && leads[n-1]*leads[len(leads)-1] > 0 {
		n--
	}
	return n % max(1, len(leads)) // 0 where neither leads in the end
}

// answers is the number of pieces each answer to the move takes, 0 if they differ.
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

// leaves reports whether the piece that captures jumps out of the board with the last one it takes: nothing else ends on
// a cell that it takes.
func leaves(t engine.Trace) bool {
	return len(t.Taken) > 0 && len(t.Path) > 0 && t.Taken[len(t.Taken)-1] == t.Path[len(t.Path)-1]
}

// gain is by how many pieces a side is better off by a move. A piece that new ones are put onto the board for leaves
// it.
func gain(t engine.Trace) int {
	n := len(t.Taken) + len(t.Drops)
	if leaves(t) || len(t.Drops) > 0 {
		n--
	}
	return n
}

// certain is the number of pieces more the side takes than it loses whatever is answered, at least low and at most high:
// both play for pieces alone, there are two moves in which nothing is taken, and captures are followed to their end. It is
// 0 where that takes too many positions.
func (c change) certain(low, high int) int {
	b, gained := balance{budget: 4000}, gain(c.trace)
	n := gained - b.of(c.next.Position(), c.moves[1:], 2, gained-high, gained-low)
	if b.budget <= 0 {
		return 0
	}
	return max(low, min(n, high))
}

// everyPiece is more than any side has.
const everyPiece = 64

// balance counts pieces, in so many positions at most.
type balance struct{ budget int }

// of is the number of pieces more the side on turn takes than it loses, with so many moves in which nothing is taken,
// where that lies between low and high. Of moves those that are expected are tried first, whatever was played before,
// then captures.
func (b *balance) of(p engine.Position, expected []engine.Move, free, low, high int) int {
	best, quiet := -everyPiece, []engine.Move(nil)
	var then []engine.Move
	if len(expected) > 0 {
		then = expected[1:]
	}
	weigh := func(m engine.Move, gains, left int) (on bool) {
		next, err := p.Play(m)
		if err != nil {
			return true
		}
		best = max(best, gains-b.of(next, then, left, gains-high, gains-max(low, best)))
		return best < high && b.budget > 0
	}
	for m, t := range traces(p) {
		if b.budget--; b.budget <= 0 {
			return 0
		}
		left := free
		switch {
		case len(t.Taken) > 0:
		case free == 0: // nothing has to be taken
			if best = max(best, gain(t)); best >= high {
				return best
			}
			continue
		case len(expected) > 0 && m == expected[0]:
			left--
		default:
			quiet = append(quiet, m)
			continue
		}
		if !weigh(m, gain(t), left) {
			return best
		}
	}
	for _, m := range quiet {
		if !weigh(m, gain(p.Trace(m)), free-1) {
			return best
		}
	}
	if best == -everyPiece { // there is no move
		return 0
	}
	return best
}
