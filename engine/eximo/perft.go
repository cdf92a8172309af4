package eximo

import "math/bits"

// counter counts sequences of moves.
//
// Men that go in one direction never meet, so that most moves are a matter of shifting and counting bits. Only chains of
// jumps and captures are followed man by man, and at the last ply nothing is played.
type counter struct {
	ends []end // of the captures of all positions between the root and here that had to be listed
}

// end is how a capture ends.
type end struct {
	to    uint64 // 0: the man arrived on the last row
	taken uint64
}

// count counts the sequences of depth moves, depth at least 1.
func (c *counter) count(b board, depth int) uint64 {
	var over [5]uint64
	var all uint64
	for i, d := range around {
		over[i] = b.over(b.opp, d)
		all |= over[i]
	}
	if all&b.own != 0 {
		return c.captures(b, &over, all, depth)
	}
	return c.steps(b, depth) + c.jumps(b, depth)
}

// play goes on after a move, given the board as the side that made it sees it.
func (c *counter) play(b board, depth int) uint64 { return c.count(b.turned(), depth-1) }

// steps counts after each step.
func (c *counter) steps(b board, depth int) uint64 {
	var n, arrive uint64
	empty := b.empty()
	for _, d := range ahead {
		to := d.next(b.own) & empty
		arrive |= d.before(to & lastRow)
		to &^= lastRow
		if depth == 1 {
			n += uint64(bits.OnesCount64(to))
			continue
		}
		for ; to != 0; to &= to - 1 {
			one := to & -to
			n += c.play(board{b.own ^ one ^ d.before(one), b.opp}, depth)
		}
	}
	return n + c.arrivals(b, arrive, depth)
}

// jumps counts after each jumping move.
func (c *counter) jumps(b board, depth int) uint64 {
	var over [3]uint64
	var all, far uint64 // far: the men for which it is not over after one jump, or that arrive
	for i, d := range ahead {
		over[i] = b.over(b.own, d)
		all |= over[i]
	}
	if all&b.own == 0 {
		return 0
	}
	for i, d := range ahead {
		far |= over[i] & d.before(d.before(all|lastRow))
	}
	far &= b.own
	var n, arrive uint64
	for i, d := range ahead {
		men := over[i] & b.own &^ far
		if depth == 1 {
			n += uint64(bits.OnesCount64(men))
			continue
		}
		for ; men != 0; men &= men - 1 {
			one := men & -men
			n += c.play(board{b.own ^ one ^ d.next(d.next(one)), b.opp}, depth)
		}
	}
	for ; far != 0; far &= far - 1 {
		one := far & -far
		var ends uint64
		for at := one; at != 0; {
			var to uint64
			for i, d := range ahead {
				to |= d.next(d.next(at & over[i]))
			}
			ends |= to &^ all
			at = to & all
		}
		if ends&lastRow != 0 {
			arrive |= one
			ends &^= lastRow
		}
		if depth == 1 {
			n += uint64(bits.OnesCount64(ends))
			continue
		}
		for ; ends != 0; ends &= ends - 1 {
			n += c.play(board{b.own ^ one ^ ends&-ends, b.opp}, depth)
		}
	}
	return n + c.arrivals(b, arrive, depth)
}

// arrivals counts after the moves of men that arrive on the last row without capturing. The men of the second row among
// them may be dropped where they stood, which leads to the same position for all of them.
func (c *counter) arrivals(b board, men uint64, depth int) uint64 {
	var n uint64
	again := false
	for ; men != 0; men &= men - 1 {
		one := men & -men
		except := uint64(0)
		if one&home != 0 && again {
			except = one
		}
		again = again || one&home != 0
		n += c.drops(board{b.own ^ one, b.opp}, except, depth)
	}
	return n
}

// drops counts after the drops that follow the arrival of a man, except those on one square.
func (c *counter) drops(b board, except uint64, depth int) uint64 {
	free := zone & b.empty()
	if free == 0 {
		if depth == 1 {
			return 1
		}
		return c.play(b, depth)
	}
	single := free&(free-1) == 0
	free &^= except
	if depth == 1 {
		n := uint64(bits.OnesCount64(free))
		if single {
			return n
		}
		return n * (n - 1) / 2
	}
	var n uint64
	for ; free != 0; free &= free - 1 {
		first := free & -free
		if single {
			return c.play(board{b.own | first, b.opp}, depth)
		}
		for rest := free ^ first; rest != 0; rest &= rest - 1 {
			n += c.play(board{b.own | first | rest&-rest, b.opp}, depth)
		}
	}
	return n
}

// captures counts after each capture, given the squares from where enemies could be jumped over in each direction, and
// all of them together.
func (c *counter) captures(b board, over *[5]uint64, all uint64, depth int) uint64 {
	var n, far uint64 // far: the men for which it may not be over after one capture, or that arrive
	for i, d := range around {
		far |= over[i] & d.before(d.before(all|lastRow))
	}
	far &= b.own
	for i, d := range around {
		men := over[i] & b.own &^ far
		if depth == 1 {
			n += uint64(bits.OnesCount64(men))
			continue
		}
		for ; men != 0; men &= men - 1 {
			one := men & -men
			victim := d.next(one)
			n += c.play(board{b.own ^ one ^ d.next(victim), b.opp ^ victim}, depth)
		}
	}
	if far == 0 {
		return n
	}
	begin := len(c.ends)
	again := begin // where the arrivals of men of the second row end, which are kept
	for ; far != 0; far &= far - 1 {
		one := far & -far
		c.follow(b, one, 0)
		kept := again
		for i := again; i < len(c.ends); i++ {
			e := c.ends[i]
			if e.to != 0 {
				if depth == 1 {
					n++
				} else {
					n += c.play(board{b.own ^ one ^ e.to, b.opp ^ e.taken}, depth)
				}
				continue
			}
			except := uint64(0)
			if one&home != 0 {
				for _, old := range c.ends[begin:again] {
					if old == e {
						except = one
					}
				}
				c.ends[kept] = e
				kept++
			}
			n += c.drops(board{b.own ^ one, b.opp ^ e.taken}, except, depth)
		}
		again = kept
		c.ends = c.ends[:kept]
	}
	c.ends = c.ends[:begin]
	return n
}

// follow lists the ends of the captures of a man. No two are the same: the men taken show the way, rank by rank.
func (c *counter) follow(b board, at, taken uint64) {
	over := false
	if at&lastRow == 0 || taken == 0 {
		for _, d := range around {
			victim := d.next(at) & b.opp &^ taken
			if to := d.next(victim) & b.empty(); to != 0 {
				over = true
				c.follow(b, to, taken|victim)
			}
		}
	}
	if !over {
		c.ends = append(c.ends, end{at &^ lastRow, taken})
	}
}
