package rules

import "math/bits"

// Lister counts sequences of moves.
//
// Men that go in one direction never meet, so that most moves are a matter of shifting and counting bits. Only chains
// of jumps and captures are followed man by man, and at the last ply nothing is played.
type Lister struct {
	ends []end // of the captures of all positions between the root and here that had to be listed
}

// end is how a capture ends.
type end struct {
	To    uint64 // 0: the man arrived on the last row
	Taken uint64
}

// count counts the sequences of depth moves, depth at least 1.
func (c *Lister) count(b Board, depth int) uint64 {
	var over [5]uint64
	var all uint64
	for i, d := range around {
		over[i] = b.Over(b.Opp, d)
		all |= over[i]
	}
	if all&b.Own != 0 {
		return c.captures(b, &over, all, depth)
	}
	return c.steps(b, depth) + c.jumps(b, depth)
}

// play goes on after a move, given the board as the side that made it sees it.
func (c *Lister) play(b Board, depth int) uint64 { return c.count(b.Turned(), depth-1) }

// steps counts after each step.
func (c *Lister) steps(b Board, depth int) uint64 {
	var n, arrive uint64
	empty := b.Empty()
	for _, d := range Ahead {
		to := d.Next(b.Own) & empty
		arrive |= d.Before(to & LastRow)
		to &^= LastRow
		if depth == 1 {
			n += uint64(bits.OnesCount64(to))
			continue
		}
		for ; to != 0; to &= to - 1 {
			one := to & -to
			n += c.play(Board{b.Own ^ one ^ d.Before(one), b.Opp}, depth)
		}
	}
	return n + c.arrivals(b, arrive, depth)
}

// jumps counts after each jumping move.
func (c *Lister) jumps(b Board, depth int) uint64 {
	var over [3]uint64
	var all uint64
	for i, d := range Ahead {
		over[i] = b.Over(b.Own, d)
		all |= over[i]
	}
	if all&b.Own == 0 {
		return 0
	}
	n, far := c.short(b, Ahead[:], over[:], all, depth)
	var arrive uint64
	for ; far != 0; far &= far - 1 {
		one := far & -far
		ends := b.JumpEnds(one, all)
		if ends&LastRow != 0 {
			arrive |= one
			ends &^= LastRow
		}
		if depth == 1 {
			n += uint64(bits.OnesCount64(ends))
			continue
		}
		for ; ends != 0; ends &= ends - 1 {
			n += c.play(Board{b.Own ^ one ^ ends&-ends, b.Opp}, depth)
		}
	}
	return n + c.arrivals(b, arrive, depth)
}

// short counts after single jumps and captures, given the squares from where one can go in each direction, and all of
// them together. Far are the men for which it may not be over then, or that arrive.
func (c *Lister) short(b Board, ways []direction, over []uint64, all uint64, depth int) (n, far uint64) {
	for i, d := range ways {
		far |= over[i] & d.Before(d.Before(all|LastRow))
	}
	far &= b.Own
	for i, d := range ways {
		men := over[i] & b.Own &^ far
		if depth == 1 {
			n += uint64(bits.OnesCount64(men))
			continue
		}
		for ; men != 0; men &= men - 1 {
			one := men & -men
			victim := d.Next(one)
			n += c.play(Board{b.Own ^ one ^ d.Next(victim), b.Opp &^ victim}, depth)
		}
	}
	return n, far
}

// arrivals counts after the moves of men that arrive on the last row without capturing. The men of the second row among
// them may be dropped where they stood, which leads to the same position for all of them.
func (c *Lister) arrivals(b Board, men uint64, depth int) uint64 {
	var n uint64
	again := false
	for ; men != 0; men &= men - 1 {
		one := men & -men
		except := uint64(0)
		if one&home != 0 && again {
			except = one
		}
		again = again || one&home != 0
		n += c.drops(Board{b.Own ^ one, b.Opp}, except, depth)
	}
	return n
}

// drops counts after the drops that follow the arrival of a man, except those on one square.
func (c *Lister) drops(b Board, except uint64, depth int) uint64 {
	free := Zone & b.Empty()
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
			return c.play(Board{b.Own | first, b.Opp}, depth)
		}
		for rest := free ^ first; rest != 0; rest &= rest - 1 {
			n += c.play(Board{b.Own | first | rest&-rest, b.Opp}, depth)
		}
	}
	return n
}

// captures counts after each capture, given the squares from where enemies could be jumped over in each direction, and
// all of them together.
func (c *Lister) captures(b Board, over *[5]uint64, all uint64, depth int) uint64 {
	n, far := c.short(b, around[:], over[:], all, depth)
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
			if e.To != 0 {
				if depth == 1 {
					n++
				} else {
					n += c.play(Board{b.Own ^ one ^ e.To, b.Opp ^ e.Taken}, depth)
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
			n += c.drops(Board{b.Own ^ one, b.Opp ^ e.Taken}, except, depth)
		}
		again = kept
		c.ends = c.ends[:kept]
	}
	c.ends = c.ends[:begin]
	return n
}

// EndsOf lists the ends of the captures of a man. The list is good until the next call.
func (c *Lister) EndsOf(b Board, man uint64) []end {
	c.ends = c.ends[:0]
	c.follow(b, man, 0)
	return c.ends
}

// follow lists the ends of the captures of a man. No two are the same: the men taken show the way, rank by rank.
func (c *Lister) follow(b Board, at, taken uint64) {
	over := false
	if at&LastRow == 0 || taken == 0 {
		for _, d := range around {
			victim := d.Next(at) & b.Opp &^ taken
			if to := d.Next(victim) & b.Empty(); to != 0 {
				over = true
				c.follow(b, to, taken|victim)
			}
		}
	}
	if !over {
		c.ends = append(c.ends, end{at &^ LastRow, taken})
	}
}
