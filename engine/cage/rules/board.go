package rules

import "math/bits"

// Set is a set of squares. A square has the number rank*stride+file, counted from 0, on boards of all sizes, so that
// a step is the same distance everywhere and there is always an unused square beyond the end of a rank.
type Set struct{ Lo, Hi uint64 }

// stride is the distance from a square to the next one up. The widest board has ten files.
const stride = 11

// Neighbours holds the steps to the eight neighbours, in square order.
var Neighbours = [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// Straight holds the steps to the four orthogonal neighbours, in square order; the opposite of number i is 3-i.
var Straight = [4]int{-stride, -1, 1, stride}

// SquareSet returns the set of one square, or the empty set for noSquare.
func SquareSet(square int) Set { return Set{1 << uint(square), 1 << uint(square-64)} }

// And returns the intersection.
func (s Set) And(t Set) Set { return Set{s.Lo & t.Lo, s.Hi & t.Hi} }

// Or returns the union.
func (s Set) Or(t Set) Set { return Set{s.Lo | t.Lo, s.Hi | t.Hi} }

// Minus returns the squares of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Xor returns the squares of exactly one of the sets.
func (s Set) Xor(t Set) Set { return Set{s.Lo ^ t.Lo, s.Hi ^ t.Hi} }

// Empty reports whether the set is empty.
func (s Set) Empty() bool { return s.Lo|s.Hi == 0 }

// Count returns the number of squares.
func (s Set) Count() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

func (s Set) has(square int) bool {
	return (s.Lo>>uint(square)|s.Hi>>uint(square-64))&1 != 0
}

// First returns the lowest square of a set that is not empty.
func (s Set) First() int {
	if s.Lo != 0 {
		return bits.TrailingZeros64(s.Lo)
	}
	return 64 + bits.TrailingZeros64(s.Hi)
}

// Lowest returns the set of the lowest square.
func (s Set) Lowest() Set {
	if s.Lo != 0 {
		return Set{Lo: s.Lo & -s.Lo}
	}
	return Set{Hi: s.Hi & -s.Hi}
}

// Step moves every square of a set, by less than 64.
func (s Set) Step(by int) Set {
	if by > 0 {
		return Set{s.Lo << (by & 63), s.Hi<<(by&63) | s.Lo>>(-by&63)}
	}
	return Set{s.Lo>>(-by&63) | s.Hi<<(by&63), s.Hi >> (-by & 63)}
}

// neighbours returns the orthogonal neighbours of a set, some of which may be off the board.
func (s Set) neighbours() Set {
	return s.Step(-stride).Or(s.Step(-1)).Or(s.Step(1)).Or(s.Step(stride))
}

// Board is a board as the side to move sees it.
type Board struct{ Own, Opp Set }

// MoveInfo holds what determines the moves of the side to move.
type MoveInfo struct {
	*Size
	Board
	free    Set    // empty squares
	next    [4]Set // by straight direction, the squares whose neighbour in it is an own checker
	room    Set    // empty squares without an own neighbour, where a jump or a diagonal step may end [restriction 1]
	contact Set    // squares with an adjacent enemy
}

// MoveInfo computes the move information of a board for the side to move.
func (z *Size) MoveInfo(b Board) (l MoveInfo) {
	l.Size, l.Board = z, b
	l.free = z.Squares.Minus(b.Own).Minus(b.Opp)
	l.next = [4]Set{b.Own.Step(stride), b.Own.Step(1), b.Own.Step(-1), b.Own.Step(-stride)}
	l.room = l.free.Minus(l.next[0]).Minus(l.next[1]).Minus(l.next[2]).Minus(l.next[3])
	l.contact = b.Opp.neighbours()
	return l
}

// entry returns the squares where a step in one of the directions of Neighbours may end by restriction 1, not
// counting the square it comes from as a neighbour.
func (l *MoveInfo) entry(d int) Set {
	switch d {
	case 1: // down, from the square above
		return l.free.Minus(l.next[0]).Minus(l.next[1]).Minus(l.next[2])
	case 3:
		return l.free.Minus(l.next[0]).Minus(l.next[1]).Minus(l.next[3])
	case 4:
		return l.free.Minus(l.next[0]).Minus(l.next[2]).Minus(l.next[3])
	case 6:
		return l.free.Minus(l.next[1]).Minus(l.next[2]).Minus(l.next[3])
	}
	return l.room
}

// Steps returns the end squares of the legal steps of some own checkers in one of the directions of Neighbours. A
// checker with an adjacent enemy needs a square that is nearer to the centre and has an adjacent enemy (centering,
// restriction 2); one without needs either (centering, adjoining).
func (l *MoveInfo) Steps(d int, pieces Set) Set {
	by := Neighbours[d]
	all, alone, near := pieces.Step(by), pieces.Minus(l.contact).Step(by), l.nearer[d]
	// So at least two of three must hold: no adjacent enemy before the step, nearer to the centre, an adjacent enemy
	// after.
	two := alone.And(near).Or(alone.And(l.contact)).Or(near.And(l.contact))
	return all.And(two).And(l.entry(d))
}

// Jumps returns the enemies that some own checkers can jump in one of the straight directions, off the board or to
// land.
func (l *MoveInfo) Jumps(i int, pieces Set) (out, land Set) {
	over := pieces.Step(Straight[i]).And(l.Opp)
	return over.And(l.edge[i]), over.And(l.room.Step(-Straight[i]))
}

// movable returns those of some own checkers that have a legal move.
func (l *MoveInfo) movable(pieces Set) Set {
	var can Set
	for d, by := range Neighbours {
		can = can.Or(l.Steps(d, pieces).Step(-by))
	}
	for i, by := range Straight {
		out, land := l.Jumps(i, pieces)
		can = can.Or(out.Or(land).Step(-by))
	}
	return can
}

// Moves reports whether the side to move has a legal move other than a pass.
func (z *Size) Moves(b Board) bool {
	l := z.MoveInfo(b)
	return !l.movable(b.Own).Empty()
}

// Turned returns the board as the other side sees it.
func (b Board) Turned() Board { return Board{b.Opp, b.Own} }
