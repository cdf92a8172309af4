package think

import (
	"math/bits"

	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/search"
)

// Node is a board for the search.
type Node struct {
	rules.Board
	second bool // Second is on turn
	passed bool // the other side has just passed
}

// tree is the game for package search. A move is the board after it.
type tree struct {
	counter   rules.Lister
	knowledge *Knowledge
}

var (
	_ search.Rules[Node, rules.Board]    = (*tree)(nil)
	_ search.Capturer[Node, rules.Board] = (*tree)(nil)
)

// Classify implements search.Rules.
func (t *tree) Classify(n *Node) search.NodeInfo {
	switch {
	case n.Own.Empty():
		return search.NodeInfo{Over: true, Value: -search.Won}
	case n.Opp.Empty():
		return search.NodeInfo{Over: true, Value: search.Won}
	case n.passed && !t.counter.Size.Moves(n.Board):
		return search.NodeInfo{Over: true}
	}
	l := t.counter.Size.MoveInfo(n.Board)
	for i := range rules.Straight {
		if out, land := l.Jumps(i, n.Own); !out.Or(land).Empty() {
			return search.NodeInfo{Noise: search.Eager}
		}
	}
	return search.NodeInfo{}
}

// Moves implements search.Rules.
func (t *tree) Moves(n *Node, list []rules.Board) []rules.Board {
	begin := len(list)
	if list = t.counter.Results(n.Board, list); len(list) == begin {
		list = append(list, n.Turned())
	}
	return list
}

// Captures implements search.Capturer.
func (t *tree) Captures(n *Node, list []rules.Board) []rules.Board {
	return t.counter.Captures(n.Board, list)
}

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *Node) int { return t.knowledge.value(n) }

// Pieces implements search.Rules.
func (t *tree) Pieces(n *Node) int { return n.Own.Count() - n.Opp.Count() }

// Veiled implements search.Rules: no moves are harder to see than others.
func (t *tree) Veiled(*Node, *rules.Board) bool { return false }

// Play implements search.Rules.
func (t *tree) Play(n *Node, m *rules.Board, child *Node) {
	child.Board, child.second = *m, !n.second
	child.passed = m.Own == n.Opp && m.Opp == n.Own
}

// Hash implements search.Rules.
func (t *tree) Hash(n *Node) uint64 {
	h := search.Mix(n.Own.Lo, n.Opp.Lo^n.Own.Hi<<20) + search.Mix(n.Own.Hi, n.Opp.Hi^n.Opp.Lo<<20)
	if n.second {
		h = ^h
	}
	if n.passed {
		h++
	}
	return h
}

// HistoryIndex implements search.Rules: by the squares where the checker starts and ends, 127 for off the board.
func (t *tree) HistoryIndex(n *Node, m *rules.Board) int {
	from, to := n.Own.Minus(m.Opp), m.Opp.Minus(n.Own)
	return index(from)<<6 ^ index(to)
}

// index returns the lowest square of a set; 127 if it is empty.
func index(s rules.Set) int {
	if s.Lo != 0 {
		return bits.TrailingZeros64(s.Lo)
	}
	return 64 + bits.TrailingZeros64(s.Hi)&63
}
