package rules

import "slices"

// Results appends the boards that the moves of one lead to, sequences that come to the same only once as a rule; none
// if the side to move has to pass.
func (c *Lister) Results(b Board, list []Board) []Board { return c.results(b, list, mostSearched) }

// results is Results with a limit of what is searched of one checker; 0: to the end.
func (c *Lister) results(b Board, list []Board, limit int) []Board {
	l := c.Size.Look(b)
	long, more := l.long()
	c.list = list
	c.jumpsShort(&l, &more)
	c.allLong(&l, &more, long, limit)
	c.stepsShort(&l)
	return c.list
}

// Captures appends those that jumps lead to, long sequences first.
func (c *Lister) Captures(b Board, list []Board) []Board {
	l := c.Size.Look(b)
	long, more := l.long()
	c.list = list
	c.allLong(&l, &more, long, mostSearched)
	c.jumpsShort(&l, &more)
	return c.list
}

// allLong lists what the sequences of two and more jumps lead to.
func (c *Lister) allLong(l *Look, more *[4]Set, long Set, limit int) {
	for ; !long.Empty(); long = long.Without(long.Lowest()) {
		if from := long.Lowest(); !c.listLong(l, more, from) {
			c.walkLong(l, from.First(), limit)
		}
	}
}

// mostSearched bounds how far the sequences of one checker are looked through. Some that circle have more, in positions
// that do not come about in games.
const mostSearched = 4096

// Lister lists what moves lead to, and counts sequences of moves.
type Lister struct {
	Size *Size
	list []Board // what the moves of all positions between the root and here lead to

	// Of the checker whose long sequences are being listed:
	rest   Set  // the other own checkers
	room   Set  // where it may land
	begin  int  // of its sequences in list
	circle bool // one of them came twice to a square, so that some may be there twice
}

// perft counts the sequences of depth moves, depth at least 1.
func (c *Lister) perft(b Board, depth int) (n uint64) {
	if b.Own.Empty() || b.Opp.Empty() {
		return 0 // the game is over
	}
	begin := len(c.list)
	end := len(c.results(b, c.list, 0))
	switch {
	case begin == end:
		return c.pass(b, depth)
	case depth == 1:
		n = uint64(end - begin)
	default:
		for i := begin; i < end; i++ {
			n += c.perft(c.list[i], depth-1)
		}
	}
	c.list = c.list[:begin]
	return n
}

// pass goes on with the other side, if that can move.
func (c *Lister) pass(b Board, depth int) uint64 {
	switch {
	case !c.Size.Moves(b.Turned()):
		return 0 // the game is over
	case depth == 1:
		return 1
	}
	return c.perft(b.Turned(), depth-1)
}

// long is the own checkers with sequences of at least two jumps, and where a first jump in each straight direction has
// another one after it. The checker itself is never in its own way there.
func (l *Look) long() (from Set, more [4]Set) {
	var on [4]Set // squares from which one can jump in each straight direction
	for i, by := range Straight {
		on[i] = l.Opp.And(l.edge[i].Or(l.room.Step(-by))).Step(-by)
	}
	for i, by := range Straight {
		for k := range on {
			if k != 3-i { // not back over the enemy that was jumped
				more[i] = more[i].Or(on[k])
			}
		}
		_, over := l.Jumps(i, l.Own)
		more[i] = more[i].And(over.Step(by))
		from = from.Or(more[i].Step(-by).Step(-by))
	}
	return from, more
}

// stepsShort lists what steps lead to.
func (c *Lister) stepsShort(l *Look) {
	for d, by := range Around {
		for s := l.Steps(d, l.Own); !s.Empty(); s = s.Without(s.Lowest()) {
			to := s.Lowest()
			c.list = append(c.list, Board{l.Opp, l.Own.Without(to.Step(-by)).Or(to)})
		}
	}
}

// jumpsShort lists what single jumps lead to.
func (c *Lister) jumpsShort(l *Look, more *[4]Set) {
	for i, by := range Straight {
		out, land := l.Jumps(i, l.Own)
		for ; !out.Empty(); out = out.Without(out.Lowest()) {
			over := out.Lowest()
			c.list = append(c.list, Board{l.Opp.Without(over), l.Own.Without(over.Step(-by))})
		}
		for land = land.Without(more[i].Step(-by)); !land.Empty(); land = land.Without(land.Lowest()) {
			over := land.Lowest()
			c.list = append(c.list, Board{l.Opp.Without(over), l.Own.Without(over.Step(-by)).Or(over.Step(by))})
		}
	}
}

// many bounds the long sequences of one checker that are listed one by one. Only those that circle can be more.
const many = 64

// listLong lists what the long sequences of a checker lead to, each result once. If there are too many it lists none
// and returns false.
func (c *Lister) listLong(l *Look, more *[4]Set, from Set) bool {
	c.rest, c.room = l.Own.Without(from), l.room.Or(from.Without(l.Own.beside()))
	c.begin, c.circle = len(c.list), false
	for i, by := range Straight {
		over := from.Step(by).And(l.Opp)
		if to := over.Step(by).And(more[i]); !to.Empty() && !c.chain(l, to, l.Opp.Without(over), from.Or(to)) {
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
func (c *Lister) chain(l *Look, at, opp, seen Set) bool {
	stuck := true
	for i, by := range Straight {
		over := at.Step(by).And(opp)
		if !over.And(l.edge[i]).Empty() {
			stuck = false
			c.list = append(c.list, Board{opp.Without(over), c.rest})
		} else if to := over.Step(by).And(c.room); !to.Empty() {
			stuck = false
			c.circle = c.circle || !to.And(seen).Empty()
			if !c.chain(l, to, opp.Without(over), seen.Or(to)) {
				return false
			}
		}
	}
	if stuck {
		c.list = append(c.list, Board{opp, c.rest.Or(at)})
	}
	return len(c.list)-c.begin <= many
}

// walkLong lists what the long sequences of a checker lead to, walking through them to a limit of what is searched.
func (c *Lister) walkLong(l *Look, from, limit int) {
	own := l.Own.Without(Only(from))
	w := walk{ways: l.ways(from), limit: limit}
	w.each(func(way []jump) bool {
		if len(way) == 1 {
			return true
		}
		after := Board{l.Opp.Without(taken(way)), own}
		if to := way[len(way)-1].to; to != out {
			after.Opp = own.Or(Only(to))
		}
		c.list = append(c.list, after)
		return true
	})
}
