package rules

import (
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/grid"
)

// path is the path of a man: all of a move except the drops. Its squares are as the side to move sees them.
type path struct {
	squares [longest]int // the start square and every landing square
	n       int          // how many of them are in use
	taken   uint64       // captured men
}

// longest is the maximum number of squares of a path. A capturing man lands on every other file and rank only, four
// of each: three captures along each of four ranks, three from rank to rank, and the start square.
const longest = 16

func (w path) from() int      { return w.squares[0] }
func (w path) to() int        { return w.squares[w.n-1] }
func (w path) visited() []int { return w.squares[:w.n] }
func (w path) arrives() bool  { return 1<<w.to()&LastRow != 0 }
func (w path) extend(to int, taken uint64) path {
	w.squares[w.n] = to
	w.n++
	w.taken |= taken
	return w
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
func (p Position) ways(man int) []path {
	start := path{squares: [longest]int{man}, n: 1}
	switch {
	case p.CanCapture() != 0:
		return p.captures(start, nil)
	case p.Second: // its jumps lead to lower squares than its steps
		return p.steps(start, p.jumps(start, nil))
	}
	return p.jumps(start, p.steps(start, nil))
}

func (p Position) steps(start path, list []path) []path {
	for _, d := range Ahead {
		if to := d.Next(1<<start.from()) & p.Empty(); to != 0 {
			list = append(list, start.extend(square(to), 0))
		}
	}
	return list
}

// jumps appends the jumping moves that begin with a path. The man need not be removed from the board, because it
// never meets its start square.
func (p Position) jumps(w path, list []path) []path {
	end := w.n > 1
	for _, d := range Ahead {
		if to := d.Next(d.Next(1<<w.to())&p.Own) & p.Empty(); to != 0 {
			end = false
			list = p.jumps(w.extend(square(to), 0), list)
		}
	}
	if end {
		list = append(list, w)
	}
	return list
}

// captures appends the captures that begin with a path. A capturing man lands on every other file and rank, never on
// the square of a captured man.
func (p Position) captures(w path, list []path) []path {
	if w.taken != 0 && w.arrives() {
		return append(list, w)
	}
	end := w.n > 1
	directions := around
	if p.Second { // moving up leads to lower squares
		directions = [5]direction{northWest, north, northEast, west, east}
	}
	for _, d := range directions {
		victim := d.Next(1<<w.to()) & p.Opp &^ w.taken
		if to := d.Next(victim) & p.Empty(); to != 0 {
			end = false
			list = p.captures(w.extend(square(to), victim), list)
		}
	}
	if end {
		list = append(list, w)
	}
	return list
}

// square returns the only square of a set.
func square(set uint64) int { return bits.TrailingZeros64(set) }

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

// Move is a path with its drops, which are squares as the side to move sees them in the real order.
type Move struct {
	path
	drops []int
}

// allDrops returns the possible drops after a path, in square order.
func (p Position) allDrops(w path) (list [][]int) {
	squares := p.ordered(p.vacant(w))
	if due := p.due(w); due < 2 {
		return [][]int{squares[:due]}
	}
	for i, first := range squares {
		for _, second := range squares[i+1:] {
			list = append(list, []int{first, second})
		}
	}
	return list
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
	b.Opp &^= m.taken
	for _, d := range m.drops {
		b.Own |= 1 << d
	}
	return b
}

// Text returns the text of a move.
func (p Position) Text(m Move) engine.Move {
	text := p.wayText(m.path)
	if m.arrives() && len(m.drops) == 0 {
		text += "*"
	}
	for _, d := range m.drops {
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
	text := make([]byte, 0, 3*longest)
	for i, square := range w.visited() {
		if i > 0 {
			text = append(text, sign)
		}
		square = p.real(square)
		text = append(text, 'a'+byte(square%8), '1'+byte(square/8))
	}
	return string(text)
}
