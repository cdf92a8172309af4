package rules

import "math/bits"

// Board is who stands where, as the side to move sees it. It is small enough to live in registers.
//
// A set of squares is a uint64, one bit a square in the order of the numbers, with an unused bit after every second
// row: then the four neighbours of a square are always the same distances away, and a step over the edge falls on an
// unused bit. Steps are rotations, so that one instruction serves both directions; a bit that leaves the word at one
// end comes back at the other on unused bits. (8x8: distances 4 and 5, 36 bits; 10x10: distances 5 and 6, 54 bits.)
type Board struct {
	Own, Opp uint64 // the pieces of the side to move, and of the other
	Kings    uint64 // of both
	Near     int    // the shorter of the two steps forward: positive towards higher numbers
}

// far is the longer of the two steps forward.
func (b Board) far() int { return b.Near + (b.Near>>63 | 1) }

// Step moves every piece of a set by one step.
func Step(set uint64, by int) uint64 { return bits.RotateLeft64(set, by) }

// direction is 0 if the mover's men go to higher numbers, 1 if to lower ones.
func (b Board) direction() int { return int(uint(b.Near) >> 63) }

// IsUp reports whether the side on turn moves towards higher numbers.
func (b Board) IsUp() bool { return b.direction() == 0 }

// After is the board that a move leaves, seen by the other side. A man that ends on its last row is a king from then
// on.
func (v *Variant) After(b Board, m Move) Board {
	kings := b.Kings &^ m.Taken
	if kings&m.From != 0 || v.crowned(b, m.Taken) {
		kings = kings&^m.From | m.To
	}
	return Board{
		Own:   b.Opp &^ m.Taken,
		Opp:   b.Own&^m.From | m.To,
		Kings: kings | m.To&v.last[b.direction()],
		Near:  -b.Near,
	}
}

// crowned reports whether a man that has taken some pieces is a king for it, although its move is not over. A piece on
// the row before the last can only be jumped to or from the last row, so those taken say where the man was.
func (v *Variant) crowned(b Board, taken uint64) bool { return taken&v.gate[b.direction()] != 0 }

// Move is a move without its way: it says all that matters for the position after it. Without an origin it is an answer
// to a capture that was not made: it takes the piece that is huffed, or none if the capture is demanded.
type Move struct {
	From, To uint64 // one bit each; the same one if a king comes back to where it stood
	Taken    uint64 // what leaves the board
}

// equivalent reports whether two moves of one board lead to the same position. Usually that takes the same from and to; but two
// different kings that take the same pieces and both come back to where they stood have done the same.
func (m Move) equivalent(o Move) bool { return m.Taken == o.Taken && m.From^m.To == o.From^o.To }

// equivalent is the same where a man may become a king on its way back to where it stood: then it matters which one it was.
func (v *Variant) equivalent(b Board, m, o Move) bool {
	return m.equivalent(o) && (m.From == o.From || !v.crowned(b, m.Taken) || b.Kings&m.From != 0 && b.Kings&o.From != 0)
}

func (m Move) quiet() bool { return m.Taken == 0 }

func (m Move) capture() bool { return m.Taken != 0 }

// Moves appends every legal move to list, once for each result. The order is that of the origins and not specified
// beyond that.
func (v *Variant) Moves(b Board, list []Move) []Move {
	if v.CanCapture(b) {
		return v.captures(b, list, false) // [3.1.1a] capturing is compulsory
	}
	return v.quiet(b, b.Own, list)
}

// quiet appends the moves without capture of some of the pieces, whether or not one has to capture.
func (v *Variant) quiet(b Board, pieces uint64, list []Move) []Move {
	empty := v.squares &^ (b.Own | b.Opp)
	for ; pieces != 0; pieces &= pieces - 1 {
		from := pieces & -pieces
		if from&b.Kings == 0 {
			for _, d := range [...]int{b.Near, b.far()} {
				if to := Step(from, d) & empty; to != 0 {
					list = append(list, Move{From: from, To: to})
				}
			}
			continue
		}
		for _, d := range v.around {
			for to := Step(from, d) & empty; to != 0; to = Step(to, d) & empty {
				list = append(list, Move{From: from, To: to})
				if v.short {
					break
				}
			}
		}
	}
	return list
}

// captures appends every legal capture to list, once for each result, or once for each piece that can have that result.
func (v *Variant) captures(b Board, list []Move, apart bool) []Move {
	s := finder{v: v, board: b, apart: apart, keep: len(list), found: list}
	for own := v.jumpers(b) | b.Own&b.Kings; own != 0; own &= own - 1 {
		s.from = own & -own
		s.capture(s.from, 0, 0)
	}
	return s.found
}

