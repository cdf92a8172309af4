package think

import (
	"math/bits"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search"
)

// Node is a board with everything that affects the rest of the game, for the search.
type Node struct {
	rules.Board
	Quiet  int16 // see rules.Position.Idling
	forced int16
	road   int16
	idle   rules.Idle
	owes   bool
}

// NodeOf converts a position for a search.
func NodeOf(p rules.Position) Node {
	return Node{p.Board(), int16(p.Idling), int16(p.Forced), int16(p.Road), p.Unanswered, p.Owes}
}

// positionOf converts a node to a position.
func positionOf(v *rules.Variant, n *Node) rules.Position {
	p := rules.Position{Variant: v, Kings: n.Kings, Idling: int(n.Quiet), Forced: int(n.forced), Road: int(n.road),
		Unanswered: n.idle, Owes: n.owes}
	if n.IsUp() != v.FirstUp {
		p.Mover = 1
	}
	p.Sides[p.Mover], p.Sides[1-p.Mover] = n.Own, n.Opp
	return p
}

// tree is a game as package search sees it.
type tree struct {
	variant   *rules.Variant
	knowledge *knowledge
	tables    *endings.Tables // nil: none
	most      int             // maximum pieces of boards to look up in the tables
}

var _ search.Rules[Node, rules.Move] = (*tree)(nil)

// Classify implements search.Rules.
func (t *tree) Classify(n *Node) search.NodeInfo {
	if n.Own == 0 {
		return search.NodeInfo{Over: true, Value: -search.Won}
	}
	if n.Opp == 0 {
		return search.NodeInfo{Over: true, Value: search.Won}
	}
	look := search.NodeInfo{Back: n.Quiet, Count: t.count(n)}
	if n.idle.To != 0 {
		look.Noise = search.Threatened
		return look
	}
	captures, moves := t.variant.Can(n.Board)
	switch {
	case !captures && !moves:
		return search.NodeInfo{Over: true, Value: -search.Won}
	case t.isCountedDraw(n):
		return search.NodeInfo{Over: true}
	case captures:
		look.Noise = search.Forced
		return look
	}
	if bits.OnesCount64(n.Own|n.Opp) <= t.most {
		if value, ok := t.tabled(n); ok {
			return search.NodeInfo{Over: true, Value: value}
		}
	}
	if t.variant.CanCapture(rules.Board{Own: n.Opp, Opp: n.Own, Kings: n.Kings, Near: -n.Near}) {
		look.Noise = search.Threatened
	}
	return look
}

// isCountedDraw reports whether a counter has drawn the game.
func (t *tree) isCountedDraw(n *Node) bool {
	return n.Quiet|n.forced|n.road != 0 && t.variant.Drawn(n.Board, int(n.Quiet), int(n.forced), int(n.road)) != ""
}

// Moves implements search.Rules.
func (t *tree) Moves(n *Node, list []rules.Move) []rules.Move {
	if t.variant.Huffing != rules.HuffingOn {
		return t.variant.Moves(n.Board, list)
	}
	p := positionOf(t.variant, n)
	return append(p.AppendMoves(list, false), p.Answers()...)
}

// Play implements search.Rules.
func (t *tree) Play(n *Node, m *rules.Move, child *Node) {
	if t.variant.Huffing == rules.HuffingOn {
		*child = NodeOf(positionOf(t.variant, n).After(*m))
		return
	}
	*child = Node{Board: t.variant.After(n.Board, *m)} // clear what a board with huffing may have left in child
	if m.Taken == 0 && m.From&n.Kings != 0 {
		child.Quiet = n.Quiet + 1
	}
	if child.Kings != 0 {
		forced, road := t.variant.Ending(n.Board, child.Board, int(n.forced), int(n.road))
		child.forced, child.road = int16(forced), int16(road)
	}
}

// Hash implements search.Rules.
func (t *tree) Hash(n *Node) uint64 {
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

// count returns the counters for the transposition table: quiet moves matter only near their limit.
func (t *tree) count(n *Node) int16 {
	return n.forced | max(0, n.Quiet-int16(t.variant.QuietPlies)+lastQuiet)<<8 | n.road<<11
}

// lastQuiet is the number of plies before a draw by quiet moves that matter.
const lastQuiet = 16

// HistoryIndex implements search.Rules.
func (t *tree) HistoryIndex(n *Node, m *rules.Move) int {
	slot := bits.TrailingZeros64(m.From)&63<<6 | bits.TrailingZeros64(m.To)&63
	if !n.IsUp() {
		slot |= 1 << 12
	}
	return slot
}

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *Node) int { return t.knowledge.value(n) }

// Veiled implements search.Rules: captures of several pieces, and backward captures of men.
func (t *tree) Veiled(n *Node, m *rules.Move) bool {
	if m.Taken == 0 {
		return false
	}
	back := (m.To < m.From) == n.IsUp()
	return m.Taken&(m.Taken-1) != 0 || back && m.From&n.Kings == 0
}

// Pieces implements search.Rules. A king counts as three.
func (t *tree) Pieces(n *Node) int {
	worth := func(set uint64) int { return bits.OnesCount64(set) + 2*bits.OnesCount64(set&n.Kings) }
	return worth(n.Own) - worth(n.Opp)
}

// KeepsTurn implements search.Extender: after huffing the same side moves.
func (t *tree) KeepsTurn(n, child *Node) bool { return n.Near == child.Near }
