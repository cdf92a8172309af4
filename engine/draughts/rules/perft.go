package rules

import "math/bits"

// counter counts sequences of moves.
//
// In almost all positions of a tree there is no king to move and none to take. Then all steps of men in one direction
// are one rotation, and the last ply is a matter of counting bits. Only what is left takes the way of the generator.
type counter struct {
	v    *Variant
	list []Move // the moves of all positions between the root and here that had to be listed
}

// known tells whether the counter knows all that the rules say. It does not know what is added to them.
func known(r Rules) bool {
	return r == Rules{
		Name: r.Name, Width: r.Width, corner: r.corner, Corner: r.Corner, Letters: r.Letters, colon: r.colon, Black: r.Black,
		rows:    r.rows,
		menBack: r.menBack, spared: r.spared, promotion: r.promotion, short: r.short, reach: r.reach, kingFirst: r.kingFirst,
		most: r.most, kingAmong: r.kingAmong, mostKings: r.mostKings, kingEarly: r.kingEarly, Huffing: r.Huffing,
		lone:   r.lone,
		Repeat: r.Repeat, QuietPlies: r.QuietPlies, Forced: r.Forced, Endings: r.Endings,
	}
}

// perft counts the sequences of depth moves, depth at least 1. By rules that the counter does not know, the generator
// counts.
func (v *Variant) perft(b Board, depth int) uint64 {
	c := counter{v: v}
	return c.count(b, depth)
}

// CanCapture tells whether the side on turn can capture.
func (v *Variant) CanCapture(b Board) bool {
	if !v.bulk {
		return len(v.captures(b, nil, false)) > 0
	}
	if v.odd {
		return v.jumps(b) != 0 || b.Own&b.Kings != 0 && v.kingCaptures(b)
	}
	s := v.men(b)
	return s.overNear|s.overFar != 0 || b.Own&b.Kings != 0 && v.kingCaptures(b)
}

// Can tells whether the side on turn can capture and, if it cannot, whether it can move.
func (v *Variant) Can(b Board) (captures, moves bool) {
	if !v.bulk {
		captures = v.CanCapture(b)
		return captures, !captures && len(v.quiet(b, b.Own, nil)) > 0
	}
	s := v.men(b)
	over := s.overNear | s.overFar
	if v.odd {
		over = v.jumps(b)
	}
	if over != 0 || b.Own&b.Kings != 0 && v.kingCaptures(b) {
		return true, false
	}
	return false, s.toNear|s.toFar != 0 || v.kingMoves(b)
}

// count is perft.
func (c *counter) count(b Board, depth int) uint64 {
	if !c.v.bulk {
		return c.listed(b, depth)
	}
	if c.v.odd && c.v.jumps(b) != 0 {
		return c.listed(b, depth)
	}
	if depth == 1 {
		return c.last(b)
	}
	s := c.v.men(b)
	if c.v.odd {
		s.overNear, s.overFar = 0, 0
	}
	switch {
	case b.Own&b.Kings != 0:
		return c.listed(b, depth)
	case s.overNear|s.overFar == 0:
		return c.steps(b, s.toNear, b.Near, depth) + c.steps(b, s.toFar, b.far(), depth)
	case b.Opp&b.Kings != 0 || !c.v.most:
		return c.listed(b, depth)
	}
	more := c.v.more(b, s.overNear|s.overFar)
	return c.chain(b, s.overNear, 1<<1, more, depth) + c.chain(b, s.overFar, 1<<1|1, more, depth)
}

// last counts the moves of the last ply.
func (c *counter) last(b Board) uint64 {
	s := c.v.men(b)
	if c.v.odd {
		s.overNear, s.overFar = 0, 0
	}
	n := uint64(bits.OnesCount64(s.toNear) + bits.OnesCount64(s.toFar))
	if b.Own&b.Kings != 0 {
		kings, captures := c.v.slides(b)
		if captures {
			return c.listed(b, 1)
		}
		n += kings
	}
	switch {
	case s.overNear|s.overFar == 0:
		return n
	case (b.Own|b.Opp)&b.Kings != 0 || !c.v.most:
		return c.listed(b, 1)
	}
	more := c.v.more(b, s.overNear|s.overFar)
	return c.v.chains(b, s.overNear, more) + c.v.chains(b, s.overFar, more)
}

// listed counts by way of the list of moves.
func (c *counter) listed(b Board, depth int) uint64 {
	begin := len(c.list)
	c.list = c.v.Moves(b, c.list)
	n := uint64(len(c.list) - begin)
	if depth > 1 {
		n = 0
		for i := begin; i < len(c.list); i++ {
			n += c.count(c.v.After(b, c.list[i]), depth-1)
		}
	}
	c.list = c.list[:begin]
	return n
}

// sets is where the men of a board can go. It has four fields because the compiler keeps no larger struct in registers.
type sets struct {
	toNear, toFar     uint64 // by a step
	overNear, overFar uint64 // by a jump
}

