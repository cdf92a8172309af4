package think

import (
	"math/bits"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search"
)

// node is a board with all that matters for how the game goes on, as the search has it.
type node struct {
	rules.Board
	quiet  int16 // as in position
	forced int16
	idle   rules.Idle
	owes   bool
}

// nodeOf is a position for a search.
func nodeOf(p rules.Position) node {
	return node{p.Board(), int16(p.Idling), int16(p.Forced), p.Unanswered, p.Owes}
}

// positionOf is a node for the rules.
func positionOf(v *rules.Variant, n *node) rules.Position {
	p := rules.Position{Variant: v, Kings: n.Kings, Idling: int(n.quiet), Forced: int(n.forced), Unanswered: n.idle, Owes: n.owes}
	if (n.Near > 0) != v.CountFirst {
		p.Mover = 1
	}
	p.Sides[p.Mover], p.Sides[1-p.Mover] = n.Own, n.Opp
	return p
}

// tree is a game as package search sees it.
type tree struct {
	variant   *rules.Variant
	knowledge *knowledge
	tables    *tables // nil: there are none
	most      int     // pieces of the boards that are looked for in the tables
}

var _ search.Rules[node, rules.Move] = (*tree)(nil)

// Look implements search.Rules.
func (t *tree) Look(n *node) search.Look {
	if n.Own == 0 {
		return search.Look{Over: true, Value: -search.Won}
	}
	if n.Opp == 0 {
		return search.Look{Over: true, Value: search.Won}
	}
	look := search.Look{Back: n.quiet, Count: n.count()}
	if n.idle.To != 0 {
		look.Noise = search.Threatened
		return look
	}
	captures, moves := t.variant.Can(n.Board)
	switch {
	case !captures && !moves:
		return search.Look{Over: true, Value: -search.Won}
	case t.counted(n):
		return search.Look{Over: true}
	case captures:
		look.Noise = search.Forced
		return look
	}
	if bits.OnesCount64(n.Own|n.Opp) <= t.most {
		if value, ok := t.tabled(n); ok {
			return search.Look{Over: true, Value: value}
		}
	}
	if t.variant.CanCapture(rules.Board{Own: n.Opp, Opp: n.Own, Kings: n.Kings, Near: -n.Near}) {
		look.Noise = search.Threatened
	}
	return look
}

// counted tells whether one of the counters has made a draw.
func (t *tree) counted(n *node) bool {
	return n.quiet != 0 && int(n.quiet) >= t.variant.QuietPlies || n.forced != 0 && int(n.forced) > t.variant.Forced.Moves
}

// Moves implements search.Rules.
func (t *tree) Moves(n *node, list []rules.Move) []rules.Move {
	if t.variant.Huffing != rules.HuffingOn {
		return t.variant.Moves(n.Board, list)
	}
	p := positionOf(t.variant, n)
	return append(p.AppendMoves(list, false), p.Answers()...)
}

// Play implements search.Rules.
func (t *tree) Play(n *node, m *rules.Move, child *node) {
	if t.variant.Huffing == rules.HuffingOn {
		*child = nodeOf(positionOf(t.variant, n).After(*m))
		return
	}
	child.Board = t.variant.After(n.Board, *m)
	child.quiet, child.forced = 0, 0
	if m.Taken == 0 && m.From&n.Kings != 0 {
		child.quiet = n.quiet + 1
	}
	if t.variant.Forced.Kings != 0 && (child.Own|child.Opp)&^child.Kings == 0 {
		t.force(n, child)
	}
}

// force counts a forced ending, on a board with kings only.
func (t *tree) force(n, child *node) {
	own, opp := bits.OnesCount64(child.Own), bits.OnesCount64(child.Opp)
	most := t.variant.Forced.Kings
	switch {
	case !(own == most && opp == 1) && !(own == 1 && opp == most):
	case n.forced != 0 && opp == most: // the stronger side has just moved
		child.forced = n.forced + 1
	case n.forced != 0:
		child.forced = n.forced
	case opp == most && child.Opp&t.variant.River != 0 || own == most && child.Own&t.variant.River != 0:
		child.forced = 1
	}
}

// Hash implements search.Rules.
func (t *tree) Hash(n *node) uint64 {
	h := search.Mix(n.Own, n.Opp^uint64(n.Near)<<58) + search.Mix(n.Kings^n.Opp<<7, n.Own)
	if n.idle.To != 0 || n.owes {
		p := search.Mix(n.idle.From, n.idle.To)
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
func (t *tree) Slot(n *node, m *rules.Move) int {
	slot := bits.TrailingZeros64(m.From)&63<<6 | bits.TrailingZeros64(m.To)&63
	if n.Near < 0 {
		slot |= 1 << 12
	}
	return slot
}

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *node) int { return t.knowledge.value(n) }

// Again implements search.Again: after huffing the same side goes on.
func (t *tree) Again(n, child *node) bool { return n.Near == child.Near }
