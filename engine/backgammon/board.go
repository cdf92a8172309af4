package backgammon

import "math/bits"

// Places of a side, by its own numbering: 24 is the furthest point, 1 the last before the checkers are off.
const (
	off      = 0
	home     = 6 // the furthest point from which a checker may be borne off
	furthest = 24
	bar      = 25
	checkers = 15 // of each side
)

// counts is how many checkers of one side stand on each place, four bits each, off lowest. All of them together are 15.
type counts struct{ low, high uint64 }

// setUp is where the checkers of either side stand when a game begins.
var setUp = counts{}.with(24, 2).with(13, 5).with(8, 3).with(6, 5)

// at is the number of checkers on a place.
func (c counts) at(place int) int {
	if place < 16 {
		return int(c.low >> (4 * place) & 15)
	}
	return int(c.high >> (4 * (place - 16)) & 15)
}

// with puts n more checkers on a place.
func (c counts) with(place, n int) counts {
	if place < 16 {
		c.low += uint64(n) << (4 * place)
	} else {
		c.high += uint64(n) << (4 * (place - 16))
	}
	return c
}

// moved takes a checker from one place to another.
func (c counts) moved(from, to int) counts { return c.with(from, -1).with(to, 1) }

// some is the set of places 1 to 25 with at least one checker, several the set of those with two or more. Bit n is place n.
func (c counts) some() uint32 {
	return (pack(c.low|c.low>>1|c.low>>2|c.low>>3) | pack(c.high|c.high>>1|c.high>>2|c.high>>3)<<16) &^ 1
}

func (c counts) several() uint32 {
	return (pack(c.low>>1|c.low>>2|c.low>>3) | pack(c.high>>1|c.high>>2|c.high>>3)<<16) &^ 1
}

// pack collects the lowest bits of the 16 groups of four.
func pack(x uint64) uint32 {
	x &= 0x1111111111111111
	x = (x | x>>3) & 0x0303030303030303
	x = (x | x>>6) & 0x000f000f000f000f
	x = (x | x>>12) & 0x000000ff000000ff
	return uint32(x|x>>24) & 0xffff
}

// pips is how far the side has to go with all its checkers.
func (c counts) pips() int {
	n := 0
	for place := 1; place <= bar; place++ {
		n += place * c.at(place)
	}
	return n
}

// onBoard is the number of checkers on the points and the bar.
func (c counts) onBoard() int { return checkers - c.at(off) }

// across is a place as the other side numbers it; only points have a number there.
func across(point int) int { return bar - point }

// facing turns a set of points round, as the other side numbers them.
func facing(set uint32) uint32 {
	return bits.Reverse32(set) >> (31 - bar) & pointsOnly
}

const (
	pointsOnly = 1<<bar - 2               // points 1 to 24
	beyondHome = 1<<(bar+1) - 1<<(home+1) // all places from where a checker has yet to come home
)

// board is a position as the side that plays sees it.
type board struct {
	own, opp counts // each by its own numbering
}

// after is the board when a play has been made, seen by the same side.
func (b board) after(p play) board {
	b.own = p.own
	for set := p.hits; set != 0; set &= set - 1 {
		b.opp = b.opp.moved(across(bits.TrailingZeros32(set)), bar)
	}
	return b
}

// turned is the board as the other side sees it.
func (b board) turned() board { return board{b.opp, b.own} }
