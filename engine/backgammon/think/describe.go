package think

import (
	"encoding/binary"
	"math"
	"math/bits"

	"tabuleiro/engine/backgammon/board"
	"tabuleiro/engine/backgammon/think/net"
)

// Slots of a description. The side on roll comes first in each pair.
const (
	ownPlaces   = 0  // number of checkers on each place, off and bar included
	oppPlaces   = 32 //
	ownFeatures = 64
	oppFeatures = 88
	pipLead     = 112
)

// features lists what a description says of a side, each with the knots between which the nets interpolate it or,
// alone, the greatest value that they tell apart.
var features = [...][]int{
	{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 56, 63}, // pips
	{0, 2, 4, 6, 9, 12, 16, 20, 26, 34, 44, 63},        // distance from being safe from a gammon
	{0, 4, 8, 12, 16, 20, 26, 36},                      // shots
	{0, 2, 5, 10, 18, 36},                              // shots at two blots
	{0, 2, 4, 7, 10, 14, 18, 24},                       // loss of the other side by hits
	{0, 3, 6, 10, 15, 20, 26, 31, 36},                  // escapes of the rearmost checker
	{0, 4, 9, 15, 22, 29, 36, 37},                      // mean escapes of the checkers in the other half
	{0, 2, 4, 7, 11, 16, 22, 29, 36},                   // fewest escapes from the other side's home board or the bar
	{0, 4, 8, 13, 18, 24, 30, 36},                      // mean escapes from there
	{0, 3, 6, 9, 12, 15, 18, 20, 21, 22, 23, 24, 25},   // rearmost place
	{8},                                    // checkers back
	{6},                                    // builders
	{6},                                    // longest prime
	{6},                                    // points of a broken prime
	{6},                                    // points held at home
	{4},                                    // blots at home
	{4},                                    // anchors
	{7},                                    // the foremost anchor
	{0, 6, 12, 18, 24, 30, 36, 44, 54, 63}, // mobility
	{0, 3, 6, 10, 15, 21, 28, 36, 48, 63},  // timing
	{0, 1, 3, 6, 10, 15, 21, 30, 40, 63},   // pips until there is no contact
	{5},                                    // blots outside
}

// raceFeatures counts the features that races have too, the first ones.
const raceFeatures = 2

// Kind is the class of a position, which determines its net.
type Kind int

// Kinds of positions, and their number.
const (
	Contact Kind = iota
	Crashed      // contact, and a side has few checkers left that can wait
	Race         // no contact
	Kinds
)

// few is the maximum number of checkers of a crashed side beyond its two lowest points.
const few = 7

// KindOf returns the kind of a position.
func KindOf(b board.Board) Kind {
	own, opp := b.Own.Occupied(), b.Opp.Occupied()
	if bits.Len32(own)-1+bits.Len32(opp)-1 < board.Bar {
		return Race
	}
	if idle(b.Own) > board.Checkers-few-1 || idle(b.Opp) > board.Checkers-few-1 {
		return Crashed
	}
	return Contact
}

// idle returns the number of checkers off or on the two lowest points.
func idle(c board.Counts) int { return c.At(board.Off) + c.At(1) + c.At(2) }

// Describe sets the description of a position for the nets; the side on roll is Own.
func Describe(b board.Board, k Kind, d *net.Description) {
	*d = net.Description{}
	spread(b.Own, d[ownPlaces:])
	spread(b.Opp, d[oppPlaces:])
	own, opp := newFlank(b.Own, b.Opp), newFlank(b.Opp, b.Own)
	own.raceFeatures(d[ownFeatures:])
	opp.raceFeatures(d[oppFeatures:])
	d[pipLead] = uint8(min(max((own.pips-opp.pips)/4+32, 0), 63))
	if k != Race {
		own.features(d[ownFeatures+raceFeatures:])
		opp.features(d[oppFeatures+raceFeatures:])
	}
}

// spread writes the number of checkers on each place.
func spread(c board.Counts, to []uint8) {
	for i, x := range [...]uint64{c.Low & 0xffffffff, c.Low >> 32, c.High & 0xffffffff, c.High >> 32} {
		x = (x | x<<16) & 0x0000ffff0000ffff
		x = (x | x<<8) & 0x00ff00ff00ff00ff
		x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
		binary.LittleEndian.PutUint64(to[8*i:], x)
	}
}

