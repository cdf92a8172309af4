package eximo

import (
	"math/bits"

	"tabuleiro/engine/search"
)

// node is a board as the search has it: seen by the side on turn, whichever that is.
type node struct {
	board
	second bool // Second is on turn
}

// change is a move as the search has it: what becomes different.
type change struct {
	own   uint64 // squares where the side on turn has a man before or after it, but not both
	taken uint64
}

// tree is the game as package search sees it.
type tree struct {
	*knowledge
	ends []end // of a man's captures, while they are listed
}

var _ search.Rules[node, change] = (*tree)(nil)

// Look implements search.Rules.
func (t *tree) Look(n *node) search.Look {
	if n.own == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.canCapture() != 0 {
		return search.Look{Noise: search.Forced, Back: longestLine}
	}
	if n.canMove() == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.canBeCaptured() {
		return search.Look{Noise: search.Threatened, Back: longestLine}
	}
	return search.Look{Back: longestLine}
}

// longestLine is how far back a board can come again: men that arrive are dropped at the beginning.
const longestLine = 40

// canBeCaptured tells whether the other side could capture if it were on turn.
func (b board) canBeCaptured() bool {
	var men uint64
	for _, d := range behind {
		men |= b.over(b.own, d)
	}
	return men&b.opp != 0
}

// behind are the directions of captures of the side that goes down.
var behind = [5]direction{west, east, {-7, ^(fileH | firstRow)}, {-8, ^firstRow}, {-9, ^(fileA | firstRow)}}

// Play implements search.Rules.
func (t *tree) Play(n *node, m *change, child *node) {
	child.board = board{n.own ^ m.own, n.opp ^ m.taken}.turned()
	child.second = !n.second
}

// Hash implements search.Rules.
func (t *tree) Hash(n *node) uint64 {
	h := search.Mix(n.own, n.opp)
	if n.second {
		h = ^h
	}
	return h
}

// Slot implements search.Rules: by the man that goes and where to; if it arrives, by the first drop instead.
func (t *tree) Slot(n *node, m *change) int {
	from := bits.TrailingZeros64(m.own & n.own)
	to := 63 - bits.LeadingZeros64(m.own&^n.own) // there is none if nothing is dropped
	slot := from&63<<6 | to&63
	if n.second {
		slot |= 1 << 12
	}
	return slot
}

// Moves implements search.Rules. Those with the same result may be in the list several times.
func (t *tree) Moves(n *node, list []change) []change {
	b := n.board
	if men := b.canCapture(); men != 0 {
		return t.captures(b, men, list)
	}
	begin := len(list)
	empty := b.empty()
	var arrive, all uint64
	for _, d := range ahead {
		to := d.next(b.own) & empty
		arrive |= d.before(to & lastRow)
		for to &^= lastRow; to != 0; to &= to - 1 {
			one := to & -to
			list = append(list, change{own: one | d.before(one)})
		}
		all |= b.over(b.own, d)
	}
	for men := all & b.own; men != 0; men &= men - 1 {
		one := men & -men
		ends := b.jumpEnds(one, all)
		if ends&lastRow != 0 {
			arrive |= one
		}
		for ends &^= lastRow; ends != 0; ends &= ends - 1 {
			list = append(list, change{own: one | ends&-ends})
		}
	}
	if arrive != 0 {
		steps := len(list)
		for ; arrive != 0; arrive &= arrive - 1 {
			one := arrive & -arrive
			list = drops(board{b.own ^ one, b.opp}, one, 0, list)
		}
		// An arriving piece is most often best.
		reverse(list[begin:steps])
		reverse(list[begin:])
	}
	return list
}

func reverse(list []change) {
	for i, k := 0, len(list)-1; i < k; i, k = i+1, k-1 {
		list[i], list[k] = list[k], list[i]
	}
}

// jumpEnds is where the jumping moves of a man end, given from where one can jump.
func (b board) jumpEnds(man, all uint64) uint64 {
	var ends uint64
	for at := man; at != 0; {
		var to uint64
		for _, d := range ahead {
			to |= d.next(d.next(at)&b.own) & b.empty()
		}
		ends |= to &^ all
		at = to & all
	}
	return ends
}

// drops appends the moves of a man that arrives, given the board without it and what it captured.
func drops(b board, man, taken uint64, list []change) []change {
	free := zone & b.empty()
	if free&(free-1) == 0 {
		return append(list, change{man ^ free, taken})
	}
	for ; free != 0; free &= free - 1 {
		first := free & -free
		for rest := free ^ first; rest != 0; rest &= rest - 1 {
			list = append(list, change{man ^ (first | rest&-rest), taken})
		}
	}
	return list
}

// captures appends the captures of some men.
func (t *tree) captures(b board, men uint64, list []change) []change {
	c := counter{ends: t.ends[:0]}
	for ; men != 0; men &= men - 1 {
		one := men & -men
		begin := len(c.ends)
		c.follow(b, one, 0)
		for _, e := range c.ends[begin:] {
			if e.to != 0 {
				list = append(list, change{one ^ e.to, e.taken})
			} else {
				list = drops(board{b.own ^ one, b.opp ^ e.taken}, one, e.taken, list)
			}
		}
	}
	t.ends = c.ends
	return list
}
