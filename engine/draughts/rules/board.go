package rules

import "math/bits"

// Board is who stands where, as the side to move sees it. It is small enough to live in registers.
//
// A set of squares is a uint64, one bit a square in the order of the numbers, with an unused bit after every second row:
// then the four neighbours of a square are always the same distances away, and a step over the edge falls on an unused
// bit. Steps are rotations, so that one instruction serves both directions; a bit that leaves the word at one end comes back
// at the other on unused bits. (8x8: distances 4 and 5, 36 bits; 10x10: distances 5 and 6, 54 bits.)
type Board struct {
	Own, Opp uint64 // the pieces of the side to move, and of the other
	Kings    uint64 // of both
	Near     int    // the shorter of the two steps forward: positive towards higher numbers
}

// far is the longer of the two steps forward.
func (b Board) far() int { return b.Near + (b.Near>>63 | 1) }

// Step moves every piece of a set by one step.
func Step(set uint64, by int) uint64 { return bits.RotateLeft64(set, by) }

// After is the board that a move leaves, seen by the other side. A man that ends on a last row is a king from then on
// [2.25]; it cannot stand on its own first row after a move, so one mask of both rows will do.
func (v *Variant) After(b Board, m Move) Board {
	kings := b.Kings &^ m.Taken
	if kings&m.From != 0 {
		kings = kings&^m.From | m.To
	}
	return Board{
		Own:   b.Opp &^ m.Taken,
		Opp:   b.Own&^m.From | m.To,
		Kings: kings | m.To&v.Ends,
		Near:  -b.Near,
	}
}

// Move is a move without its way: it says all that matters for the position after it. Without an origin it is an answer
// to a capture that was not made: it takes the piece that is huffed, or none if the capture is demanded.
type Move struct {
	From, To uint64 // one bit each; the same one if a king comes back to where it stood
	Taken    uint64 // what leaves the board
}

// same tells whether two moves of one board lead to the same position. Usually that takes the same from and to; but two
// different kings that take the same pieces and both come back to where they stood have done the same.
func (m Move) same(o Move) bool { return m.Taken == o.Taken && m.From^m.To == o.From^o.To }

func (m Move) quiet() bool { return m.Taken == 0 }

func (m Move) capture() bool { return m.Taken != 0 }

// Moves appends every legal move to list, once for each result. The order is that of the origins and not specified
// beyond that.
func (v *Variant) Moves(b Board, list []Move) []Move {
	if captures := v.captures(b, list, false); len(captures) > len(list) {
		return captures // [3.1.1a] capturing is compulsory
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
			}
		}
	}
	return list
}

// captures appends every legal capture to list, once for each result, or once for each piece that can have that result.
func (v *Variant) captures(b Board, list []Move, apart bool) []Move {
	s := finder{Variant: v, Board: b, apart: apart, keep: len(list), found: list}
	for own := b.Own; own != 0; own &= own - 1 {
		s.from = own & -own
		s.capture(s.from, 0)
	}
	return s.found
}

// finder collects the best captures of a board.
type finder struct {
	*Variant
	Board
	apart bool   // different pieces do different things
	from  uint64 // the piece that captures
	best  int    // worth of the best captures so far
	keep  int    // where they begin in found
	found []Move
}

// capture goes on from a square after having taken some pieces.
func (s *finder) capture(at, taken uint64) {
	var room [maxHops]hop
	hops := s.hops(s.Board, s.from, at, taken, room[:0])
	if len(hops) == 0 && taken != 0 {
		s.add(Move{s.from, at, taken})
	}
	for _, h := range hops {
		s.capture(h.to, taken|h.victim)
	}
}

// hop is one jump of a capture: over which piece, to which square.
type hop struct{ to, victim uint64 }

// maxHops is more than one piece can have at once: a king sees 17 squares of a 10x10 board.
const maxHops = 18

// hops appends the jumps that the piece from one square has at another, some pieces taken. Captured pieces stay on the
// board and block until the move is over, while the square that the piece left is empty [2.2.10].
func (v *Variant) hops(b Board, from, at, taken uint64, list []hop) []hop {
	empty := v.squares&^(b.Own|b.Opp) | from
	if from&b.Kings == 0 {
		for _, d := range [...]int{b.Near, b.far()} {
			victim := Step(at, d) & b.Opp
			if to := Step(victim, d) & empty; to != 0 {
				list = append(list, hop{to, victim}) // beyond the last row there is nothing: promotion ends the move [2.26]
			}
		}
		return list
	}
	for _, d := range v.around {
		next := Step(at, d)
		for v.reach != Adjacent && next&empty != 0 {
			next = Step(next, d)
		}
		victim := next & b.Opp &^ taken // [2.2.9] nothing is jumped twice
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
func (s *finder) add(m Move) {
	king := m.From&s.Kings != 0
	worth := s.worth(m.Taken, s.Board, king)
	switch {
	case worth < s.best:
		return
	case worth > s.best:
		s.best, s.found = worth, s.found[:s.keep]
	case king:
		for _, o := range s.found[s.keep:] {
			if m.same(o) && (m.From == o.From || !s.apart) {
				return
			}
		}
	}
	s.found = append(s.found, m)
}

// worth orders captures: only the highest may be played.
func (v *Variant) worth(taken uint64, b Board, king bool) int {
	worth := 1
	if v.mostKings {
		worth += bits.OnesCount64(taken & b.Kings)
	}
	if v.most {
		worth += bits.OnesCount64(taken) << 8
	}
	if v.kingFirst && king {
		worth += 1 << 16
	}
	return worth
}
