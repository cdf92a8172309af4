package rules

import "math/bits"

// Board is a board as the side to move sees it. It is small enough to stay in registers.
type Board struct {
	// A set of squares has a bit per square in the order of the numbers, and an unused bit after every second row, so
	// that the four neighbours of a square are at constant distances and a step over the edge lands on an unused bit.
	// (8x8: distances 4 and 5, 36 bits; 10x10: distances 5 and 6, 54 bits.)
	Own, Opp uint64 // pieces of the side to move, and of the other
	Kings    uint64 // of both sides
	Near     int    // the shorter of the two forward steps: positive towards higher numbers
}

// far returns the longer of the two forward steps.
func (b Board) far() int { return b.Near + (b.Near>>63 | 1) }

// Step moves every piece of a set by one step. It is a rotation, so that one instruction serves both directions: a bit
// that leaves the word at one end enters at the other on unused bits.
func Step(set uint64, by int) uint64 { return bits.RotateLeft64(set, by) }

// direction returns 0 if the mover's men move to higher numbers, 1 if to lower ones.
func (b Board) direction() int { return int(uint(b.Near) >> 63) }

// Turned returns the board as the other side sees it.
func (b Board) Turned() Board { return Board{b.Opp, b.Own, b.Kings, -b.Near} }

// IsUp reports whether the side on turn moves towards higher numbers.
func (b Board) IsUp() bool { return b.direction() == 0 }

// After returns the board after a move, as seen by the other side. A man that ends on its last row becomes a king.
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

// crowned reports whether a man has become a king during a capture, after taking some pieces. A piece on the last row
// but one can only be jumped to or from the last row, so the captured pieces show whether the man was there.
func (v *Variant) crowned(b Board, taken uint64) bool { return taken&v.gate[b.direction()] != 0 }

// Move is a move without its route: it determines the position after it. A move without origin answers an omitted
// capture: it takes the huffed piece, or none if it demands the capture.
type Move struct {
	From, To uint64 // one bit each; equal if a king returns to its square
	Taken    uint64 // pieces removed
}

// equivalent reports whether two moves of a board lead to the same position. Usually they have the same ends, but so
// do two kings of which each returns to its square after taking the same pieces.
func (m Move) equivalent(o Move) bool { return m.Taken == o.Taken && m.From^m.To == o.From^o.To }

// equivalent is the same if a man may become a king on its way back to its square: then it matters which piece moved.
func (v *Variant) equivalent(b Board, m, o Move) bool {
	return m.equivalent(o) && (m.From == o.From || !v.crowned(b, m.Taken) || b.Kings&m.From != 0 && b.Kings&o.From != 0)
}

func (m Move) quiet() bool { return m.Taken == 0 }

func (m Move) capture() bool { return m.Taken != 0 }

// Moves appends every legal move to list, once per result, ordered by origin and otherwise in no specified order.
func (v *Variant) Moves(b Board, list []Move) []Move {
	if v.CanCapture(b) {
		return v.captures(b, list, false) // [3.1.1a] capturing is compulsory
	}
	return v.quiet(b, b.Own, list)
}

// quiet appends the quiet moves of some pieces, even if a capture is compulsory.
func (v *Variant) quiet(b Board, pieces uint64, list []Move) []Move {
	empty := v.Empty(b)
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
		for _, d := range v.Around {
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

// captures appends every legal capture to list, once per result or, if apart, once per piece and result.
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
	apart bool   // list equal results of different pieces
	from  uint64 // the capturing piece
	best  int    // worth of the best captures so far
	keep  int    // index of the first of them in found
	found []Move
}

// capture continues a capture from a square after taking some pieces. early is worth more the sooner it took its
// first king, if that matters; 0: none yet.
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

// landing drops the hops over a piece from which the capture cannot continue, if there are others over it from which
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

// hop is one jump of a capture: the captured piece and the landing square.
type hop struct{ to, victim uint64 }

// maxHops is more than the hops of any piece: a king sees 17 squares of a 10x10 board.
const maxHops = 18

// hops appends the jumps from square at of the piece that started on from, after taking some pieces. Captured pieces
// stay on the board and block until the move is over, while the start square is empty [FPD 2.2.10].
func (v *Variant) hops(b Board, from, at, taken uint64, list []hop) []hop {
	empty := v.Empty(b) | from
	prey := b.Opp &^ taken // [FPD 2.2.9] no piece is jumped twice
	if from&b.Kings == 0 && !v.crowned(b, taken) {
		ways := [...]int{b.Near, b.far(), -b.Near, -b.far()}
		directions := ways[:2] // there is nothing beyond the last row, so a promotion ends the move
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
	for _, d := range v.Around {
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

// add adds a complete capture unless a better one is known, and drops worse ones.
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

// maxEarly is more pieces than any capture takes.
const maxEarly = 31

// worth ranks captures: only the highest are legal. The lowest five bits are reserved for how early a king is taken.
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

// Slides appends the quiet moves of the kings of the side to move, even if it must capture. Each of them can be
// reversed.
func (v *Variant) Slides(b Board, list []Move) []Move { return v.quiet(b, b.Own&b.Kings, list) }
