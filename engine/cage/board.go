package cage

import "math/bits"

// set is a set of squares. A square is the number rank*stride+file, both from 0, on boards of every size: then a step is
// the same distance everywhere, and there is always an unused square beyond the end of a rank.
type set struct{ lo, hi uint64 }

// stride is from a square to the next one up. The widest board has ten files.
const stride = 11

// around is the steps to the eight neighbours in square order.
var around = [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// straight is those to the four orthogonal ones, in square order as well; the opposite of number i is 3-i.
var straight = [4]int{-stride, -1, 1, stride}

// only is the set of one square, which is not negative.
func only(square int) set {
	if square < 64 {
		return set{lo: 1 << uint(square)}
	}
	return set{hi: 1 << uint(square-64)}
}

func (s set) and(t set) set     { return set{s.lo & t.lo, s.hi & t.hi} }
func (s set) or(t set) set      { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) without(t set) set { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) xor(t set) set     { return set{s.lo ^ t.lo, s.hi ^ t.hi} }
func (s set) empty() bool       { return s.lo|s.hi == 0 }
func (s set) count() int        { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }
func (s set) has(square int) bool {
	return square >= 0 && !s.and(only(square)).empty()
}

// first is the lowest square, of a set that is not empty.
func (s set) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// lowest is the set of the lowest square.
func (s set) lowest() set {
	if s.lo != 0 {
		return set{lo: s.lo & -s.lo}
	}
	return set{hi: s.hi & -s.hi}
}

// step moves every square of a set, by less than 64.
func (s set) step(by int) set {
	if by > 0 {
		return set{s.lo << (by & 63), s.hi<<(by&63) | s.lo>>(-by&63)}
	}
	return set{s.lo>>(-by&63) | s.hi<<(by&63), s.hi >> (-by & 63)}
}

// beside is the orthogonal neighbours of a set; some of them may be off the board.
func (s set) beside() set {
	return s.step(-stride).or(s.step(-1)).or(s.step(1)).or(s.step(stride))
}

// board is who stands where, as the side to move sees it.
type board struct{ own, opp set }

// look is what matters about a board for the moves of the side to move.
type look struct {
	*size
	board
	free    set    // empty squares
	next    [4]set // the squares whose neighbour in each straight direction is an own checker
	room    set    // empty squares without an own neighbour: where a jump or a diagonal step may end [restriction 1]
	contact set    // the squares with an enemy next to them
}

func (z *size) look(b board) (l look) {
	l.size, l.board = z, b
	l.free = z.squares.without(b.own).without(b.opp)
	l.next = [4]set{b.own.step(stride), b.own.step(1), b.own.step(-1), b.own.step(-stride)}
	l.room = l.free.without(l.next[0]).without(l.next[1]).without(l.next[2]).without(l.next[3])
	l.contact = b.opp.beside()
	return l
}

// entry is where a step in one of the directions around may end as far as restriction 1 goes: the square it comes from does
// not count as a neighbour.
func (l *look) entry(d int) set {
	switch d {
	case 1: // down, from the square above
		return l.free.without(l.next[0]).without(l.next[1]).without(l.next[2])
	case 3:
		return l.free.without(l.next[0]).without(l.next[1]).without(l.next[3])
	case 4:
		return l.free.without(l.next[0]).without(l.next[2]).without(l.next[3])
	case 6:
		return l.free.without(l.next[1]).without(l.next[2]).without(l.next[3])
	}
	return l.room
}

// steps is where the legal steps of some own checkers in one of the directions around end.
//
// A checker with an enemy next to it needs a square that is nearer to the centre and has an enemy next to it (centering,
// restriction 2); one without needs either (centering, adjoining). That is two of three: without an enemy before, nearer,
// with an enemy after.
func (l *look) steps(d int, pieces set) set {
	by := around[d]
	all, alone, near := pieces.step(by), pieces.without(l.contact).step(by), l.nearer[d]
	two := alone.and(near).or(alone.and(l.contact)).or(near.and(l.contact))
	return all.and(two).and(l.entry(d))
}

// jumps is the enemies that some own checkers can jump in one of the straight directions, out of the board or to land.
func (l *look) jumps(i int, pieces set) (out, land set) {
	over := pieces.step(straight[i]).and(l.opp)
	return over.and(l.edge[i]), over.and(l.room.step(-straight[i]))
}

// movable is those of some own checkers that have a legal move.
func (l *look) movable(pieces set) set {
	var can set
	for d, by := range around {
		can = can.or(l.steps(d, pieces).step(-by))
	}
	for i, by := range straight {
		out, land := l.jumps(i, pieces)
		can = can.or(out.or(land).step(-by))
	}
	return can
}

// moves tells whether the side to move has a legal move other than to pass.
func (z *size) moves(b board) bool {
	l := z.look(b)
	return !l.movable(b.own).empty()
}

// end is how a game stands.
type end uint8

const (
	goesOn   end = iota
	moverWon     // the side that has just moved
	moverLost
	nobodyMoves
)

// end looks at a board: is the game over? An own move may take the last enemies and the last own checker together; then
// the mover has won.
func (z *size) end(b board) end {
	switch {
	case b.own.empty():
		return moverWon
	case b.opp.empty():
		return moverLost
	case !z.moves(b) && !z.moves(b.turned()):
		return nobodyMoves
	}
	return goesOn
}

// turned is the board as the other side sees it.
func (b board) turned() board { return board{b.opp, b.own} }
