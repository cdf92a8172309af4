package rules

import "math/bits"

// Set is a set of squares. A square is the number rank*stride+file, both from 0, on boards of every size: then a step
// is the same distance everywhere, and there is always an unused square beyond the end of a rank.
type Set struct{ Lo, Hi uint64 }

// stride is from a square to the next one up. The widest board has ten files.
const stride = 11

// Neighbours is the steps to the eight neighbours in square order.
var Neighbours = [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// Straight is those to the four orthogonal ones, in square order as well; the opposite of number i is 3-i.
var Straight = [4]int{-stride, -1, 1, stride}

// SquareSet is the set of one square, which is not negative.
func SquareSet(square int) Set { return Set{1 << uint(square), 1 << uint(square-64)} }

// And is the squares of both sets.
func (s Set) And(t Set) Set { return Set{s.Lo & t.Lo, s.Hi & t.Hi} }

// Or is the squares of either set.
func (s Set) Or(t Set) Set { return Set{s.Lo | t.Lo, s.Hi | t.Hi} }

// Minus is the squares that the other set has not.
func (s Set) Minus(t Set) Set { return Set{s.Lo &^ t.Lo, s.Hi &^ t.Hi} }

// Xor is the squares of exactly one set.
func (s Set) Xor(t Set) Set { return Set{s.Lo ^ t.Lo, s.Hi ^ t.Hi} }

// Empty reports whether the set has no square.
func (s Set) Empty() bool { return s.Lo|s.Hi == 0 }

// Count is the number of squares.
func (s Set) Count() int { return bits.OnesCount64(s.Lo) + bits.OnesCount64(s.Hi) }

func (s Set) has(square int) bool {
	return (s.Lo>>uint(square)|s.Hi>>uint(square-64))&1 != 0
}

// First is the lowest square, of a set that is not empty.
func (s Set) First() int {
	if s.Lo != 0 {
		return bits.TrailingZeros64(s.Lo)
	}
	return 64 + bits.TrailingZeros64(s.Hi)
}

// Lowest is the set of the lowest square.
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

// neighbours is the orthogonal neighbours of a set; some of them may be off the board.
func (s Set) neighbours() Set {
	return s.Step(-stride).Or(s.Step(-1)).Or(s.Step(1)).Or(s.Step(stride))
}

// Board is who stands where, as the side to move sees it.
type Board struct{ Own, Opp Set }

// MoveInfo is what matters about a board for the moves of the side to move.
type MoveInfo struct {
	*Size
	Board
	free    Set    // empty squares
	next    [4]Set // the squares whose neighbour in each straight direction is an own checker
	room    Set    // empty squares without an own neighbour: where a jump or a diagonal step may end [restriction 1]
	contact Set    // the squares with an enemy next to them
}

// MoveInfo works out what a board of this size has for the side to move.
func (z *Size) MoveInfo(b Board) (l MoveInfo) {
	l.Size, l.Board = z, b
	l.free = z.Squares.Minus(b.Own).Minus(b.Opp)
	l.next = [4]Set{b.Own.Step(stride), b.Own.Step(1), b.Own.Step(-1), b.Own.Step(-stride)}
	l.room = l.free.Minus(l.next[0]).Minus(l.next[1]).Minus(l.next[2]).Minus(l.next[3])
	l.contact = b.Opp.neighbours()
	return l
}

// entry is where a step in one of the directions around may end as far as restriction 1 goes: the square it comes from
// does not count as a neighbour.
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

// Steps is where the legal steps of some own checkers in one of the directions around end.
//
// A checker with an enemy next to it needs a square that is nearer to the centre and has an enemy next to it
// (centering, restriction 2); one without needs either (centering, adjoining). That is two of three: without an enemy
// before, nearer, with an enemy after.
func (l *MoveInfo) Steps(d int, pieces Set) Set {
	by := Neighbours[d]
	all, alone, near := pieces.Step(by), pieces.Minus(l.contact).Step(by), l.nearer[d]
	two := alone.And(near).Or(alone.And(l.contact)).Or(near.And(l.contact))
	return all.And(two).And(l.entry(d))
}

// Jumps is the enemies that some own checkers can jump in one of the straight directions, out of the board or to land.
func (l *MoveInfo) Jumps(i int, pieces Set) (out, land Set) {
	over := pieces.Step(Straight[i]).And(l.Opp)
	return over.And(l.edge[i]), over.And(l.room.Step(-Straight[i]))
}

// movable is those of some own checkers that have a legal move.
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

// Moves reports whether the side to move has a legal move other than to pass.
func (z *Size) Moves(b Board) bool {
	l := z.MoveInfo(b)
	return !l.movable(b.Own).Empty()
}

// Turned is the board as the other side sees it.
func (b Board) Turned() Board { return Board{b.Opp, b.Own} }
