// Package endings works out the tables of who wins with few pieces, backwards from the end.
package solve

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
)

// Values of boards while they are worked out.
const (
	draw = int8(endings.Draw)
	open = int8(-128) // not known yet, or no board
)

// horizon is the most plies that a value can hold.
const horizon = 120

// solver works out the tables of a variant: first those of few pieces and of few men, as pieces only become fewer and
// men kings. Within a class boards are solved by where the men stand, those first whose men are far ahead, and for each
// place of the men from the end backwards: from boards that are decided to those from which a king can have come.
type solver struct {
	*grid
	variant *rules.Variant
	plies   int // that may pass without a capture or a man's move
	values  [endings.Classes][]int8
	moves   []rules.Move
	buckets [horizon + 2][]place
}

// place is a board: on which side of the slice, and its number among the placings of the kings.
type place struct {
	side   uint8
	number int32
}

// slice is all boards of a class and the swapped one with the men on the same squares.
type slice struct {
	class  [2]endings.Material
	men    [2][2]uint64 // of the side on turn and of the other, as the side on turn sees them
	values [2][]int8
	left   [2][]uint8 // moves that are not known to lose
	single bool       // both sides are the same
}

func solve(ctx context.Context, v *rules.Variant, most int, progress func(string)) (*solver, error) {
	s := &solver{grid: &grid{endings.GridOf(v)}, variant: v, plies: v.QuietPlies}
	for _, c := range endings.Listed(most) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.pair(c)
		progress(fmt.Sprintf("ending %v is done", c))
	}
	return s, nil
}

// pair works out a class and the swapped one.
func (s *solver) pair(c endings.Material) {
	for _, c := range c.WithSwapped() {
		s.values[c.Index()] = slices.Repeat([]int8{open}, s.Size(c))
	}
	placings, kings := s.Placings(c)
	left := [2][]uint8{make([]uint8, kings), make([]uint8, kings)}
	order := make([]int, 0, placings)
	ahead := make([]int, placings)
	for n := range placings {
		if men, hisMen, ok := s.menOf(n, c); ok {
			ahead[n] = s.advance(men) + s.advance(s.Turned(hisMen))
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return ahead[b] - ahead[a] })
	for _, n := range order {
		men, hisMen, _ := s.menOf(n, c)
		sl := slice{class: [2]endings.Material{c, c.Swapped()}, men: [2][2]uint64{{men, hisMen}, {s.Turned(hisMen), s.Turned(men)}},
			left: left}
		sl.single = c == c.Swapped() && sl.men[0] == sl.men[1]
		if c == c.Swapped() && sl.men[1][0] < men {
			continue // it was, or will be, the other side of a slice
		}
		for side := range 2 {
			first := s.Number(endings.PieceSets{Men: sl.men[side][0], HisMen: sl.men[side][1]},
				endings.Material{Men: sl.class[side].Men, HisMen: sl.class[side].HisMen}) * kings
			sl.values[side] = s.values[sl.class[side].Index()][first : first+kings]
		}
		if sl.single {
			sl.left[1] = sl.left[0]
		}
		s.slice(&sl)
	}
}

// advance is the number of rows that men are ahead.
func (s *solver) advance(men uint64) (rows int) {
	for ; men != 0; men &= men - 1 {
		rows += bits.TrailingZeros64(men) / s.Half
	}
	return rows
}

// slice works out the boards with the men on the same squares.
func (s *solver) slice(sl *slice) {
	for i := range s.buckets {
		s.buckets[i] = s.buckets[i][:0]
	}
	for side := range 2 {
		if side == 1 && sl.single {
			break
		}
		for n := range sl.values[side] {
			s.begin(sl, uint8(side), n)
		}
	}
	for plies := range s.plies {
		for _, p := range s.buckets[plies] {
			s.back(sl, p, plies)
		}
	}
	for side := range 2 {
		for n, v := range sl.values[side] {
			if v == open {
				sl.values[side][n] = draw
			}
		}
	}
}

// settle notes the value of a board.
func (s *solver) settle(sl *slice, p place, won bool, plies int) {
	v := int8(plies)
	if !won {
		v = int8(-1 - plies)
	}
	sl.values[p.side][p.number] = v
	s.buckets[plies] = append(s.buckets[plies], p)
}

// begin looks at what the moves of a board lead to that do not stay among these boards.
func (s *solver) begin(sl *slice, side uint8, n int) {
	p := place{side, int32(n)}
	b := s.board(s.withKings(sl.men[side][0], sl.men[side][1], n, sl.class[side]))
	s.moves = s.variant.Moves(b, s.moves[:0])
	if len(s.moves) == 0 {
		s.settle(sl, p, false, 0)
		return
	}
	quiet, best := 0, -1
	for _, m := range s.moves {
		if m.Taken == 0 && m.From&b.Kings != 0 {
			quiet++
			continue
		}
		r := 1
		if after := s.variant.After(b, m); after.Own != 0 {
			to := s.PieceSets(after)
			c := to.Material()
			r = -sign(s.values[c.Index()][s.Number(to, c)])
		}
		if best = max(best, r); best == 1 {
			break
		}
	}
	switch {
	case best == 1:
		s.settle(sl, p, true, 1)
	case quiet == 0 && best == -1:
		s.settle(sl, p, false, 1)
	case quiet == 0:
		sl.values[side][n] = draw
	case best == 0:
		sl.left[side][n] = 255 // more than there are kings' moves
	default:
		sl.left[side][n] = uint8(quiet)
	}
}

// sign is 1 for a win, -1 for a loss.
func sign(v int8) int { return int(v>>7) | int(uint8(-v)>>7) }

// back goes from a board that is decided in so many plies to those from which a king can have come.
func (s *solver) back(sl *slice, p place, plies int) {
	won := sl.values[p.side][p.number] > 0
	c := sl.class[p.side]
	at := s.withKings(sl.men[p.side][0], sl.men[p.side][1], int(p.number), c)
	b := s.board(endings.PieceSets{Men: s.Turned(at.HisMen), Kings: s.Turned(at.HisKings), HisMen: s.Turned(at.Men),
		HisKings: s.Turned(at.Kings)})
	s.moves = s.variant.Slides(b, s.moves[:0])
	before, other := sl.class[1-p.side], p.side^1
	if sl.single {
		other = 0
	}
	_, kings := s.Placings(before)
	for _, m := range s.moves {
		from := rules.Board{Own: b.Own&^m.From | m.To, Opp: b.Opp, Kings: b.Kings&^m.From | m.To, Near: b.Near}
		n := s.Number(s.PieceSets(from), before) % kings
		switch {
		case sl.values[other][n] != open:
		case !won:
			s.settle(sl, place{other, int32(n)}, true, plies+1)
		default:
			if sl.left[other][n]--; sl.left[other][n] == 0 {
				s.settle(sl, place{other, int32(n)}, false, plies+1)
			}
		}
	}
}
