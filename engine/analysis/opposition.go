package analysis

import "tabuleiro/engine"

// Where the opposition is spoken of: on the usual board, in endings of a few men a side.
const (
	usualBoard = 8
	fewMen     = 5
)

// opposed is the side that has the opposition, or "the move": the last one that can make a waiting move where every man
// faces another. As many men stand on each side and no king; who is on turn has it if the number of men on every second
// file is odd. It is Nobody where this cannot be said.
func opposed(p engine.Position) engine.Side {
	v, turn := p.View(), p.Turn()
	if road(v) == nil || v.Files != usualBoard || turn != engine.First && turn != engine.Second || canTake(p) {
		return engine.Nobody
	}
	var men [engine.Second + 1]int
	odd := 0
	for i, c := range v.Cells {
		switch {
		case c.Side == engine.Nobody:
			continue
		case c.King:
			return engine.Nobody
		}
		men[c.Side]++
		odd += i % v.Files % 2
	}
	switch n := men[engine.First]; {
	case n != men[engine.Second] || n == 0 || n > fewMen:
		return engine.Nobody
	case odd%2 == 1:
		return turn
	}
	return turn.Other()
}

// opposition tells whether the side gets the opposition by an exchange that the move begins, or loses it.
func (c change) opposition() (gets, loses bool) {
	had := opposed(c.line.Position())
	if canTake(c.line.Position()) || had == engine.Nobody {
		return false, false
	}
	line := c.line
	for _, m := range c.moves[:min(atOnce, len(c.moves))] {
		next, err := line.Play(m)
		if err != nil {
			break
		}
		if line = next; !canTake(line.Position()) {
			break
		}
	}
	has := opposed(line.Position())
	return had != c.side && has == c.side, had == c.side && has == c.side.Other()
}