// finder collects the best captures of a board.
type finder struct {
	v     *Variant
	board Board
	apart bool   // different pieces do different things
	from  uint64 // the piece that captures
	best  int    // worth of the best captures so far
	keep  int    // where they begin in found
	found []Move
}

// capture goes on from a square after having taken some pieces. It is worth more the earlier it met its first king, if
// that matters; 0: not yet.
func (s *finder) capture(at, taken uint64, early int) {
	var room [maxHops]hop
	hops := s.v.hops(s.board, s.from, at, taken, room[:0])
	if len(hops) == 0 && taken != 0 {
		s.add(Move{s.from, at, taken}, early)
	}
	if s.v.lands {
		hops = s.landing(hops, taken)
	}
	for _, h := range hops {
		now := early
		if s.v.kingEarly && early == 0 && h.victim&s.board.Kings != 0 {
			now = maxEarly - bits.OnesCount64(taken)
		}
		s.capture(h.to, taken|h.victim, now)
	}
}

// landing leaves out the hops over a piece from where the capture cannot go on, if there are others over it from where
// it can.
func (s *finder) landing(hops []hop, taken uint64) []hop {
	kept := hops[:0]
	for i := 0; i < len(hops); {
		begin, n := len(kept), i
		for ; n < len(hops) && hops[n].victim == hops[i].victim; n++ {
			var room [maxHops]hop
			if len(s.v.hops(s.board, s.from, hops[n].to, taken|hops[n].victim, room[:0])) > 0 {
				kept = append(kept, hops[n])
			}
		}
		if len(kept) == begin {
			kept = append(kept, hops[i:n]...)
		}
		i = n
	}
	return kept
}

// hop is one jump of a capture: over which piece, to which square.
type hop struct{ to, victim uint64 }

// maxHops is more than one piece can have at once: a king sees 17 squares of a 10x10 board.
const maxHops = 18

// hops appends the jumps that the piece from one square has at another, some pieces taken. Captured pieces stay on the
// board and block until the move is over, while the square that the piece left is empty [FPD 2.2.10].
func (v *Variant) hops(b Board, from, at, taken uint64, list []hop) []hop {
	empty := v.squares&^(b.Own|b.Opp) | from
	prey := b.Opp &^ taken // [FPD 2.2.9] nothing is jumped twice
	if from&b.Kings == 0 && !v.crowned(b, taken) {
		ways := [...]int{b.Near, b.far(), -b.Near, -b.far()}
		directions := ways[:2] // beyond the last row there is nothing, so that promotion ends the move
		if v.menBack {
			directions = ways[:]
		}
		if v.spared {
			prey &^= b.Kings
		}
		for _, d := range directions {
			victim := Step(at, d) & prey
			if to := Step(victim, d) & empty; to != 0 {
				list = append(list, hop{to, victim})
			}
		}
		return list
	}
	for _, d := range v.around {
		next := Step(at, d)
		for v.reach != Adjacent && next&empty != 0 {
			next = Step(next, d)
		}
		victim := next & prey
		for to := Step(victim, d) & empty; to != 0; to = Step(to, d) & empty {
			list = append(list, hop{to, victim})
			if v.reach != Flying {
				break
			}
		}
	}
	return list
}

// add keeps a complete capture if none is better, and forgets those that are worse.
func (s *finder) add(m Move, early int) {
	king := m.From&s.board.Kings != 0
	worth := s.v.worth(m.Taken, s.board, king) + early
	switch {
	case worth < s.best:
		return
	case worth > s.best:
		s.best, s.found = worth, s.found[:s.keep]
	case king || s.v.menBack:
		for _, o := range s.found[s.keep:] {
			if s.v.equivalent(s.board, m, o) && (m.From == o.From || !s.apart) {
				return
			}
		}
	}
	s.found = append(s.found, m)
}

// maxEarly is more pieces than one capture takes.
const maxEarly = 31

// worth orders captures: only the highest may be played. The lowest five bits are left for how early it meets a king.
func (v *Variant) worth(taken uint64, b Board, king bool) int {
	worth := 32
	if v.mostKings {
		worth += bits.OnesCount64(taken&b.Kings) << 5
	}
	if v.kingAmong && king {
		worth += 1 << 11
	}
	if v.most {
		worth += bits.OnesCount64(taken) << 12
	}
	if v.kingFirst && king {
		worth += 1 << 18
	}
	return worth
}

// Slides appends the moves without capture of the kings of the side to move, whether or not it has to capture. Each of
// them can be made backwards, too.
func (v *Variant) Slides(b Board, list []Move) []Move { return v.quiet(b, b.Own&b.Kings, list) }
