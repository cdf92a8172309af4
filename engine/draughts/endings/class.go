package endings

import (
	"math/bits"

	"tabuleiro/engine/draughts/rules"
)

// Most is the number of pieces up to which boards are in the tables.
const Most = 4

// class is the number of men and kings of the side on turn and of the other.
type class struct{ men, kings, hisMen, hisKings int }

// Classes are numbered by their four counts.
const (
	radix   = Most + 1
	classes = radix * radix * radix * radix
)

func (c class) pieces() int    { return c.men + c.kings + c.hisMen + c.hisKings }
func (c class) index() int     { return ((c.men*radix+c.kings)*radix+c.hisMen)*radix + c.hisKings }
func (c class) swapped() class { return class{c.hisMen, c.hisKings, c.men, c.kings} }

// listed are the classes with so many pieces, those first that others lead to: with fewer pieces, then with fewer men.
// Of a class and the swapped one only the first is among them.
func listed(most int) (list []class) {
	for pieces := 2; pieces <= most; pieces++ {
		for men := range pieces + 1 {
			for own := pieces - 1; 2*own >= pieces; own-- {
				for ownMen := max(0, men-(pieces-own)); ownMen <= min(own, men); ownMen++ {
					c := class{ownMen, own - ownMen, men - ownMen, pieces - own - (men - ownMen)}
					if 2*own > pieces || c.index() >= c.swapped().index() {
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// sets are the pieces of a board, bit 0 being the first square, seen so that the side on turn moves up.
type sets struct{ men, kings, hisMen, hisKings uint64 }

func (s sets) class() class {
	return class{bits.OnesCount64(s.men), bits.OnesCount64(s.kings), bits.OnesCount64(s.hisMen),
		bits.OnesCount64(s.hisKings)}
}

// grid is the squares of a variant without the bits between them.
type grid struct {
	count int     // squares
	half  int     // of a row
	rows  []strip // which rows are how far from where they are on a board
	near  int     // rules.Board.Near of the side that moves up
}

type strip struct {
	mask  uint64
	shift int
}

func gridOf(v *rules.Variant) *grid {
	g := &grid{count: v.Count, half: v.Width / 2, near: v.Width / 2}
	for at := 0; at < g.count; at += g.half {
		row := strip{(1<<g.half - 1) << at, bits.TrailingZeros64(v.Bit[at+1]) - at}
		if n := len(g.rows); n > 0 && g.rows[n-1].shift == row.shift {
			g.rows[n-1].mask |= row.mask
			continue
		}
		g.rows = append(g.rows, row)
	}
	return g
}

// pack takes the bits between the squares out, unpack puts them in.
func (g *grid) pack(set uint64) (packed uint64) {
	for _, r := range g.rows {
		packed |= set >> (r.shift & 63) & r.mask
	}
	return packed
}

func (g *grid) unpack(packed uint64) (set uint64) {
	for _, r := range g.rows {
		set |= packed & r.mask << (r.shift & 63)
	}
	return set
}

// turned is a set after half a turn of the board.
func (g *grid) turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - g.count) }

// sets are those of a board.
func (g *grid) sets(b rules.Board) sets {
	own, opp, kings := g.pack(b.Own), g.pack(b.Opp), g.pack(b.Kings)
	if b.Near < 0 {
		own, opp, kings = g.turned(own), g.turned(opp), g.turned(kings)
	}
	return sets{own &^ kings, own & kings, opp &^ kings, opp & kings}
}

// board is that of sets.
func (g *grid) board(s sets) rules.Board {
	return rules.Board{
		Own: g.unpack(s.men | s.kings), Opp: g.unpack(s.hisMen | s.hisKings), Kings: g.unpack(s.kings | s.hisKings),
		Near: g.near,
	}
}

// binomials are numbers of subsets.
var binomials = func() (t [51][radix + 1]int) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k <= radix && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

func choose(n, k int) int { return binomials[n][k] }

// placings is how many ways there are to place the men of a class, some of which have two on one square, and to place
// its kings then. Numbers of boards count the ways of the kings within those of the men.
func (g *grid) placings(c class) (men, kings int) {
	free := g.count - c.men - c.hisMen
	return choose(g.count-g.half, c.men) * choose(g.count-g.half, c.hisMen),
		choose(free, c.kings) * choose(free-c.kings, c.hisKings)
}

func (g *grid) size(c class) int {
	men, kings := g.placings(c)
	return men * kings
}

// number is that of a board in its class.
func (g *grid) number(s sets, c class) int {
	men := s.men | s.hisMen
	n := rank(s.men, 0)*choose(g.count-g.half, c.hisMen) + rank(s.hisMen>>g.half, 0)
	free := g.count - c.men - c.hisMen
	n = n*choose(free, c.kings) + rank(s.kings, men)
	return n*choose(free-c.kings, c.hisKings) + rank(s.hisKings, men|s.kings)
}

// rank is the number of a set among those of its size, the squares of another one not being counted.
func rank(set, without uint64) (n int) {
	for k := 1; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		n += choose(at-bits.OnesCount64(without&(1<<at-1)), k)
		k++
	}
	return n
}

// menOf are the men of a board with this number of their placing; false if two are on one square.
func (g *grid) menOf(n int, c class) (men, hisMen uint64, ok bool) {
	his := choose(g.count-g.half, c.hisMen)
	men, hisMen = unrank(n/his, c.men, 0), unrank(n%his, c.hisMen, 0)<<g.half
	return men, hisMen, men&hisMen == 0
}

// withKings adds kings by the number of their placing.
func (g *grid) withKings(men, hisMen uint64, n int, c class) sets {
	his := choose(g.count-c.men-c.hisMen-c.kings, c.hisKings)
	s := sets{men: men, hisMen: hisMen, kings: unrank(n/his, c.kings, men|hisMen)}
	s.hisKings = unrank(n%his, c.hisKings, men|hisMen|s.kings)
	return s
}

// unrank is the set of a size with a number.
func unrank(n, size int, without uint64) (set uint64) {
	for k := size; k > 0; k-- {
		at := k - 1
		for choose(at+1, k) <= n {
			at++
		}
		n -= choose(at, k)
		// The square that so many come before, those of the other set not being counted.
		for w := without; w != 0 && bits.TrailingZeros64(w) <= at; w &= w - 1 {
			at++
		}
		set |= 1 << at
	}
	return set
}
