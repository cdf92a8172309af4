package think

import (
	"math/bits"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search"
)

// tree is a game as package search sees it.
type tree struct {
	knowledge *knowledge
	tables    *endings.Tables // nil: none
	most      int             // maximum pieces of boards to look up in the tables
}

var _ search.Rules[rules.Position, rules.Move] = (*tree)(nil)

// Classify implements search.Rules.
func (t *tree) Classify(n *rules.Position) search.NodeInfo {
	if n.Own == 0 {
		return search.NodeInfo{Over: true, Value: -search.Won}
	}
	if n.Opp == 0 {
		return search.NodeInfo{Over: true, Value: search.Won}
	}
	look := search.NodeInfo{Back: int16(n.Idling), Count: t.count(n)}
	if n.Unanswered.To != 0 {
		look.Noise = search.Threatened
		return look
	}
	captures, moves := n.Variant.Can(n.Board)
	switch {
	case !captures && !moves:
		return search.NodeInfo{Over: true, Value: -search.Won}
	case n.Drawn() != "":
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
	if n.Variant.CanCapture(n.Turned()) {
		look.Noise = search.Threatened
	}
	return look
}

// Moves implements search.Rules.
func (t *tree) Moves(n *rules.Position, list []rules.Move) []rules.Move {
	return n.AppendAll(list)
}

// Play implements search.Rules.
func (t *tree) Play(n *rules.Position, m *rules.Move, child *rules.Position) {
	*child = n.After(*m)
}

// Hash implements search.Rules.
func (t *tree) Hash(n *rules.Position) uint64 {
	h := search.Mix(n.Own, n.Opp^uint64(n.Near)<<58) + search.Mix(n.Kings^n.Opp<<7, n.Own)
	if n.Unanswered.To != 0 || n.Owes {
		p := search.Mix(n.Unanswered.From, n.Unanswered.To)
		if n.Owes {
			p++
		}
		h = search.Mix(h, p)
	}
	return h
}

// count returns the counters for the transposition table: quiet moves matter only near their limit.
func (t *tree) count(n *rules.Position) int16 {
	return int16(n.Forced | max(0, n.Idling-n.Variant.QuietPlies+lastQuiet)<<8 | n.Road<<11)
}

// lastQuiet is the number of plies before a draw by quiet moves that matter.
const lastQuiet = 16

// HistoryIndex implements search.Rules.
func (t *tree) HistoryIndex(n *rules.Position, m *rules.Move) int {
	slot := bits.TrailingZeros64(m.From)&63<<6 | bits.TrailingZeros64(m.To)&63
	if !n.IsUp() {
		slot |= 1 << 12
	}
	return slot
}

// Evaluate implements search.Rules.
func (t *tree) Evaluate(n *rules.Position) int { return t.knowledge.value(n) }

// Veiled implements search.Rules: captures of several pieces, and backward captures of men.
func (t *tree) Veiled(n *rules.Position, m *rules.Move) bool {
	if m.Taken == 0 {
		return false
	}
	back := (m.To < m.From) == n.IsUp()
	return m.Taken&(m.Taken-1) != 0 || back && m.From&n.Kings == 0
}

// Pieces implements search.Rules. A king counts as three.
func (t *tree) Pieces(n *rules.Position) int {
	worth := func(set uint64) int { return bits.OnesCount64(set) + 2*bits.OnesCount64(set&n.Kings) }
	return worth(n.Own) - worth(n.Opp)
}

// KeepsTurn implements search.Extender: after huffing the same side moves.
func (t *tree) KeepsTurn(n, child *rules.Position) bool { return n.Near == child.Near }
