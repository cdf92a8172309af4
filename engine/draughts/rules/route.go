package rules

import (
	"cmp"
	"math/bits"
	"slices"

	"tabuleiro/engine"
)

// Text returns the canonical text of a move.
func (v *Variant) Text(b Board, m Move) engine.Move {
	sign := "-"
	if m.Taken != 0 {
		sign = v.Sign()
	}
	var room [64]byte
	text := room[:0]
	for i, square := range v.Route(b, m) {
		if i > 0 {
			text = append(text, sign...)
		}
		text = append(text, v.names[v.Square(square)]...)
	}
	return engine.Move(text)
}

// Route returns the start square and every landing square: of all routes of the move, the one with the smallest
// numbers.
func (v *Variant) Route(b Board, m Move) []uint64 {
	if m.Taken&(m.Taken-1) == 0 {
		return []uint64{m.From, m.To}
	}
	w := walk{variant: v, board: b, move: m}
	w.find(state{at: m.From}, func(int, uint64) int { return 0 })
	return append([]uint64{m.From}, w.way...)
}

// passes reports whether a route of the move begins with the first of the squares, ends with the last, and lands on
// the others in order.
func (v *Variant) passes(b Board, m Move, squares []uint64) bool {
	last := len(squares) - 1
	if last == 0 || squares[0] != m.From || squares[last] != m.To {
		return false
	}
	if m.Taken == 0 {
		return last == 1
	}
	w := walk{variant: v, board: b, move: m, need: last - 1}
	return w.find(state{at: m.From}, func(i int, to uint64) int {
		if i < last-1 && squares[i+1] == to {
			i++
		}
		return i
	})
}

// begins reports whether a route of the move begins with the squares and continues.
func (v *Variant) begins(b Board, m Move, squares []uint64) bool {
	if squares[0] != m.From || len(squares) > hopCount(m) {
		return false
	}
	if len(squares) == 1 {
		return true
	}
	w := walk{variant: v, board: b, move: m, need: len(squares) - 1}
	return w.find(state{at: m.From}, func(i int, to uint64) int {
		switch {
		case i == w.need:
			return i
		case squares[i+1] == to:
			return i + 1
		}
		return -1
	})
}

// hopCount returns the number of squares on which the piece lands.
func hopCount(m Move) int { return max(1, bits.OnesCount64(m.Taken)) }

// walk searches for a route of a capture.
type walk struct {
	variant *Variant
	board   Board
	move    Move             // no other pieces may be taken
	need    int              // number of squares that the route must find
	done    func(state) bool // reports whether the route is complete; nil: when the move is
	way     []uint64         // landing squares
	dead    map[state]bool   // states without a route
}

// state is all that determines how a walk can continue.
type state struct {
	at, taken uint64
	found     int
}

// find continues from a state. For each possible landing square it calls pass with the number of squares found so
// far, which returns the number with this square, or -1 if the route must not go there.
func (w *walk) find(here state, pass func(found int, to uint64) int) bool {
	if w.dead == nil {
		w.dead = make(map[state]bool)
		if w.done == nil {
			w.done = func(s state) bool { return s == state{w.move.To, w.move.Taken, w.need} }
		}
	}
	if w.dead[here] {
		return false
	}
	if w.done(here) {
		return true
	}
	w.dead[here] = true
	var room [maxHops]hop
	hops := w.variant.hops(w.board, w.move.From, here.at, here.taken, room[:0])
	slices.SortFunc(hops, func(a, b hop) int { return cmp.Compare(a.to, b.to) })
	for _, h := range hops {
		n := pass(here.found, h.to)
		if h.victim&w.move.Taken == 0 || n < 0 {
			continue
		}
		w.way = append(w.way, h.to)
		if w.find(state{h.to, here.taken | h.victim, n}, pass) {
			return true
		}
		w.way = w.way[:len(w.way)-1]
	}
	return false
}
