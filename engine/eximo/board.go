package eximo

import "math/bits"

// A board is what the side to move sees: its men go up. Bits are squares, a1 the lowest, b1 the next; for Second the
// ranks are turned, so that its a1 is the real a8.
type board struct {
	own, opp uint64
}

// Squares as the side to move sees them.
const (
	fileA    uint64 = 0x0101010101010101
	fileH           = fileA << 7
	firstRow uint64 = 0xff
	lastRow         = firstRow << 56

	zone uint64 = 0x7e7e                 // where men are dropped: the first two rows without the side squares
	home        = zone & (firstRow << 8) // the squares of the zone from where jumps can lead to the last row
)

// turned is the board as the other side sees it, if it is its turn.
func (b board) turned() board { return board{flip(b.opp), flip(b.own)} }

// flip turns the ranks of a set of squares.
func flip(set uint64) uint64 { return bits.ReverseBytes64(set) }

func (b board) empty() uint64 { return ^(b.own | b.opp) }

// direction is one way to go.
type direction struct {
	by   int    // from a square to the next
	open uint64 // the squares that have a next one
}

// ahead are the directions of steps and jumps, around those of captures.
var (
	ahead  = [3]direction{northWest, north, northEast}
	around = [5]direction{west, east, northWest, north, northEast}
)

var (
	northWest = direction{7, ^(fileA | lastRow)}
	north     = direction{8, ^lastRow}
	northEast = direction{9, ^(fileH | lastRow)}
	west      = direction{-1, ^fileA}
	east      = direction{1, ^fileH}
)

// next is where the squares of a set lead.
func (d direction) next(set uint64) uint64 { return bits.RotateLeft64(set&d.open, d.by) }

// before is the squares that lead into a set.
func (d direction) before(set uint64) uint64 { return bits.RotateLeft64(set, -d.by) & d.open }

// over is the squares from where a man could jump over one of a set of men to an empty square.
func (b board) over(men uint64, d direction) uint64 { return d.before(men & d.before(b.empty())) }

// canCapture is the men that can.
func (b board) canCapture() uint64 {
	var men uint64
	for _, d := range around {
		men |= b.over(b.opp, d)
	}
	return men & b.own
}

// canMove is the men that can step or jump, if there is nothing to capture.
func (b board) canMove() uint64 {
	var men uint64
	for _, d := range ahead {
		men |= d.before(b.empty()) | b.over(b.own, d)
	}
	return men & b.own
}
