package rules

// Results appends the boards after all moves, normally each result once; none if the side to move has to pass.
func (c *Lister) Results(b Board, list []Board) []Board {
	l := c.Size.MoveInfo(b)
	long, more := l.long()
	c.list = list
	c.jumpsShort(&l, &more)
	c.allLong(&l, long)
	c.stepsShort(&l)
	return c.list
}

// Captures appends the boards after jumps, those of long sequences first.
func (c *Lister) Captures(b Board, list []Board) []Board {
	l := c.Size.MoveInfo(b)
	long, more := l.long()
	c.list = list
	c.allLong(&l, long)
	c.jumpsShort(&l, &more)
	return c.list
}

// allLong lists the boards after sequences of at least two jumps.
func (c *Lister) allLong(l *MoveInfo, long Set) {
	for ; !long.Empty(); long = long.Minus(long.Lowest()) {
		c.walkLong(l, long.First())
	}
}

// MostSearched limits the search through the sequences of one checker. Some circular ones have more, in positions
// that do not occur in games.
const MostSearched = 4096

// Lister lists the boards after moves.
type Lister struct {
	Size  *Size
	Limit int     // of the search for one checker; 0: none
	list  []Board // boards listed so far
	way   []jump  // reused memory for a sequence
}

// all appends the boards after all moves, a pass included; none if the game is over.
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

// long returns the own checkers with sequences of at least two jumps, and by direction of the first jump where it
// lands if another jump follows. The checker itself never blocks its jumps.
func (l *MoveInfo) long() (from Set, more [4]Set) {
	var on [4]Set // squares from which a jump is possible, by straight direction
	for i, by := range Straight {
		on[i] = l.Opp.And(l.edge[i].Or(l.room.Step(-by))).Step(-by)
	}
	for i, by := range Straight {
		for k := range on {
			if k != 3-i { // not back over the captured enemy
				more[i] = more[i].Or(on[k])
			}
		}
		_, over := l.Jumps(i, l.Own)
		more[i] = more[i].And(over.Step(by))
		from = from.Or(more[i].Step(-by).Step(-by))
	}
	return from, more
}

// stepsShort lists the boards after steps.
func (c *Lister) stepsShort(l *MoveInfo) {
	for d, by := range Neighbours {
		for s := l.Steps(d, l.Own); !s.Empty(); s = s.Minus(s.Lowest()) {
			to := s.Lowest()
			c.list = append(c.list, Board{l.Opp, l.Own.Minus(to.Step(-by)).Or(to)})
		}
	}
}

// jumpsShort lists the boards after single jumps.
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

// walkLong lists the boards after the long sequences of a checker.
func (c *Lister) walkLong(l *MoveInfo, from int) {
	own := l.Own.Minus(SquareSet(from))
	w := walk{jumpTargets: l.targets(from), limit: c.Limit, way: c.way[:0]}
	w.each(func(way []jump) bool {
		if len(way) == 1 {
			return true
		}
		c.list = append(c.list, Board{l.Opp.Minus(captured(way)), own.Or(SquareSet(way[len(way)-1].to))})
		return true
	})
	c.way = w.way
}
