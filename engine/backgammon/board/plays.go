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

// Rolls are the 21 rolls, and how many of 36 throws each is.
var Rolls = func() (list [21]struct{ High, Low, Weight int }) {
	i := 0
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			r := &list[i]
			if r.High, r.Low, r.Weight = high, low, 2; high == low {
				r.Weight = 1
			}
			i++
		}
	}
	return list
}()

// Play is what a roll is used for. Two plays of a roll lead to the same board exactly when own and hits are the same.
type Play struct {
	Own   Counts
	Hits  uint32  // points on which a checker of the opponent was hit
	N     uint8   // dice used
	Steps [4]Step // the first n, in an order in which they can be made
}

// Equal reports whether both plays lead to the same board.
func (p Play) Equal(q Play) bool { return p.Own == q.Own && p.Hits == q.Hits }

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

// anywhere is the set of all places, and more.
const anywhere = ^uint32(0)

// Hand prepares a roll on a board under this law.
func (l Law) Hand(b Board) Hand {
	some, several := b.Opp.Occupied(), b.Opp.Several()
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
	if less := occupied &^ (anywhere << die); h.AnyOff {
		set |= less
	} else if less == occupied && less != 0 {
		set |= 1 << (bits.Len32(less) - 1)
	}
	return set
}

// PartialPlay is a play in the making.
type PartialPlay struct {
	Play
	Occupied uint32
}

// Begin is the play without a die played.
func (h *Hand) Begin() PartialPlay { return PartialPlay{Play{Own: h.Own}, h.Own.Occupied()} }

// Make plays one die more.
func (h *Hand) Make(m PartialPlay, from, die int) PartialPlay {
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
	return l.list(b, high, low, lister{list: list, merge: true})
}

// Sequences appends every way to play a roll: those that Plays merges are there several times.
func (l Law) Sequences(b Board, high, low int, list []Play) []Play {
	return l.list(b, high, low, lister{list: list})
}

func (l Law) list(b Board, high, low int, to lister) []Play {
	to.Hand, to.begin = l.Hand(b), len(to.list)
	if high == low {
		to.double = true
		to.deeper(to.Begin(), [4]int{high, high, high, high}, 4, anywhere)
		return to.list
	}
	high, low = max(high, low), min(high, low)
	to.deeper(to.Begin(), [4]int{low, high}, 2, anywhere)
	to.deeper(to.Begin(), [4]int{high, low}, 2, anywhere)
	if to.most == 1 && !l.AnyDice { // the larger die, if both could be played alone; it comes first
		end := to.begin
		for end < len(to.list) && to.list[end].Steps[0].Die() == to.list[to.begin].Steps[0].Die() {
			end++
		}
		return to.list[:end]
	}
	return to.list
}

// lister collects plays. Of a double no step begins further away than the one before: every way to play can be put in
// that order, because the bar and the points outside the home come first in it, and then no result comes twice, because
// from the furthest place on the result tells how many checkers have left each place.
type lister struct {
	Hand
	double bool
	merge  bool // what leads to the same board is there once
	begin  int
	most   uint8 // dice that a play uses
	list   []Play
}

// deeper plays the first n dice, the last one first, from places within reach.
func (l *lister) deeper(m PartialPlay, dice [4]int, n int, reach uint32) {
	var set uint32
	if n > 0 {
		set = l.Sources(m.Occupied, dice[n-1])
	}
	if set&reach == 0 {
		if m.N > 0 && (!l.AnyDice || set == 0) {
			l.add(m.Play)
		}
		return
	}
	for set &= reach; set != 0; {
		from := bits.Len32(set) - 1
		set &^= 1 << from
		if l.double {
			reach = ^(anywhere << (from + 1))
		}
		l.deeper(l.Make(m, from, dice[n-1]), dice, n-1, reach)
	}
}

// add keeps a play, unless all dice count and others use more, or its result is there.
func (l *lister) add(p Play) {
	if !l.AnyDice {
		if p.N < l.most {
			return
		}
		if p.N > l.most {
			l.list = l.list[:l.begin]
		}
	}
	l.most = max(l.most, p.N)
	if l.merge && !l.double {
		for i := l.begin; i < len(l.list); i++ {
			if l.list[i].Equal(p) {
				return
			}
		}
	}
	l.list = append(l.list, p)
}
