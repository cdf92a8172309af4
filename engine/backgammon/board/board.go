// Package board has the checkers of backgammon, the moves of dice, and complete plays, merged by result. It knows
// neither turn nor cube.
package board

import "math/bits"

// Places of a side, in its own numbering: 24 is the farthest point, 1 the last before bearing off.
const (
	Off      = 0
	Home     = 6 // the farthest point from which a checker may be borne off
	Furthest = 24
	Bar      = 25
	Checkers = 15 // of each side
)

// Counts holds the number of checkers of a side on each place, four bits each, off lowest. The total is 15.
type Counts struct{ Low, High uint64 }

// SetUp is the starting position of either side.
var SetUp = Counts{}.Add(24, 2).Add(13, 5).Add(8, 3).Add(6, 5)

// At returns the number of checkers on a place.
func (c Counts) At(place int) int {
	if place < 16 {
		return int(c.Low >> (4 * place) & 15)
	}
	return int(c.High >> (4 * (place - 16)) & 15)
}

// Add adds n checkers to a place.
func (c Counts) Add(place, n int) Counts {
	if place < 16 {
		c.Low += uint64(n) << (4 * place)
	} else {
		c.High += uint64(n) << (4 * (place - 16))
	}
	return c
}

// Moved moves a checker from one place to another.
func (c Counts) Moved(from, to int) Counts { return c.Add(from, -1).Add(to, 1) }

// Occupied returns the set of places 1 to 25 with at least one checker. Bit n is place n.
func (c Counts) Occupied() uint32 {
	return (pack(c.Low|c.Low>>1|c.Low>>2|c.Low>>3) | pack(c.High|c.High>>1|c.High>>2|c.High>>3)<<16) &^ 1
}

// Several returns the set of places 1 to 25 with at least two checkers.
func (c Counts) Several() uint32 {
	return (pack(c.Low>>1|c.Low>>2|c.Low>>3) | pack(c.High>>1|c.High>>2|c.High>>3)<<16) &^ 1
}

// pack collects the lowest bit of each of the 16 groups of four.
func pack(x uint64) uint32 {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint32(x|x>>24) & 0xffff
}

// Pips returns the pip count of the side.
func (c Counts) Pips() int {
	n := 0
	for place := 1; place <= Bar; place++ {
		n += place * c.At(place)
	}
	return n
}

// OnBoard returns the number of checkers on the points and the bar.
func (c Counts) OnBoard() int { return Checkers - c.At(Off) }

// AtHome reports whether all checkers of a side are in its home board or off.
func (c Counts) AtHome() bool { return c.Occupied()&BeyondHome == 0 }

// Mirror converts a point to the other side's numbering; only points have a number there.
func Mirror(point int) int { return Bar - point }

// Facing converts a set of points to the other side's numbering.
func Facing(set uint32) uint32 {
	return bits.Reverse32(set) >> (31 - Bar) & PointsOnly
}

// Sets of places: bit n is place n.
const (
	PointsOnly = 1<<Bar - 2               // points 1 to 24
	BeyondHome = 1<<(Bar+1) - 1<<(Home+1) // all places outside the home board
)

// Board is a position as the side on roll sees it.
type Board struct {
	Own, Opp Counts // each in its own numbering
}

// After returns the board after a play, as seen by the same side.
func (b Board) After(p Play) Board {
	b.Own = p.Own
	for set := p.Hits; set != 0; set &= set - 1 {
		b.Opp = b.Opp.Moved(Mirror(bits.TrailingZeros32(set)), Bar)
	}
	return b
}

// Turned returns the board as the other side sees it.
func (b Board) Turned() Board { return Board{b.Opp, b.Own} }