func (v *Variant) empty(b Board) uint64 { return v.squares &^ (b.Own | b.Opp) }

func (v *Variant) men(b Board) sets {
	empty := v.empty(b)
	men := b.Own &^ b.Kings
	toNear, toFar := Step(men, b.Near), Step(men, b.far())
	return sets{
		toNear & empty, toFar & empty,
		Step(toNear&b.Opp, b.Near) & empty, Step(toFar&b.Opp, b.far()) & empty,
	}
}

// slides counts the moves of kings, and tells whether one of them can capture. Kings that move in one direction never
// meet, so that all of them move at once.
func (v *Variant) slides(b Board) (n uint64, captures bool) {
	empty := v.empty(b)
	for _, d := range v.around {
		next := Step(b.Own&b.Kings, d)
		for {
			if Step(next&b.Opp, d)&empty != 0 {
				return 0, true
			}
			if next &= empty; next == 0 {
				break
			}
			n += uint64(bits.OnesCount64(next))
			next = Step(next, d)
			if v.reach == Adjacent {
				next &= empty // a king sees nothing from afar
			}
			if v.short {
				break
			}
		}
	}
	return n, false
}

// kingCaptures tells whether a king of the side on turn can capture. Kings that go in one direction never meet.
func (v *Variant) kingCaptures(b Board) bool {
	empty := v.empty(b)
	for _, d := range v.around {
		next := Step(b.Own&b.Kings, d)
		if v.reach == Adjacent {
			if Step(next&b.Opp, d)&empty != 0 {
				return true
			}
			continue
		}
		for next != 0 {
			if Step(next&b.Opp, d)&empty != 0 {
				return true
			}
			next = Step(next&empty, d)
		}
	}
	return false
}

// kingMoves tells whether a king of the side on turn has an empty square next to it.
func (v *Variant) kingMoves(b Board) bool {
	kings, empty := b.Own&b.Kings, v.empty(b)
	near, far := v.around[0], v.around[1]
	return (Step(kings, near)|Step(kings, far)|Step(kings, -near)|Step(kings, -far))&empty != 0
}

// jumps is where men can land that jump in any way in which the rules let them.
func (v *Variant) jumps(b Board) uint64 {
	empty, men, prey := v.empty(b), b.Own&^b.Kings, b.Opp
	if v.spared {
		prey &^= b.Kings
	}
	near, far := b.Near, b.far()
	over := Step(Step(men, near)&prey, near) | Step(Step(men, far)&prey, far)
	if v.menBack {
		over |= Step(Step(men, -near)&prey, -near) | Step(Step(men, -far)&prey, -far)
	}
	return over & empty
}

// steps goes on after each step of a man in one direction, given the squares where they end.
func (c *counter) steps(b Board, set uint64, by, depth int) uint64 {
	var n uint64
	for ; set != 0; set &= set - 1 {
		to := set & -set
		n += c.count(Board{b.Opp, b.Own ^ to ^ Step(to, -by), b.Kings | to&c.v.Ends, -b.Near}, depth-1)
	}
	return n
}

// more is how many jumps the longest captures still have, of men that have landed on a set of squares.
func (v *Variant) more(b Board, set uint64) int {
	n := 0
	for ; ; n++ {
		set = v.jump(b, set, b.Near) | v.jump(b, set, b.far())
		if set == 0 {
			return n
		}
	}
}

// jump is where the men of a set land that can jump in one direction.
func (v *Variant) jump(b Board, set uint64, by int) uint64 {
	return Step(Step(set, by)&b.Opp, by) & v.empty(b)
}

// chains counts the ways to go on with exactly so many jumps, of men that have landed on a set of squares. Men that
// have jumped in the same directions are never on the same square, so each bit is a capture of its own; and as men only
// go forward, different directions never take the same pieces.
func (v *Variant) chains(b Board, set uint64, more int) uint64 {
	if more == 0 {
		return uint64(bits.OnesCount64(set))
	}
	return v.chains(b, v.jump(b, set, b.Near), more-1) + v.chains(b, v.jump(b, set, b.far()), more-1)
}

// chain goes on after each of the captures that chains counts. The bits of ways are the directions of the jumps so
// far, the last one lowest, 1 for the far step; one more bit is set above them.
func (c *counter) chain(b Board, set uint64, ways, more, depth int) uint64 {
	if set == 0 {
		return 0
	}
	if more > 0 {
		return c.chain(b, c.v.jump(b, set, b.Near), ways<<1, more-1, depth) +
			c.chain(b, c.v.jump(b, set, b.far()), ways<<1|1, more-1, depth)
	}
	var n uint64
	for ; set != 0; set &= set - 1 {
		m := Move{To: set & -set}
		m.From = m.To
		for way := ways; way > 1; way >>= 1 {
			by := b.Near
			if way&1 != 0 {
				by = b.far()
			}
			m.Taken |= Step(m.From, -by)
			m.From = Step(m.From, -2*by)
		}
		n += c.count(c.v.After(b, m), depth-1)
	}
	return n
}
