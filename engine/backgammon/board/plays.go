package board

import "math/bits"

// Step is the move of a checker with one die: the place where it starts, and the die.
type Step uint8

// NewStep returns the step from a place by a die.
func NewStep(from, die int) Step { return Step(from<<3 | die) }

// From returns the place where the checker starts, 1 to Bar.
func (s Step) From() int { return int(s >> 3) }

// Die returns the number played, 1 to 6.
func (s Step) Die() int { return int(s & 7) }

// To returns the place where the checker lands, Off if it is borne off.
func (s Step) To() int { return max(s.From()-s.Die(), Off) }

// Rolls lists the 21 distinct rolls, with their frequency of 36.
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

// Play is a way to play a roll. Two plays of a roll lead to the same board exactly if Own and Hits are equal.
type Play struct {
	Own   Counts
	Hits  uint32  // points where an opponent's checker was hit
	N     uint8   // number of dice used
	Steps [4]Step // the first N, in a playable order
}

// Equal reports whether both plays lead to the same board.
func (p Play) Equal(q Play) bool { return p.Own == q.Own && p.Hits == q.Hits }

// List returns the steps, in a playable order.
func (p Play) List() []Step { return p.Steps[:p.N] }

// Law holds the options that affect plays.
type Law struct {
	AnyDice bool // any number of dice may be played, not only as many as possible
	AnyOff  bool // a larger die may bear off from any point
}

// Hand is a roll's view of a board.
type Hand struct {
	Law
	Own     Counts
	Blocked uint32 // points where the opponent has several checkers
	Blots   uint32 // points where a single checker of the opponent can be hit
}

// anywhere is the set of all places.
const anywhere = ^uint32(0)

// Hand prepares a board for rolls under this law.
func (l Law) Hand(b Board) Hand {
	some, several := b.Opp.Occupied(), b.Opp.Several()
	return Hand{Law: l, Own: b.Own, Blocked: Facing(several), Blots: Facing(some &^ several)}
}

// Sources returns the set of places from which a die can be played, given the occupied places.
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

// PartialPlay is a play in progress.
type PartialPlay struct {
	Play
	Occupied uint32
}

// Begin returns the play without any die played.
func (h *Hand) Begin() PartialPlay { return PartialPlay{Play{Own: h.Own}, h.Own.Occupied()} }

// Make plays one more die.
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
	m.Steps[m.N&3] = NewStep(from, die)
	m.N++
	return m
}

// Plays appends the legal plays of a roll, merged by result. Of several ways to a result it keeps the first found:
// the larger die first, from the farthest place.
func (l Law) Plays(b Board, high, low int, list []Play) []Play {
	return l.list(b, high, low, lister{list: list, merge: true})
}

// Sequences appends every way to play a roll, without merging them by result.
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
	if to.most == 1 && !l.AnyDice { // only the larger die, if both can be played but not together; it comes first
		end := to.begin
		for end < len(to.list) && to.list[end].Steps[0].Die() == to.list[to.begin].Steps[0].Die() {
			end++
		}
		return to.list[:end]
	}
	return to.list
}

// lister collects plays. For a double it starts no step farther away than the one before, because every way to play
// can be put in that order, in which no result occurs twice.
type lister struct {
	Hand
	double bool
	merge  bool // list each resulting board once
	begin  int
	most   uint8 // maximum number of dice used by a play
	list   []Play
}

// deeper plays the first n dice, the last of them first, from the places in reach.
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

// add adds a play, unless as many dice as possible must be used and others use more, or its result is known.
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
