package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// Least number of moves for which a gain or loss of pieces must last, if the game does not end before; soon where
// capturing is not compulsory.
const (
	enough = 4
	soon   = 9
)

// material returns the pieces that the side gives and takes until the position is quiet, and its final balance: the
// least lead that it keeps once it leads, or else minus the least loss. The balance is 0 if the continuation ends
// amid captures or too early to tell.
func (c change) material() (given, taken, won int) {
	var lead int
	var leads []int // lead at each quiet position, once a side leads
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

// isQuiet reports whether no capture follows move i of the continuation.
func (c change) isQuiet(i int) bool {
	if i+1 < len(c.moves) {
		return len(c.end.At(c.line.Len()+i+1).Trace(c.moves[i+1]).Taken) == 0
	}
	return c.end.Turn() == engine.Nobody || !canTake(c.end.Position())
}

// isTold reports whether the continuation is long enough to tell who wins pieces.
func (c change) isTold(leads bool) bool {
	_, duties := c.end.Position().(engine.Obligations)
	men, kings := c.end.Position().View().Count(c.side)
	switch open := c.end.Turn() != engine.Nobody; {
	case open && len(c.moves) < enough, open && !duties && len(c.moves) < soon:
		return false
	case leads && c.end.Outcome().Winner == c.side.Other(): // the captured pieces did not help
		return false
	}
	return !leads || duties || men+kings != 1 // a lone piece may still be lost
}

// turned returns the index from which on the final leader leads; before, the other side may have captured what it was
// offered.
func turned(leads []int) int {
	n := len(leads)
	for n > 0 && leads[n-1]*leads[len(leads)-1] > 0 {
		n--
	}
	return n % max(1, len(leads)) // 0 if neither leads at the end
}

// answers returns the number of pieces that every answer to the move captures, 0 if they differ.
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

// leaves reports whether the capturing piece leaves the board with its last capture: no other path ends on a square
// where it captured.
func leaves(t engine.Trace) bool {
	return len(t.Taken) > 0 && len(t.Path) > 0 && t.Taken[len(t.Taken)-1] == t.Path[len(t.Path)-1]
}

// gain returns the net gain in pieces of a side by a move. A piece exchanged for new ones put on the board is counted
// as lost.
func gain(t engine.Trace) int {
	n := len(t.Taken) + len(t.Drops)
	if leaves(t) || len(t.Drops) > 0 {
		n--
	}
	return n
}

// certain returns the net gain in pieces against any answer, limited to low and high, by a search for material with
// two quiet moves and all captures. It returns 0 if that takes too many positions.
func (c change) certain(low, high int) int {
	b, gained := balance{budget: 4000}, gain(c.trace)
	n := gained - b.of(c.next.Position(), c.moves[1:], 2, gained-high, gained-low)
	if b.budget <= 0 {
		return 0
	}
	return max(low, min(n, high))
}

// everyPiece is more than the number of pieces of any side.
const everyPiece = 64

// balance is a material search limited to a number of positions.
type balance struct{ budget int }

// of returns the material balance of the side on turn, within low and high, with free quiet moves left. It tries the
// expected moves first, then captures.
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
		case free == 0: // no capture is compulsory
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
	if best == -everyPiece { // no legal move
		return 0
	}
	return best
}
