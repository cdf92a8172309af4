package think

import (
	"math/bits"

	"tabuleiro/engine/search"
)

// tabled is the value of a board without captures by the tables; false if they do not tell.
func (t *tree) tabled(n *node) (int32, bool) {
	r, moves := t.ending(n)
	if r == unknown || r == drawn {
		return 0, r == drawn
	}
	// Of many wins the nearest, or the one where most is won.
	v := max(-2000, min(t.knowledge.value(n), 2000))
	switch {
	case r == won && moves > 0:
		v = -100 * moves
	case moves > 0:
		v = 100 * moves
	}
	if r == lost {
		return int32(v - sureWin), true
	}
	return int32(v + sureWin), true
}

// sureWin is around what boards are worth that are won by the tables.
const sureWin = search.Known + 3000

// longestQuiet is more plies than any win needs without a man's move or a capture.
const longestQuiet = 26

// ending is the result of a board without captures, counters included, as far as the tables tell; in a won forced ending
// also how many moves the stronger side needs.
func (t *tree) ending(n *node) (r result, moves int) {
	if t.isForced(n) {
		moves = t.tables.distance(n.Board)
		switch {
		case moves == 0, n.forced != 0 && moves > t.variant.Forced.Moves+1-int(n.forced):
			return drawn, 0
		case n.Own&(n.Own-1) == 0:
			r = lost
		default:
			r = won
		}
	} else {
		r = t.tables.look(n.Board)
	}
	if r != drawn && int(n.quiet) > t.variant.QuietPlies-longestQuiet {
		return unknown, 0
	}
	return r, moves
}

// isForced tells whether a board is a forced ending.
func (t *tree) isForced(n *node) bool {
	own, opp := bits.OnesCount64(n.Own), bits.OnesCount64(n.Opp)
	return n.Own|n.Opp == n.Kings && own+opp == 4 && own != 2
}

// verdict is the result of any board with few pieces, captures followed to their end.
func (t *tree) verdict(n *node) result {
	if n.Own == 0 {
		return lost
	}
	if n.Opp == 0 {
		return won
	}
	if t.counted(n) && len(t.Moves(n, nil)) > 0 {
		return drawn
	}
	moves := t.Moves(n, nil)
	if len(moves) == 0 {
		return lost
	}
	if moves[0].Taken == 0 {
		r, _ := t.ending(n)
		return r
	}
	best := lost
	for i := range moves {
		var child node
		t.Play(n, &moves[i], &child)
		switch t.verdict(&child) {
		case lost:
			return won
		case drawn:
			best = max(best, drawn)
		case unknown:
			return unknown
		}
	}
	return best
}

// know gives a search the tables: for boards with fewer pieces than the root has, so that it sees a way to win and not only
// that there is one; and for each choice what it leads to.
func (t *tree) know(k *tables, root *search.Root[node]) {
	if k == nil {
		return
	}
	t.tables = k
	pieces := bits.OnesCount64(root.Board.Own | root.Board.Opp)
	t.most = k.most
	if pieces > k.most {
		return
	}
	if !t.isForced(&root.Board) {
		t.most = pieces - 1
	}
	for i := range root.Choices {
		c := &root.Choices[i]
		c.Verdict = [...]search.Verdict{search.Unknown, search.Winning, search.Drawing, search.Losing}[t.verdict(&c.Board)]
	}
}
