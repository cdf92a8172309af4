package backgammon

import "math/bits"

// step is what one die does: the place from which a checker goes, and the die.
type step uint8

func newStep(from, die int) step { return step(from<<3 | die) }

func (s step) from() int { return int(s >> 3) }
func (s step) die() int  { return int(s & 7) }
func (s step) to() int   { return max(s.from()-s.die(), off) }

// play is what a roll is used for. Two plays of a roll lead to the same board exactly when own and hits are the same.
type play struct {
	own   counts
	hits  uint32  // points on which a checker of the opponent was hit
	n     uint8   // dice used
	steps [4]step // the first n, in an order in which they can be made
}

func (p play) same(q play) bool { return p.own == q.own && p.hits == q.hits }

func (p play) list() []step { return p.steps[:p.n] }

// law is what the options change about plays.
type law struct {
	anyDice bool // as many dice as come out, and not as many as possible
	anyOff  bool // a larger die bears off from wherever it likes
}

// hand is one roll on one board.
type hand struct {
	law
	own     counts
	blocked uint32 // points where a checker may not land
	blots   uint32 // points where landing hits
}

func (l law) hand(b board) hand {
	some, several := b.opp.some(), b.opp.several()
	return hand{law: l, own: b.own, blocked: facing(several), blots: facing(some &^ several)}
}

// sources is the set of places from which a die can be played, given the places that are occupied.
func (h *hand) sources(occupied uint32, die int) uint32 {
	if occupied>>bar != 0 {
		if h.blocked>>(bar-die)&1 != 0 {
			return 0
		}
		return 1 << bar
	}
	set := (occupied >> die &^ h.blocked &^ 1) << die
	if occupied&beyondHome != 0 {
		return set
	}
	set |= occupied & (1 << die)
	if less := occupied & (1<<die - 1); h.anyOff {
		set |= less
	} else if less == occupied && less != 0 {
		set |= 1 << (bits.Len32(less) - 1)
	}
	return set
}

// made is a play in the making.
type made struct {
	play
	occupied uint32
}

func (h *hand) begin() made { return made{play{own: h.own}, h.own.some()} }

// make plays one die more.
func (h *hand) make(m made, from, die int) made {
	to := max(from-die, off)
	m.own = m.own.moved(from, to)
	if m.own.at(from) == 0 {
		m.occupied &^= 1 << from
	}
	if to != off {
		m.occupied |= 1 << to
		m.hits |= h.blots & (1 << to)
	}
	m.steps[m.n&3] = newStep(from, die)
	m.n++
	return m
}

// plays appends the legal plays of a roll, merged by result. Of ways with the same result the first one found stays: the
// larger die first, from the furthest place.
func (l law) plays(b board, high, low int, list []play) []play {
	h := l.hand(b)
	if high == low {
		return h.double(high, list)
	}
	return h.two(max(high, low), min(high, low), list, true)
}

// ways appends every way to play a roll: those that plays merges are there several times.
func (l law) ways(b board, high, low int, list []play) []play {
	h := l.hand(b)
	if high == low {
		return h.double(high, list) // descending, each result has one way
	}
	return h.two(max(high, low), min(high, low), list, false)
}

// two plays different dice. With merge, what leads to the same board is there once.
func (h *hand) two(high, low int, list []play, merge bool) []play {
	begin := len(list)
	most := uint8(0)
	for order := range 2 {
		first, second := high, low
		if order == 1 {
			first, second = low, high
		}
		m := h.begin()
		for set := h.sources(m.occupied, first); set != 0; {
			from := bits.Len32(set) - 1
			set &^= 1 << from
			one := h.make(m, from, first)
			next := h.sources(one.occupied, second)
			if next == 0 && (h.anyDice || most < 2) {
				most = max(most, 1)
				list = h.add(list, begin, one.play, merge)
			}
			for next != 0 {
				from := bits.Len32(next) - 1
				next &^= 1 << from
				if most == 1 && !h.anyDice {
					list = list[:begin]
				}
				most = 2
				two := h.make(one, from, second).play
				list = h.add(list, begin, two, merge)
			}
		}
	}
	if most == 1 && !h.anyDice {
		list = larger(list, begin)
	}
	return list
}

// add appends a play unless merging finds its result in the list.
func (h *hand) add(list []play, begin int, p play, merge bool) []play {
	if merge {
		for i := begin; i < len(list); i++ {
			if list[i].same(p) {
				return list
			}
		}
	}
	return append(list, p)
}

// larger keeps the plays with the larger die of those that use one die; they come first.
func larger(list []play, begin int) []play {
	end := begin
	for end < len(list) && list[end].steps[0].die() == list[begin].steps[0].die() {
		end++
	}
	return list[:end]
}

// double plays a die four times. No step begins further away than the one before: every way to play can be put in that
// order, because the bar and the points outside the home come first in it, and then no result comes twice, because from
// the furthest place on the result tells how many checkers have left each place.
func (h *hand) double(die int, list []play) []play {
	d := doubling{hand: h, die: die, list: list, begin: len(list)}
	d.deeper(h.begin(), ^uint32(0))
	return d.list
}

type doubling struct {
	*hand
	die, begin int
	most       uint8
	list       []play
}

// deeper goes on from within reach, the places no further away than the last step.
func (d *doubling) deeper(m made, reach uint32) {
	var set uint32
	if m.n < 4 {
		set = d.sources(m.occupied, d.die)
	}
	if set&reach == 0 && m.n > 0 && (!d.anyDice || set == 0) {
		d.add(m.play)
		return
	}
	for set &= reach; set != 0; {
		from := bits.Len32(set) - 1
		set &^= 1 << from
		d.deeper(d.make(m, from, d.die), 1<<(from+1)-1)
	}
}

// add keeps a play, unless all dice count and others use more.
func (d *doubling) add(p play) {
	if !d.anyDice && p.n > d.most {
		d.list, d.most = d.list[:d.begin], p.n
	}
	if d.anyDice || p.n == d.most {
		d.list = append(d.list, p)
	}
}
