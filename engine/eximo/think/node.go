package think

import (
	"math/bits"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/search"
)

// Node is a board for the search, as the side on turn sees it.
type Node struct {
	rules.Board
	second bool // Second is on turn
}

// tree is the game for package search.
type tree struct{ knowledge *knowledge }

var _ search.Rules[Node, rules.Change] = (*tree)(nil)

// Classify implements search.Rules.
func (t *tree) Classify(n *Node) search.NodeInfo {
	if n.Own == 0 {
		return search.NodeInfo{Over: true, Value: -search.Won}
	}
	if n.CanCapture() != 0 {
		return search.NodeInfo{Noise: search.Forced, Back: longestLine}
	}
	if n.CanMove() == 0 {
		return search.NodeInfo{Over: true, Value: -search.Won}
	}
	if n.CanBeCaptured() {
		return search.NodeInfo{Noise: search.Threatened, Back: longestLine}
	}
	return search.NodeInfo{Back: longestLine}
}

// longestLine is the maximum number of plies after which a board can repeat: men that arrive are dropped on the first
// rows.
const longestLine = 40

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *Node) int { return t.knowledge.value(n) }

// Pieces implements search.Rules.
func (t *tree) Pieces(n *Node) int { return bits.OnesCount64(n.Own) - bits.OnesCount64(n.Opp) }

// Play implements search.Rules.
func (t *tree) Play(n *Node, m *rules.Change, child *Node) {
	child.Board = n.After(*m)
	child.second = !n.second
}

// Veiled implements search.Rules: captures of several men.
func (t *tree) Veiled(_ *Node, m *rules.Change) bool { return m.Taken&(m.Taken-1) != 0 }

// Hash implements search.Rules.
func (t *tree) Hash(n *Node) uint64 {
	h := search.Mix(n.Own, n.Opp)
	if n.second {
		h = ^h
	}
	return h
}

// HistoryIndex implements search.Rules: by the man that moves and where it ends or, if it arrives, its first drop.
func (t *tree) HistoryIndex(n *Node, m *rules.Change) int {
	from := bits.TrailingZeros64(m.Own & n.Own)
	to := 63 - bits.LeadingZeros64(m.Own&^n.Own) // none if no man is dropped
	slot := from&63<<6 | to&63
	if n.second {
		slot |= 1 << 12
	}
	return slot
}

// Moves implements search.Rules. Some results may occur several times.
func (t *tree) Moves(n *Node, list []rules.Change) []rules.Change { return n.Changes(list) }
