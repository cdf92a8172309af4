package think

import (
	"math"
	"math/bits"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/search"
)

// tabled returns the value of a board by the tables; false if they do not have it.
func (t *tree) tabled(n *rules.Position) (int32, bool) {
	v, ok := t.tables.Value(n.Board)
	switch {
	case !ok:
		return 0, false
	case v == endings.Draw || v.Plies() > t.left(n):
		return 0, true
	}
	// Of several wins, prefer the one with the greatest lead.
	worth := int32(max(-mostWorth, min(t.knowledge.value(n), mostWorth)))
	if v < 0 {
		return worth - sureWin, true
	}
	return worth + sureWin, true
}

const (
	sureWin   = search.Known + 3000 // centre of the values of boards won by the tables
	mostWorth = 2000                // maximum deviation from it
)

// left returns the number of plies until a counter draws the game, without a capture or a man's move before.
func (t *tree) left(n *rules.Position) int {
	return min(n.Variant.QuietPlies-n.Idling, n.Left())
}

// verdict returns the value of a board with few pieces, counters included; false if the tables do not have it.
func (t *tree) verdict(n *rules.Position) (endings.Value, bool) {
	if n.Unanswered.To != 0 {
		return t.answered(n)
	}
	v, ok := t.tables.Value(n.Board)
	if ok && v != endings.Draw && v.Plies() > t.left(n) {
		v = endings.Draw
	}
	return v, ok
}

// answered returns the value of a board if the side on turn may still answer an omitted capture. It skips moves that
// omit a capture, because the opponent may demand it.
func (t *tree) answered(n *rules.Position) (best endings.Value, ok bool) {
	for _, m := range n.AppendAll(nil) {
		child := n.After(m)
		if child.Unanswered.To != 0 {
			continue
		}
		v, known := t.verdict(&child)
		if !known {
			return 0, false
		}
		if !t.KeepsTurn(n, &child) {
			v = v.Retrograde(m.Taken != 0 || m.From&n.Kings == 0)
		}
		if !ok || v.Better(best) {
			best, ok = v, true
		}
	}
	return best, ok
}

// know gives the tables to a search: for boards with fewer pieces than the root, so that it finds a way to win and
// not only that there is one, and for each choice to set its verdict.
func (t *tree) know(k *endings.Tables, root *search.Root[rules.Position], level int) {
	if k == nil || !isKnown(&root.Board, level) {
		return
	}
	pieces := bits.OnesCount64(root.Board.Own | root.Board.Opp)
	t.tables = k
	t.most = min(endings.MaxPieces, pieces-1)
	if pieces > endings.MaxPieces+1 {
		return
	}
	soonest := math.MaxInt
	values := make([]endings.Value, len(root.Choices))
	for i := range root.Choices {
		c := &root.Choices[i]
		v, ok := t.verdict(&c.Board)
		if !ok {
			continue
		}
		if !t.KeepsTurn(&root.Board, &c.Board) {
			v = v.Retrograde(c.Board.Idling == 0)
		}
		values[i] = v
		switch {
		case v < 0:
			c.Verdict = search.Losing
		case v == endings.Draw:
			c.Verdict = search.Drawing
		default:
			c.Verdict = search.Winning
			soonest = min(soonest, v.Plies())
		}
	}
	for i, v := range values {
		if v > 0 && v.Plies() == soonest {
			root.Choices[i].Verdict = search.WinningSoonest
		}
	}
}

// isKnown reports whether a level knows the endings of a board: from clubLevel on those with few pieces or with kings
// only.
func isKnown(n *rules.Position, level int) bool {
	pieces := bits.OnesCount64(n.Own | n.Opp)
	switch {
	case level == 0 || level >= tableLevel:
		return true
	case level < clubLevel:
		return false
	}
	return pieces < endings.MaxPieces || pieces == endings.MaxPieces && n.Own|n.Opp == n.Kings
}
