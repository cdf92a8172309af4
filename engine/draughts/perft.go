package draughts

import "math/bits"

// counter counts sequences of moves.
//
// In almost all positions of a tree there is no king to move and none to take. Then all steps of men in one direction are
// one rotation, and the last ply is a matter of counting bits. Only what is left takes the way of the generator.
type counter struct {
	*variant
	list []move // the moves of all positions between the root and here that had to be listed
}

// perft counts the sequences of depth moves, depth at least 1.
func (v *variant) perft(b board, depth int) uint64 {
	c := counter{variant: v}
	return c.count(b, depth)
}

// count is perft.
func (c *counter) count(b board, depth int) uint64 {
	if depth == 1 {
		return c.last(b)
	}
	s := c.men(b)
	switch {
	case b.own&b.kings != 0:
		return c.listed(b, depth)
	case s.overNear|s.overFar == 0:
		return c.steps(b, s.toNear, b.near, depth) + c.steps(b, s.toFar, b.far(), depth)
	case b.opp&b.kings != 0 || !c.most:
		return c.listed(b, depth)
	}
	more := c.more(b, s.overNear|s.overFar)
	return c.jumps(b, s.overNear, 1<<1, more, depth) + c.jumps(b, s.overFar, 1<<1|1, more, depth)
}

// last counts the moves of the last ply.
func (c *counter) last(b board) uint64 {
	s := c.men(b)
	n := uint64(bits.OnesCount64(s.toNear) + bits.OnesCount64(s.toFar))
	if b.own&b.kings != 0 {
		kings, captures := c.slides(b)
		if captures {
			return c.listed(b, 1)
		}
		n += kings
	}
	switch {
	case s.overNear|s.overFar == 0:
		return n
	case (b.own|b.opp)&b.kings != 0 || !c.most:
		return c.listed(b, 1)
	}
	more := c.more(b, s.overNear|s.overFar)
	return c.chains(b, s.overNear, more) + c.chains(b, s.overFar, more)
}

// listed counts by way of the list of moves.
func (c *counter) listed(b board, depth int) uint64 {
	begin := len(c.list)
	c.list = c.moves(b, c.list)
	n := uint64(len(c.list) - begin)
	if depth > 1 {
		n = 0
		for i := begin; i < len(c.list); i++ {
			n += c.count(c.after(b, c.list[i]), depth-1)
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

func (v *variant) empty(b board) uint64 { return v.squares &^ (b.own | b.opp) }

func (v *variant) men(b board) sets {
	empty := v.empty(b)
	men := b.own &^ b.kings
	toNear, toFar := step(men, b.near), step(men, b.far())
	return sets{
		toNear & empty, toFar & empty,
		step(toNear&b.opp, b.near) & empty, step(toFar&b.opp, b.far()) & empty,
	}
}

// slides counts the moves of kings, and tells whether one of them can capture. Kings that move in one direction never
// meet, so that all of them move at once.
func (v *variant) slides(b board) (n uint64, captures bool) {
	empty := v.empty(b)
	for _, d := range v.around {
		next := step(b.own&b.kings, d)
		for {
			if step(next&b.opp, d)&empty != 0 {
				return 0, true
			}
			if next &= empty; next == 0 {
				break
			}
			n += uint64(bits.OnesCount64(next))
			next = step(next, d)
			if v.reach == adjacent {
				next &= empty // a king sees nothing from afar
			}
		}
	}
	return n, false
}

// steps goes on after each step of a man in one direction, given the squares where they end.
func (c *counter) steps(b board, set uint64, by, depth int) uint64 {
	var n uint64
	for ; set != 0; set &= set - 1 {
		to := set & -set
		n += c.count(board{b.opp, b.own ^ to ^ step(to, -by), b.kings | to&c.ends, -b.near}, depth-1)
	}
	return n
}

// more is how many jumps the longest captures still have, of men that have landed on a set of squares.
func (v *variant) more(b board, set uint64) int {
	n := 0
	for ; ; n++ {
		set = v.jump(b, set, b.near) | v.jump(b, set, b.far())
		if set == 0 {
			return n
		}
	}
}

// jump is where the men of a set land that can jump in one direction.
func (v *variant) jump(b board, set uint64, by int) uint64 {
	return step(step(set, by)&b.opp, by) & v.empty(b)
}

// chains counts the ways to go on with exactly so many jumps, of men that have landed on a set of squares. Men that have
// jumped in the same directions are never on the same square, so each bit is a capture of its own; and as men only go
// forward, different directions never take the same pieces.
func (v *variant) chains(b board, set uint64, more int) uint64 {
	if more == 0 {
		return uint64(bits.OnesCount64(set))
	}
	return v.chains(b, v.jump(b, set, b.near), more-1) + v.chains(b, v.jump(b, set, b.far()), more-1)
}

// jumps goes on after each of the captures that chains counts. The bits of ways are the directions of the jumps so
// far, the last one lowest, 1 for the far step; one more bit is set above them.
func (c *counter) jumps(b board, set uint64, ways, more, depth int) uint64 {
	if set == 0 {
		return 0
	}
	if more > 0 {
		return c.jumps(b, c.jump(b, set, b.near), ways<<1, more-1, depth) +
			c.jumps(b, c.jump(b, set, b.far()), ways<<1|1, more-1, depth)
	}
	var n uint64
	for ; set != 0; set &= set - 1 {
		m := move{to: set & -set}
		m.from = m.to
		for way := ways; way > 1; way >>= 1 {
			by := b.near
			if way&1 != 0 {
				by = b.far()
			}
			m.taken |= step(m.from, -by)
			m.from = step(m.from, -2*by)
		}
		n += c.count(c.after(b, m), depth-1)
	}
	return n
}