// flank is a side with its opposition, in its own numbering.
type flank struct {
	own           board.Counts
	some, several uint32 // occupied places, and those with several checkers
	blocked       uint32 // points held by the other side
	blots         uint32 // blots of the other side
	foe           int    // point of the other side's rearmost checker; 0: on the bar, which is behind all points
	pips          int
}

func newFlank(own, opp board.Counts) flank {
	some, several := opp.Occupied(), opp.Several()
	return flank{
		own: own, some: own.Occupied(), several: own.Several(),
		blocked: board.Facing(several), blots: board.Facing(some &^ several),
		foe: board.Mirror(bits.Len32(some) - 1), pips: own.Pips(),
	}
}

// sum adds up a weight of the place over the checkers on a set of places.
func (f *flank) sum(set uint32, weight func(place int) int) (sum int) {
	for ; set != 0; set &= set - 1 {
		place := bits.TrailingZeros32(set)
		sum += f.own.At(place) * weight(place)
	}
	return sum
}

// raceFeatures writes the features that races have too.
func (f *flank) raceFeatures(to []uint8) {
	distance := f.sum(f.some&board.BeyondHome, func(place int) int { return place - board.Home })
	if f.own.At(board.Off) == 0 {
		distance += min(bits.TrailingZeros32(f.some), board.Home)
	}
	to[0], to[1] = uint8(min(f.pips/3, 63)), uint8(min(distance/2, 63))
}

// features writes the other features.
func (f *flank) features(to []uint8) {
	const (
		inHome  = 1<<(board.Home+1) - 2
		away    = board.BeyondHome &^ (1 << board.Bar)
		farther = board.Bar - board.Home // the first point of the other side's home board
		back    = away >> farther << farther
		outer   = away &^ back
		near    = outer & (1<<(2*board.Home+1) - 1)
	)
	one := func(int) int { return 1 }
	shots, doubleShots, hitLoss := f.shots()
	rearmost := bits.Len32(f.some) - 1
	meanEscapes, behind := 37, f.some>>13<<13
	if n := f.sum(behind, one); n > 0 {
		meanEscapes = f.sum(behind, func(place int) int { return int(f.escapes(place)) }) / n
	}
	least, escapes := uint8(math.MaxUint8), 0
	for place := board.Mirror(board.Home); place <= board.Bar; place++ {
		e := f.escapes(place)
		least, escapes = min(least, e), escapes+int(e)
	}
	open := 0 // points among the six in front of each place
	for set := f.some & away; set != 0; set &= set - 1 {
		open += bits.OnesCount32(^f.blocked >> (bits.TrailingZeros32(set) - 6) & 63)
	}
	wait := f.sum(f.some&outer, func(place int) int { return place - board.Home })
	for place := 2; place <= board.Home; place++ {
		wait += max(f.own.At(place)-2, 0) * (place - 1)
	}
	contact := f.sum(f.some>>f.foe<<f.foe, func(place int) int { return place - f.foe })
	longest, broken := f.prime()
	blots := f.some &^ f.several
	held := f.several & board.PointsOnly >> (board.Mirror(board.Home) - 1) // from the other side's bar point on
	front := 0
	if held != 0 {
		front = bits.TrailingZeros32(held) + 1
	}
	for i, value := range [...]int{
		shots, doubleShots, hitLoss / 36, int(f.escapes(rearmost)), meanEscapes, int(least), escapes / 7, rearmost,
		f.own.At(board.Bar) + f.sum(f.some&back, one), f.sum(f.some&near, one), longest, broken,
		bits.OnesCount32(f.several & inHome), bits.OnesCount32(blots & inHome), bits.OnesCount32(held >> 1), front,
		min(open, 63), min(wait/2, 63), min(contact/4, 63), bits.OnesCount32(blots &^ inHome >> f.foe),
	} {
		to[i] = uint8(value)
	}
}

