package draughts

import (
	"math/bits"

	"tabuleiro/engine/search"
)

// node is a board with all that matters for how the game goes on, as the search has it.
type node struct {
	board
	quiet  int16 // as in position
	forced int16
	idle   idle
	owes   bool
}

// node is the position for a search.
func (p position) node() node {
	return node{p.board(), int16(p.quiet), int16(p.forced), p.idle, p.owes}
}

// position is the node for the rules.
func (v *variant) position(n *node) position {
	p := position{variant: v, kings: n.kings, quiet: int(n.quiet), forced: int(n.forced), idle: n.idle, owes: n.owes}
	if (n.near > 0) != v.countFirst {
		p.turn = 1
	}
	p.sides[p.turn], p.sides[1-p.turn] = n.own, n.opp
	return p
}

// tree is a game as package search sees it.
type tree struct {
	*variant
	*knowledge
	tables *tables // nil: there are none
	most   int     // pieces of the boards that are looked for in the tables
}

var _ search.Rules[node, move] = (*tree)(nil)

// Look implements search.Rules.
func (t *tree) Look(n *node) search.Look {
	if n.own == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.opp == 0 {
		return search.Look{Over: true, Value: search.Won}
	}
	look := search.Look{Back: n.quiet, Count: n.count()}
	if t.huffing == huffingOn && n.idle.to != 0 {
		look.Noise = search.Threatened
		return look
	}
	s := t.men(n.board)
	if s.overNear|s.overFar != 0 || n.own&n.kings != 0 && t.kingCaptures(n.board) {
		if t.counted(n) {
			return search.Look{Over: true}
		}
		look.Noise = search.Forced
		return look
	}
	if s.toNear|s.toFar == 0 && !t.kingMoves(n.board) {
		return search.Look{Over: true, Value: -search.Won}
	}
	if t.counted(n) {
		return search.Look{Over: true}
	}
	if bits.OnesCount64(n.own|n.opp) <= t.most {
		if value, ok := t.tabled(n); ok {
			return search.Look{Over: true, Value: value}
		}
	}
	other := board{n.opp, n.own, n.kings, -n.near}
	s = t.men(other)
	if s.overNear|s.overFar != 0 || n.opp&n.kings != 0 && t.kingCaptures(other) {
		look.Noise = search.Threatened
	}
	return look
}

// counted tells whether one of the counters has made a draw.
func (t *tree) counted(n *node) bool {
	return n.quiet != 0 && int(n.quiet) >= t.quietPlies || n.forced != 0 && int(n.forced) > t.variant.forced.moves
}

// kingCaptures tells whether a king of the side on turn can capture. Kings that go in one direction never meet.
func (v *variant) kingCaptures(b board) bool {
	empty := v.empty(b)
	for _, d := range v.around {
		next := step(b.own&b.kings, d)
		if v.reach == adjacent {
			if step(next&b.opp, d)&empty != 0 {
				return true
			}
			continue
		}
		for next != 0 {
			if step(next&b.opp, d)&empty != 0 {
				return true
			}
			next = step(next&empty, d)
		}
	}
	return false
}

// kingMoves tells whether a king of the side on turn has an empty square next to it.
func (v *variant) kingMoves(b board) bool {
	kings, empty := b.own&b.kings, v.empty(b)
	near, far := v.around[0], v.around[1]
	return (step(kings, near)|step(kings, far)|step(kings, -near)|step(kings, -far))&empty != 0
}

// Moves implements search.Rules.
func (t *tree) Moves(n *node, list []move) []move {
	if t.huffing != huffingOn {
		return t.moves(n.board, list)
	}
	p := t.position(n)
	begin := len(list)
	list = t.captures(n.board, list, false)
	if len(list) == begin || p.free() {
		list = t.variant.quiet(n.board, n.own, list)
	}
	return append(list, p.answers()...)
}

// Play implements search.Rules.
func (t *tree) Play(n *node, m *move, child *node) {
	if t.huffing == huffingOn {
		*child = t.position(n).play(*m).node()
		return
	}
	child.board = t.after(n.board, *m)
	child.quiet, child.forced = 0, 0
	if m.taken == 0 && m.from&n.kings != 0 {
		child.quiet = n.quiet + 1
	}
	if t.variant.forced.kings != 0 && (child.own|child.opp)&^child.kings == 0 {
		t.force(n, child)
	}
}

// force counts a forced ending, on a board with kings only.
func (t *tree) force(n, child *node) {
	own, opp := bits.OnesCount64(child.own), bits.OnesCount64(child.opp)
	most := t.variant.forced.kings
	switch {
	case !(own == most && opp == 1) && !(own == 1 && opp == most):
	case n.forced != 0 && opp == most: // the stronger side has just moved
		child.forced = n.forced + 1
	case n.forced != 0:
		child.forced = n.forced
	case opp == most && child.opp&t.river != 0 || own == most && child.own&t.river != 0:
		child.forced = 1
	}
}

// Hash implements search.Rules.
func (t *tree) Hash(n *node) uint64 {
	h := search.Mix(n.own, n.opp^uint64(n.near)<<58) + search.Mix(n.kings^n.opp<<7, n.own)
	if n.idle.to != 0 || n.owes {
		p := search.Mix(n.idle.from, n.idle.to)
		if n.owes {
			p++
		}
		h = search.Mix(h, p)
	}
	return h
}

// count is what the search has to know of the counters: quiet moves matter when their end is near.
func (n *node) count() int16 { return n.forced | max(0, n.quiet-lastQuiet)<<8 }

// lastQuiet is from where on the count of quiet plies matters.
const lastQuiet = 24

// Slot implements search.Rules.
func (t *tree) Slot(n *node, m *move) int {
	slot := bits.TrailingZeros64(m.from)&63<<6 | bits.TrailingZeros64(m.to)&63
	if n.near < 0 {
		slot |= 1 << 12
	}
	return slot
}

// Again implements search.Again: after huffing the same side goes on.
func (t *tree) Again(n, child *node) bool { return n.near == child.near }
