package rules

import (
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// path is the path of a man: all of a move except the drops. Its squares are as the side to move sees them.
type path struct {
	squares []int  // the start square and every landing square
	taken   uint64 // captured men
}

func (w path) from() int     { return w.squares[0] }
func (w path) to() int       { return w.squares[len(w.squares)-1] }
func (w path) arrives() bool { return 1<<w.to()&LastRow != 0 }
func (w path) extend(to, taken uint64) path {
	return path{append(slices.Clip(w.squares), bits.TrailingZeros64(to)), w.taken | taken}
}

// equivalent reports whether two paths have the same result, drops aside. It ignores on which square of the last row
// a man arrives.
func (w path) equivalent(v path) bool {
	return w.from() == v.from() && w.taken == v.taken && (w.to() == v.to() || w.arrives() && v.arrives())
}

// ordered lists squares of a set as the side to move sees them, in the real order: a1, b1, ... h8.
func (p Position) ordered(set uint64) []int {
	if p.Second {
		set = Flip(set)
	}
	list := make([]int, 0, bits.OnesCount64(set))
	for ; set != 0; set &= set - 1 {
		list = append(list, p.real(bits.TrailingZeros64(set)))
	}
	return list
}

// real converts a square as the side to move sees it to a real one, and back.
func (p Position) real(square int) int {
	if p.Second {
		return square ^ 56
	}
	return square
}

// name returns the name of a square as the side to move sees it.
func (p Position) name(square int) string {
	if square == noSquare {
		return ""
	}
	square = p.real(square)
	return grid.Name(square%8, square/8)
}

// movable returns the men that have a legal move.
func (p Position) movable() uint64 {
	if men := p.CanCapture(); men != 0 {
		return men
	}
	return p.CanMove()
}

// ways returns all paths of a movable man in square order, including those with the same result.
func (p Position) ways(man int) (list []path) {
	start := path{squares: []int{man}}
	if p.CanCapture() != 0 {
		list = p.hops(start, around[:], p.Opp, nil)
	} else {
		for _, d := range Ahead {
			if to := d.Next(1<<man) & p.Empty(); to != 0 {
				list = append(list, start.extend(to, 0))
			}
		}
		list = p.hops(start, Ahead[:], p.Own, list)
	}
	slices.SortFunc(list, func(a, b path) int {
		return slices.CompareFunc(a.squares, b.squares, func(x, y int) int { return p.real(x) - p.real(y) })
	})
	return list
}

// hops appends the jumping moves, or the captures, that begin with a path and go over men of one side. The man need not
// be removed from the board, because it never meets its start square, and a capturing man lands on every other file and
// rank, never on the square of a captured man.
func (p Position) hops(w path, directions []direction, over uint64, list []path) []path {
	if w.taken != 0 && w.arrives() {
		return append(list, w)
	}
	end := len(w.squares) > 1
	for _, d := range directions {
		victim := d.Next(1<<w.to()) & over &^ w.taken
		if to := d.Next(victim) & p.Empty(); to != 0 {
			end = false
			list = p.hops(w.extend(to, victim&p.Opp), directions, over, list)
		}
	}
	if end {
		list = append(list, w)
	}
	return list
}

// add appends a path unless the list has one with the same result.
func add(list []path, w path) []path {
	if slices.ContainsFunc(list, w.equivalent) {
		return list
	}
	return append(list, w)
}

// vacant returns the squares where men may be dropped after a path that arrives.
func (p Position) vacant(w path) uint64 {
	return Zone &^ (p.Own&^(1<<w.from()) | p.Opp&^w.taken)
}

// due returns the number of men to drop after a path.
func (p Position) due(w path) int {
	if !w.arrives() {
		return 0
	}
	return min(2, bits.OnesCount64(p.vacant(w)))
}

// Move is a path with its drops, a set of squares.
type Move struct {
	path
	drops uint64
}

// allDrops returns the possible drops after a path, in square order.
func (p Position) allDrops(w path) (list []uint64) {
	if m, ok := p.complete(w, 0); ok {
		return []uint64{m.drops}
	}
	squares := p.ordered(p.vacant(w))
	for i, first := range squares {
		for _, second := range squares[i+1:] {
			list = append(list, 1<<first|1<<second)
		}
	}
	return list
}

// complete returns the move with some drops, and any others that are due if there is no choice between them; ok is
// false if there is one.
func (p Position) complete(w path, drops uint64) (m Move, ok bool) {
	due := p.due(w)
	if all := p.vacant(w) | drops; bits.OnesCount64(all) == due {
		drops = all
	}
	return Move{w, drops}, bits.OnesCount64(drops) >= due
}

// canonical returns the first of the moves with the same result.
func (p Position) canonical(m Move) Move {
	after := p.after(m)
	p.Each(func(first Move) bool {
		m = first
		return p.after(first) != after
	})
	return m
}

// after returns the board after a move, as the side that made it sees it.
func (b Board) after(m Move) Board {
	b.Own &^= 1 << m.from()
	if !m.arrives() {
		b.Own |= 1 << m.to()
	}
	return Board{b.Own | m.drops, b.Opp &^ m.taken}
}

// Text returns the text of a move.
func (p Position) Text(m Move) engine.Move {
	text := p.wayText(m.path)
	if m.arrives() && m.drops == 0 {
		text += "*"
	}
	for _, d := range p.ordered(m.drops) {
		text += "*" + p.name(d)
	}
	return engine.Move(text)
}

// wayText returns the text of a path.
func (p Position) wayText(w path) string {
	sign := byte('-')
	if w.taken != 0 {
		sign = 'x'
	}
	text := make([]byte, 0, 3*len(w.squares))
	for i, square := range w.squares {
		if i > 0 {
			text = append(text, sign)
		}
		square = p.real(square)
		text = append(text, 'a'+byte(square%8), '1'+byte(square/8))
	}
	return string(text)
}