// prime returns the length of the longest prime of the side in front of a checker of the other side, and the greatest
// number of its points among six in a row.
func (f *flank) prime() (longest, broken int) {
	held := f.several & board.PointsOnly >> f.foe << f.foe
	for row := held; row != 0; row &= row >> 1 {
		longest++
	}
	for window := held; window != 0; window >>= 1 {
		broken = max(broken, bits.OnesCount32(window&63))
	}
	return min(longest, 8), broken
}

// shots returns the numbers of rolls, of 36, that can hit a blot and that can hit two. loss is the sum over the rolls
// of the pips that the most costly hit takes from the other side.
func (f *flank) shots() (one, two, loss int) {
	if f.blots == 0 {
		return 0, 0, 0
	}
	free := ^f.blocked &^ 1
	onBar, rest := f.own.At(board.Bar), f.some&^(1<<board.Bar)
	var to, on [7]uint32 // where a die can lead first, and from where another one continues
	for die := 1; die <= 6; die++ {
		switch to[die] = 1 << (board.Bar - die) & free; {
		case onBar == 0:
			to[die] = f.some >> die
			on[die] = to[die] & free
		case onBar == 1 && to[die] != 0:
			on[die] = rest | to[die]
		}
	}
	count := func(hit uint32, weight int) {
		hit &= f.blots
		if hit == 0 {
			return
		}
		one += weight
		if hit&(hit-1) != 0 {
			two += weight
		}
		loss += weight * (bits.Len32(hit) - 1)
	}
	for a := 1; a <= 6; a++ {
		hit, next := to[a], on[a]
		for range 3 - min(onBar, 1) {
			next >>= a
			hit |= next
			next &= free
		}
		count(hit, 1)
		for b := 1; b < a; b++ {
			count(to[a]|to[b]|on[a]>>b|on[b]>>a, 2)
		}
	}
	return one, two, loss
}

// sight is the number of points ahead of a checker considered for its escape.
const sight = 11

// escapes returns the number of rolls, of 36, with which a lone checker on a place passes all blocked points within
// sight.
func (f *flank) escapes(place int) uint8 {
	if place <= sight {
		return escapes[f.blocked<<(sight-place)&(1<<sight-1)]
	}
	return escapes[f.blocked>>(place-sight)&(1<<sight-1)]
}

// escapes holds that number by the set of blocked points; the highest bit is the next point.
var escapes = func() (n [1 << sight]uint8) {
	for mask := range n {
		blocked := func(distance int) bool { return distance <= sight && mask>>(sight-distance)&1 != 0 }
		past := 0 // the nearest place behind all blocked points
		for distance := 1; distance <= sight; distance++ {
			if blocked(distance) {
				past = distance + 1
			}
		}
		for a := 1; a <= 6; a++ {
			for b := 1; b <= 6; b++ {
				reached, ways := 0, [][]int{{a, b}, {b, a}}
				if a == b {
					ways = [][]int{{a, a, a, a}}
				}
				for _, dice := range ways {
					at := 0
					for _, die := range dice {
						if blocked(at + die) {
							break
						}
						at += die
					}
					reached = max(reached, at)
				}
				if reached >= past {
					n[mask]++
				}
			}
		}
	}
	return n
}()

// Shapes holds the inputs of the nets.
var Shapes = func() (list [Kinds]*net.Shape) {
	for k := range list {
		s := new(net.Shape)
		for _, side := range []int{ownPlaces, oppPlaces} {
			for place := 1; place <= board.Bar; place++ {
				s.Checkers(side + place)
			}
			s.Linear(side+board.Off, 0, 1, 3, 6, 10, 15)
		}
		for _, side := range []int{ownFeatures, oppFeatures} {
			for i, knots := range features {
				switch {
				case Kind(k) == Race && i >= raceFeatures:
				case len(knots) == 1:
					s.OneHot(side+i, knots[0])
				default:
					s.Linear(side+i, knots...)
				}
			}
		}
		s.Linear(pipLead, 0, 8, 14, 19, 23, 26, 28, 30, 31, 32, 33, 34, 36, 38, 41, 45, 50, 56, 63)
		list[k] = s
	}
	return list
}()
