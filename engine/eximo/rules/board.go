package rules

import "math/bits"

// Board is a board as the side to move sees it, whose men move up. Bits are squares, a1 the lowest, then b1; for
// Second the ranks are reversed, so that its a1 is the real a8.
type Board struct {
	Own, Opp uint64
}

// Squares as the side to move sees them.
const (
	fileA    uint64 = 0x0101010101010101
	fileH           = fileA << 7
	FirstRow uint64 = 0xff
	LastRow         = FirstRow << 56

	Zone uint64 = 0x7e7e // where men are dropped: the first two rows without the squares at the sides
)

// Turned returns the board as the other side sees it when it is on turn.
func (b Board) Turned() Board { return Board{Flip(b.Opp), Flip(b.Own)} }

// Flip reverses the ranks of a set of squares.
func Flip(set uint64) uint64 { return bits.ReverseBytes64(set) }

// Empty returns the set of empty squares.
func (b Board) Empty() uint64 { return ^(b.Own | b.Opp) }

// direction is a direction of movement.
type direction struct {
	by   int    // distance from a square to the next
	open uint64 // the squares that have a next one
}

// Ahead holds the directions of steps and jumps, around those of captures.
var (
	Ahead  = [3]direction{northWest, north, northEast}
	around = [5]direction{west, east, northWest, north, northEast}
)

var (
	northWest = direction{7, ^(fileA | LastRow)}
	north     = direction{8, ^LastRow}
	northEast = direction{9, ^(fileH | LastRow)}
	west      = direction{-1, ^fileA}
	east      = direction{1, ^fileH}
)

// Next returns the squares next to those of a set.
func (d direction) Next(set uint64) uint64 { return bits.RotateLeft64(set&d.open, d.by) }

// Before returns the squares whose next one is in a set.
func (d direction) Before(set uint64) uint64 { return bits.RotateLeft64(set, -d.by) & d.open }

// Over returns the squares from which a man could jump over one of men to an empty square.
func (b Board) Over(men uint64, d direction) uint64 { return d.Before(men & d.Before(b.Empty())) }

// CanCapture returns the men that can capture.
func (b Board) CanCapture() uint64 {
	var men uint64
	for _, d := range around {
		men |= b.Over(b.Opp, d)
	}
	return men & b.Own
}

// CanMove returns the men that can step or jump, if no capture is possible.
func (b Board) CanMove() uint64 {
	var men uint64
	for _, d := range Ahead {
		men |= d.Before(b.Empty()) | b.Over(b.Own, d)
	}
	return men & b.Own
}

// Mobility returns the number of steps.
func (b Board) Mobility() (n int) {
	for _, d := range Ahead {
		n += bits.OnesCount64(d.Next(b.Own) & b.Empty())
	}
	return n
}

// CanBeCaptured reports whether the other side could capture if it were on turn.
func (b Board) CanBeCaptured() bool {
	var men uint64
	for _, d := range behind {
		men |= b.Over(b.Own, d)
	}
	return men&b.Opp != 0
}

// behind holds the directions of captures for the side that moves down.
var behind = [5]direction{west, east, {-7, ^(fileH | FirstRow)}, {-8, ^FirstRow}, {-9, ^(fileA | FirstRow)}}

// JumpEnds returns the end squares of the jumping moves of a man; all are the squares from which a jump is possible.
func (b Board) JumpEnds(man, all uint64) uint64 {
	var ends uint64
	for at := man; at != 0; {
		var to uint64
		for _, d := range Ahead {
			to |= d.Next(d.Next(at)&b.Own) & b.Empty()
		}
		ends |= to &^ all
		at = to & all
	}
	return ends
}
