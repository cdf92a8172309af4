package board

import "math/bits"

// Step is what one die does: the place from which a checker goes, and the die.
type Step uint8

func newStep(from, die int) Step { return Step(from<<3 | die) }

// From is the place where the checker stood, 1 to Bar.
func (s Step) From() int { return int(s >> 3) }

// Die is the number played, 1 to 6.
func (s Step) Die() int { return int(s & 7) }

// To is the place where the checker lands, Off if it is borne off.
func (s Step) To() int { return max(s.From()-s.Die(), Off) }

// Play is what a roll is used for. Two plays of a roll lead to the same board exactly when own and hits are the same.
type Play struct {
	Own   Counts
	Hits  uint32  // points on which a checker of the opponent was hit
	N     uint8   // dice used
	Steps [4]Step // the first n, in an order in which they can be made
}

// Same reports whether both plays lead to the same board.
func (p Play) Same(q Play) bool { return p.Own == q.Own && p.Hits == q.Hits }

// List is the steps, in an order in which they can be made.
func (p Play) List() []Step { return p.Steps[:p.N] }

// Law is what the options change about plays.
type Law struct {
	AnyDice bool // as many dice as come out, and not as many as possible
	AnyOff  bool // a larger die bears off from wherever it likes
}

// Hand is one roll on one board.
type Hand struct {
	Law
	Own     Counts
	Blocked uint32 // points where a checker may not land
	Blots   uint32 // points where landing hits
}

// Hand prepares a roll on a board under this law.
func (l Law) Hand(b Board) Hand {
	some, several := b.Opp.Some(), b.Opp.Several()
	return Hand{Law: l, Own: b.Own, Blocked: Facing(several), Blots: Facing(some &^ several)}
}

// Sources is the set of places from which a die can be played, given the places that are occupied.
func (h *Hand) Sources(occupied uint32, die int) uint32 {
	if occupied>>Bar != 0 {
		if h.Blocked>>(Bar-die)&1 != 0 {
			return 0
		}
		return 1 << Bar
	}
	set := (occupied >> die &^ h.Blocked &^ 1) << die
	if occupied&BeyondHome != 0 {
		return set
	}
	set |= occupied & (1 << die)
	if less := occupied & (1<<die - 1); h.AnyOff {
		set |= less
	} else if less == occupied && less != 0 {
		set |= 1 << (bits.Len32(less) - 1)
	}
	return set
}

// Made is a play in the making.
type Made struct {
	Play
	Occupied uint32
}

// Begin is the play without a die played.
func (h *Hand) Begin() Made { return Made{Play{Own: h.Own}, h.Own.Some()} }

// Make plays one die more.
func (h *Hand) Make(m Made, from, die int) Made {
	to := max(from-die, Off)
	m.Own = m.Own.Moved(from, to)
	if m.Own.At(from) == 0 {
		m.Occupied &^= 1 << from
	}
	if to != Off {
		m.Occupied |= 1 << to
		m.Hits |= h.Blots & (1 << to)
	}
	m.Steps[m.N&3] = newStep(from, die)
	m.N++
	return m
}

// Plays appends the legal plays of a roll, merged by result. Of ways with the same result the first one found stays:
// the larger die first, from the furthest place.
func (l Law) Plays(b Board, high, low int, list []Play) []Play {
	h := l.Hand(b)
	if high == low {
		return h.double(high, list)
	}
	return h.two(max(high, low), min(high, low), list, true)
}

// Ways appends every way to play a roll: those that plays merges are there several times.
func (l Law) Ways(b Board, high, low int, list []Play) []Play {
	h := l.Hand(b)
	if high == low {
		return h.double(high, list) // descending, each result has one way
	}
	return h.two(max(high, low), min(high, low), list, false)
}

// two plays different dice. With merge, what leads to the same board is there once.
func (h *Hand) two(high, low int, list []Play, merge bool) []Play {
	begin := len(list)
	most := uint8(0)
	for order := range 2 {
		first, second := high, low
		if order == 1 {
			first, second = low, high
		}
		m := h.Begin()
		for set := h.Sources(m.Occupied, first); set != 0; {
			from := bits.Len32(set) - 1
			set &^= 1 << from
			one := h.Make(m, from, first)
			next := h.Sources(one.Occupied, second)
			if next == 0 && (h.AnyDice || most < 2) {
				most = max(most, 1)
				list = h.add(list, begin, one.Play, merge)
			}
			for next != 0 {
				from := bits.Len32(next) - 1
				next &^= 1 << from
				if most == 1 && !h.AnyDice {
					list = list[:begin]
				}
				most = 2
				two := h.Make(one, from, second).Play
				list = h.add(list, begin, two, merge)
			}
		}
	}
	if most == 1 && !h.AnyDice {
		list = larger(list, begin)
	}
	return list
}

// add appends a play unless merging finds its result in the list.
func (h *Hand) add(list []Play, begin int, p Play, merge bool) []Play {
	if merge {
		for i := begin; i < len(list); i++ {
			if list[i].Same(p) {
				return list
			}
		}
	}
	return append(list, p)
}

// larger keeps the plays with the larger die of those that use one die; they come first.
func larger(list []Play, begin int) []Play {
	end := begin
	for end < len(list) && list[end].Steps[0].Die() == list[begin].Steps[0].Die() {
		end++
	}
	return list[:end]
}

// double plays a die four times. No step begins further away than the one before: every way to play can be put in that
// order, because the bar and the points outside the home come first in it, and then no result comes twice, because from
// the furthest place on the result tells how many checkers have left each place.
func (h *Hand) double(die int, list []Play) []Play {
	d := doubling{Hand: h, die: die, list: list, begin: len(list)}
	d.deeper(h.Begin(), ^uint32(0))
	return d.list
}

type doubling struct {
	*Hand
	die, begin int
	most       uint8
	list       []Play
}

// deeper goes on from within reach, the places no further away than the last step.
func (d *doubling) deeper(m Made, reach uint32) {
	var set uint32
	if m.N < 4 {
		set = d.Sources(m.Occupied, d.die)
	}
	if set&reach == 0 && m.N > 0 && (!d.AnyDice || set == 0) {
		d.add(m.Play)
		return
	}
	for set &= reach; set != 0; {
		from := bits.Len32(set) - 1
		set &^= 1 << from
		d.deeper(d.Make(m, from, d.die), 1<<(from+1)-1)
	}
}

// add keeps a play, unless all dice count and others use more.
func (d *doubling) add(p Play) {
	if !d.AnyDice && p.N > d.most {
		d.list, d.most = d.list[:d.begin], p.N
	}
	if d.AnyDice || p.N == d.most {
		d.list = append(d.list, p)
	}
}
