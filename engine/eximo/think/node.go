package think

import (
	"math/bits"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/search"
)

// Node is a board as the search has it: seen by the side on turn, whichever that is.
type Node struct {
	rules.Board
	second bool // Second is on turn
}

// Change is a move as the search has it: what becomes different.
type Change struct {
	own   uint64 // squares where the side on turn has a man before or after it, but not both
	taken uint64
}

// tree is the game as package search sees it.
type tree struct {
	knowledge *knowledge
	lister    rules.Lister // of a man's captures, while they are listed
}

var _ search.Rules[Node, Change] = (*tree)(nil)

// Look implements search.Rules.
func (t *tree) Look(n *Node) search.Look {
	if n.Own == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.CanCapture() != 0 {
		return search.Look{Noise: search.Forced, Back: longestLine}
	}
	if n.CanMove() == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.CanBeCaptured() {
		return search.Look{Noise: search.Threatened, Back: longestLine}
	}
	return search.Look{Back: longestLine}
}

// longestLine is how far back a board can come again: men that arrive are dropped at the beginning.
const longestLine = 40

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *Node) int { return t.knowledge.value(n) }

// Counted implements search.Counter.
func (t *tree) Counted(n *Node) int { return 100 * pieces(n) }

// pieces is by how many men the side on turn is ahead.
func pieces(n *Node) int { return bits.OnesCount64(n.Own) - bits.OnesCount64(n.Opp) }

// Play implements search.Rules.
func (t *tree) Play(n *Node, m *Change, child *Node) {
	child.Board = rules.Board{Own: n.Own ^ m.own, Opp: n.Opp ^ m.taken}.Turned()
	child.second = !n.second
}

// Veiled implements search.Veiled: captures of several.
func (t *tree) Veiled(_ *Node, m *Change) bool { return m.taken&(m.taken-1) != 0 }

// Hash implements search.Rules.
func (t *tree) Hash(n *Node) uint64 {
	h := search.Mix(n.Own, n.Opp)
	if n.second {
		h = ^h
	}
	return h
}

// Slot implements search.Rules: by the man that goes and where to; if it arrives, by the first drop instead.
func (t *tree) Slot(n *Node, m *Change) int {
	from := bits.TrailingZeros64(m.own & n.Own)
	to := 63 - bits.LeadingZeros64(m.own&^n.Own) // there is none if nothing is dropped
	slot := from&63<<6 | to&63
	if n.second {
		slot |= 1 << 12
	}
	return slot
}

// Moves implements search.Rules. Those with the same result may be in the list several times.
func (t *tree) Moves(n *Node, list []Change) []Change {
	b := n.Board
	if men := b.CanCapture(); men != 0 {
		return t.captures(b, men, list)
	}
	begin := len(list)
	empty := b.Empty()
	var arrive, all uint64
	for _, d := range rules.Ahead {
		to := d.Next(b.Own) & empty
		arrive |= d.Before(to & rules.LastRow)
		for to &^= rules.LastRow; to != 0; to &= to - 1 {
			one := to & -to
			list = append(list, Change{own: one | d.Before(one)})
		}
		all |= b.Over(b.Own, d)
	}
	for men := all & b.Own; men != 0; men &= men - 1 {
		one := men & -men
		ends := b.JumpEnds(one, all)
		if ends&rules.LastRow != 0 {
			arrive |= one
		}
		for ends &^= rules.LastRow; ends != 0; ends &= ends - 1 {
			list = append(list, Change{own: one | ends&-ends})
		}
	}
	if arrive != 0 {
		steps := len(list)
		for ; arrive != 0; arrive &= arrive - 1 {
			one := arrive & -arrive
			list = drops(rules.Board{Own: b.Own ^ one, Opp: b.Opp}, one, 0, list)
		}
		// An arriving piece is most often best.
		reverse(list[begin:steps])
		reverse(list[begin:])
	}
	return list
}

func reverse(list []Change) {
	for i, k := 0, len(list)-1; i < k; i, k = i+1, k-1 {
		list[i], list[k] = list[k], list[i]
	}
}

// drops appends the moves of a man that arrives, given the board without it and what it captured.
func drops(b rules.Board, man, taken uint64, list []Change) []Change {
	free := rules.Zone & b.Empty()
	if free&(free-1) == 0 {
		return append(list, Change{man ^ free, taken})
	}
	for ; free != 0; free &= free - 1 {
		first := free & -free
		for rest := free ^ first; rest != 0; rest &= rest - 1 {
			list = append(list, Change{man ^ (first | rest&-rest), taken})
		}
	}
	return list
}

// captures appends the captures of some men.
func (t *tree) captures(b rules.Board, men uint64, list []Change) []Change {
	for ; men != 0; men &= men - 1 {
		one := men & -men
		for _, e := range t.lister.EndsOf(b, one) {
			if e.To != 0 {
				list = append(list, Change{one ^ e.To, e.Taken})
			} else {
				list = drops(rules.Board{Own: b.Own ^ one, Opp: b.Opp ^ e.Taken}, one, e.Taken, list)
			}
		}
	}
	return list
}
