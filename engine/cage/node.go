package cage

import (
	"math/bits"

	"tabuleiro/engine/search"
)

// node is a board as the search has it.
type node struct {
	board
	second bool // Second is on turn
	passed bool // the other side has just passed
}

// tree is the game as package search sees it. A move is the board after it.
type tree struct {
	counter
	*knowledge
}

var (
	_ search.Rules[node, board]    = (*tree)(nil)
	_ search.Capturer[node, board] = (*tree)(nil)
)

// Look implements search.Rules.
func (t *tree) Look(n *node) search.Look {
	switch {
	case n.own.empty():
		return search.Look{Over: true, Value: -search.Won}
	case n.opp.empty():
		return search.Look{Over: true, Value: search.Won}
	case n.passed && !t.size.moves(n.board):
		return search.Look{Over: true}
	}
	l := t.look(n.board)
	for i := range straight {
		if out, land := l.jumps(i, n.own); !out.or(land).empty() {
			return search.Look{Noise: search.Eager}
		}
	}
	return search.Look{}
}

// Moves implements search.Rules.
func (t *tree) Moves(n *node, list []board) []board {
	l := t.look(n.board)
	long, more := l.long()
	begin := len(list)
	t.list = list
	t.jumpsShort(&l, &more)
	t.allLong(&l, &more, long)
	t.stepsShort(&l)
	if list = t.list; len(list) == begin {
		list = append(list, n.turned())
	}
	return list
}

// Captures implements search.Capturer.
func (t *tree) Captures(n *node, list []board) []board {
	l := t.look(n.board)
	long, more := l.long()
	t.list = list
	t.allLong(&l, &more, long)
	t.jumpsShort(&l, &more)
	return t.list
}

// allLong lists what the sequences of two and more jumps lead to.
func (t *tree) allLong(l *look, more *[4]set, long set) {
	for ; !long.empty(); long = long.without(long.lowest()) {
		from := long.lowest()
		if !t.listLong(l, more, from) {
			own := l.own.without(from)
			w := walk{ways: l.ways(from.first()), limit: mostSearched}
			w.each(func(way []jump) bool {
				if len(way) == 1 {
					return true
				}
				after := board{l.opp.without(taken(way)), own}
				if to := way[len(way)-1].to; to != out {
					after.opp = own.or(only(to))
				}
				t.list = append(t.list, after)
				return true
			})
		}
	}
}

// mostSearched bounds how far the sequences of one checker are looked through. Some that circle have more, in positions that
// do not come about in games.
const mostSearched = 4096

// Play implements search.Rules.
func (t *tree) Play(n *node, m *board, child *node) {
	child.board, child.second = *m, !n.second
	child.passed = m.own == n.opp && m.opp == n.own
}

// Hash implements search.Rules.
func (t *tree) Hash(n *node) uint64 {
	h := search.Mix(n.own.lo, n.opp.lo^n.own.hi<<20) + search.Mix(n.own.hi, n.opp.hi^n.opp.lo<<20)
	if n.second {
		h = ^h
	}
	if n.passed {
		h++
	}
	return h
}

// Slot implements search.Rules: where a checker goes from, and to; 127 out of the board.
func (t *tree) Slot(n *node, m *board) int {
	from, to := n.own.without(m.opp), m.opp.without(n.own)
	return index(from)<<6&(1<<13-1) ^ index(to)
}

// index is the lowest square of a set; 127 of an empty one.
func index(s set) int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)&63
}
