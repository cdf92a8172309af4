package rules

// Results appends the boards that the moves of one lead to, sequences that come to the same only once as a rule; none
// if the side to move has to pass.
func (c *Lister) Results(b Board, list []Board) []Board {
	l := c.Size.MoveInfo(b)
	long, more := l.long()
	c.list = list
	c.jumpsShort(&l, &more)
	c.allLong(&l, long)
	c.stepsShort(&l)
	return c.list
}

// Captures appends those that jumps lead to, long sequences first.
func (c *Lister) Captures(b Board, list []Board) []Board {
	l := c.Size.MoveInfo(b)
	long, more := l.long()
	c.list = list
	c.allLong(&l, long)
	c.jumpsShort(&l, &more)
	return c.list
}

// allLong lists what the sequences of two and more jumps lead to.
func (c *Lister) allLong(l *MoveInfo, long Set) {
	for ; !long.Empty(); long = long.Minus(long.Lowest()) {
		c.walkLong(l, long.First())
	}
}

// MostSearched bounds how far a search looks through the sequences of one checker. Some that circle have more, in
// positions that do not come about in games.
const MostSearched = 4096

// Lister lists what moves lead to.
type Lister struct {
	Size  *Size
	Limit int     // of what is searched of one checker; 0: to the end
	list  []Board // what is listed so far
	way   []jump  // room for one
}

// all appends the boards that all moves lead to, a pass too; none where the game is over.
func (c *Lister) all(b Board, list []Board) []Board {
	if b.Own.Empty() || b.Opp.Empty() {
		return list
	}
	begin := len(list)
	if list = c.Results(b, list); len(list) == begin && c.Size.Moves(b.Turned()) {
		list = append(list, b.Turned())
	}
	return list
}

// long is the own checkers with sequences of at least two jumps, and where a first jump in each straight direction has
// another one after it. The checker itself is never in its own way there.
func (l *MoveInfo) long() (from Set, more [4]Set) {
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
func (c *Lister) stepsShort(l *MoveInfo) {
	for d, by := range Neighbours {
		for s := l.Steps(d, l.Own); !s.Empty(); s = s.Minus(s.Lowest()) {
			to := s.Lowest()
			c.list = append(c.list, Board{l.Opp, l.Own.Minus(to.Step(-by)).Or(to)})
		}
	}
}

// jumpsShort lists what single jumps lead to.
func (c *Lister) jumpsShort(l *MoveInfo, more *[4]Set) {
	for i, by := range Straight {
		out, land := l.Jumps(i, l.Own)
		for ; !out.Empty(); out = out.Minus(out.Lowest()) {
			over := out.Lowest()
			c.list = append(c.list, Board{l.Opp.Minus(over), l.Own.Minus(over.Step(-by))})
		}
		for land = land.Minus(more[i].Step(-by)); !land.Empty(); land = land.Minus(land.Lowest()) {
			over := land.Lowest()
			c.list = append(c.list, Board{l.Opp.Minus(over), l.Own.Minus(over.Step(-by)).Or(over.Step(by))})
		}
	}
}

// walkLong lists what the long sequences of a checker lead to.
func (c *Lister) walkLong(l *MoveInfo, from int) {
	own := l.Own.Minus(SquareSet(from))
	w := walk{jumpTargets: l.targets(from), limit: c.Limit, way: c.way[:0]}
	w.each(func(way []jump) bool {
		if len(way) == 1 {
			return true
		}
		after := Board{l.Opp.Minus(captured(way)), own}
		if to := way[len(way)-1].to; to != noSquare {
			after.Opp = own.Or(SquareSet(to))
		}
		c.list = append(c.list, after)
		return true
	})
	c.way = w.way
}
