package cage

import "slices"

// counter counts sequences of moves.
//
// At the last ply steps are counted all at once by direction, and so are jumps after which there is no other. Only longer
// sequences are searched, checker by checker.
type counter struct {
	*size
	list []board // what the moves of all positions between the root and here lead to

	// Of the checker whose long sequences are being listed:
	rest   set  // the other own checkers
	room   set  // where it may land
	begin  int  // of its sequences in list
	circle bool // one of them came twice to a square, so that some may be there twice
}

// perft counts the sequences of depth moves, depth at least 1.
func (c *counter) perft(b board, depth int) uint64 {
	if b.own.empty() || b.opp.empty() {
		return 0 // the game is over
	}
	l := c.look(b)
	begin := len(c.list)
	n, moved := uint64(0), false
	long, more := l.long()
	if depth == 1 {
		n = l.countShort(&more)
	} else {
		c.listShort(&l, &more)
	}
	for ; !long.empty(); long = long.without(long.lowest()) {
		if from := long.lowest(); !c.listLong(&l, &more, from) {
			n += c.walkLong(&l, from.first(), depth)
			moved = true
		}
	}
	end := len(c.list)
	switch {
	case n == 0 && !moved && begin == end:
		return c.pass(b, depth)
	case depth == 1:
		n += uint64(end - begin)
	default:
		for i := begin; i < end; i++ {
			n += c.perft(c.list[i], depth-1)
		}
	}
	c.list = c.list[:begin]
	return n
}

// pass goes on with the other side, if that can move.
func (c *counter) pass(b board, depth int) uint64 {
	switch {
	case !c.moves(b.turned()):
		return 0 // the game is over
	case depth == 1:
		return 1
	}
	return c.perft(b.turned(), depth-1)
}

// long is the own checkers with sequences of at least two jumps, and where a first jump in each straight direction has
// another one after it. The checker itself is never in its own way there.
func (l *look) long() (from set, more [4]set) {
	var on [4]set // squares from which one can jump in each straight direction
	for i, by := range straight {
		on[i] = l.opp.and(l.edge[i].or(l.room.step(-by))).step(-by)
	}
	for i, by := range straight {
		for k := range on {
			if k != 3-i { // not back over the enemy that was jumped
				more[i] = more[i].or(on[k])
			}
		}
		_, over := l.jumps(i, l.own)
		more[i] = more[i].and(over.step(by))
		from = from.or(more[i].step(-by).step(-by))
	}
	return from, more
}

// countShort counts all moves but the sequences of two and more jumps.
func (l *look) countShort(more *[4]set) uint64 {
	n := 0
	for d := range around {
		n += l.steps(d, l.own).count()
	}
	for i, by := range straight {
		out, over := l.jumps(i, l.own)
		n += out.count() + over.step(by).without(more[i]).count()
	}
	return uint64(n)
}

// listShort lists what those moves lead to.
func (c *counter) listShort(l *look, more *[4]set) {
	c.stepsShort(l)
	c.jumpsShort(l, more)
}

// stepsShort lists what steps lead to.
func (c *counter) stepsShort(l *look) {
	for d, by := range around {
		for s := l.steps(d, l.own); !s.empty(); s = s.without(s.lowest()) {
			to := s.lowest()
			c.list = append(c.list, board{l.opp, l.own.without(to.step(-by)).or(to)})
		}
	}
}

// jumpsShort lists what single jumps lead to.
func (c *counter) jumpsShort(l *look, more *[4]set) {
	for i, by := range straight {
		out, land := l.jumps(i, l.own)
		for ; !out.empty(); out = out.without(out.lowest()) {
			over := out.lowest()
			c.list = append(c.list, board{l.opp.without(over), l.own.without(over.step(-by))})
		}
		for land = land.without(more[i].step(-by)); !land.empty(); land = land.without(land.lowest()) {
			over := land.lowest()
			c.list = append(c.list, board{l.opp.without(over), l.own.without(over.step(-by)).or(over.step(by))})
		}
	}
}

// many is how many long sequences of one checker are listed one by one. Only those that circle can be more.
const many = 64

// listLong lists what the long sequences of a checker lead to, each result once. If there are too many it lists none and
// returns false.
func (c *counter) listLong(l *look, more *[4]set, from set) bool {
	c.rest, c.room = l.own.without(from), l.room.or(from.without(l.own.beside()))
	c.begin, c.circle = len(c.list), false
	for i, by := range straight {
		over := from.step(by).and(l.opp)
		if to := over.step(by).and(more[i]); !to.empty() && !c.chain(l, to, l.opp.without(over), from.or(to)) {
			c.list = c.list[:c.begin]
			return false
		}
	}
	if c.circle {
		n := c.begin
		for _, b := range c.list[c.begin:] {
			if !slices.Contains(c.list[c.begin:n], b) {
				c.list[n] = b
				n++
			}
		}
		c.list = c.list[:n]
	}
	return true
}

// chain goes on with a sequence, some enemies left and some squares seen.
func (c *counter) chain(l *look, at, opp, seen set) bool {
	stuck := true
	for i, by := range straight {
		over := at.step(by).and(opp)
		if !over.and(l.edge[i]).empty() {
			stuck = false
			c.list = append(c.list, board{opp.without(over), c.rest})
		} else if to := over.step(by).and(c.room); !to.empty() {
			stuck = false
			c.circle = c.circle || !to.and(seen).empty()
			if !c.chain(l, to, opp.without(over), seen.or(to)) {
				return false
			}
		}
	}
	if stuck {
		c.list = append(c.list, board{opp, c.rest.or(at)})
	}
	return len(c.list)-c.begin <= many
}

// walkLong goes on after the long sequences of a checker without listing them.
func (c *counter) walkLong(l *look, from, depth int) uint64 {
	own := l.own.without(only(from))
	w := walk{ways: l.ways(from)}
	n := uint64(0)
	w.each(func(way []jump) bool {
		if len(way) == 1 {
			return true
		}
		if depth == 1 {
			n++
			return true
		}
		after := board{l.opp.without(taken(way)), own}
		if to := way[len(way)-1].to; to != out {
			after.opp = own.or(only(to))
		}
		n += c.perft(after, depth-1)
		return true
	})
	return n
}
