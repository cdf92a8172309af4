package endings

import (
	"math/bits"

	"tabuleiro/engine/draughts/rules"
)

// MaxPieces is the maximum number of pieces on boards in the tables.
const MaxPieces = 4

// Material is the number of men and kings of the side on turn and of the other side.
type Material struct{ Men, Kings, HisMen, HisKings int }

// Material classes are numbered by their four counts.
const (
	radix   = MaxPieces + 1
	Classes = radix * radix * radix * radix
)

// Pieces returns the number of pieces of both sides.
func (c Material) Pieces() int { return c.Men + c.Kings + c.HisMen + c.HisKings }

// Index returns the number of the class, from 0 to Classes-1.
func (c Material) Index() int { return ((c.Men*radix+c.Kings)*radix+c.HisMen)*radix + c.HisKings }

// Swapped returns the class as the other side sees it.
func (c Material) Swapped() Material { return Material{c.HisMen, c.HisKings, c.Men, c.Kings} }

// Listed returns the classes with at most most pieces, in an order in which every class comes after those its moves
// lead to: by pieces, then by men. Of a class and the swapped one it contains only the first.
func Listed(most int) (list []Material) {
	for pieces := 2; pieces <= most; pieces++ {
		for men := range pieces + 1 {
			for own := pieces - 1; 2*own >= pieces; own-- {
				for ownMen := max(0, men-(pieces-own)); ownMen <= min(own, men); ownMen++ {
					c := Material{ownMen, own - ownMen, men - ownMen, pieces - own - (men - ownMen)}
					if 2*own > pieces || c.Index() >= c.Swapped().Index() {
						list = append(list, c)
					}
				}
			}
		}
	}
	return list
}

// PieceSets holds the pieces of a board, with bit 0 as the first square, turned so that the side on turn moves up.
type PieceSets struct{ Men, Kings, HisMen, HisKings uint64 }

// Material returns the material of the pieces.
func (s PieceSets) Material() Material {
	return Material{bits.OnesCount64(s.Men), bits.OnesCount64(s.Kings), bits.OnesCount64(s.HisMen),
		bits.OnesCount64(s.HisKings)}
}

// Grid describes the squares of a variant without the unused bits between them.
type Grid struct {
	Count int        // number of squares
	Half  int        // squares per row
	Rows  []RowShift // lowest first
	Near  int        // rules.Board.Near of the side that moves up
}

// RowShift is a row with the number of bits by which a board shifts it.
type RowShift struct {
	Mask  uint64
	Shift int
}

// GridOf returns the grid of a variant.
func GridOf(v *rules.Variant) *Grid {
	g := &Grid{Count: v.Count, Half: v.Width / 2, Near: v.Width / 2}
	for row := range g.Count / g.Half {
		at := row * g.Half
		g.Rows = append(g.Rows, RowShift{(1<<g.Half - 1) << at, bits.TrailingZeros64(v.Bit[at+1]) - at})
	}
	return g
}

// pack removes the unused bits between the squares.
func (g *Grid) pack(set uint64) (packed uint64) {
	for _, r := range g.Rows {
		packed |= set >> (r.Shift & 63) & r.Mask
	}
	return packed
}

// Turned returns a set after half a turn of the board.
func (g *Grid) Turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - g.Count) }

// PieceSets returns the pieces of a board.
func (g *Grid) PieceSets(b rules.Board) PieceSets {
	own, opp, kings := g.pack(b.Own), g.pack(b.Opp), g.pack(b.Kings)
	if !b.IsUp() {
		own, opp, kings = g.Turned(own), g.Turned(opp), g.Turned(kings)
	}
	return PieceSets{own &^ kings, own & kings, opp &^ kings, opp & kings}
}

// binomials holds binomial coefficients.
var binomials = func() (t [51][radix]int) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k < radix && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

// Choose returns the number of subsets of k out of n.
func Choose(n, k int) int { return binomials[n][k] }

// Placings returns the number of placings of the men of a class, including impossible ones with two men on a square,
// and of its kings for each of them. Board numbers count the placings of the kings within those of the men.
func (g *Grid) Placings(c Material) (men, kings int) {
	free := g.Count - c.Men - c.HisMen
	return Choose(g.Count-g.Half, c.Men) * Choose(g.Count-g.Half, c.HisMen),
		Choose(free, c.Kings) * Choose(free-c.Kings, c.HisKings)
}

// Size returns the number of boards of a class.
func (g *Grid) Size(c Material) int {
	men, kings := g.Placings(c)
	return men * kings
}

// Number returns the number of a board in its class.
func (g *Grid) Number(s PieceSets, c Material) int {
	men := s.Men | s.HisMen
	n := rank(s.Men, 0)*Choose(g.Count-g.Half, c.HisMen) + rank(s.HisMen>>g.Half, 0)
	free := g.Count - c.Men - c.HisMen
	n = n*Choose(free, c.Kings) + rank(s.Kings, men)
	return n*Choose(free-c.Kings, c.HisKings) + rank(s.HisKings, men|s.Kings)
}

// rank returns the number of a set among the sets of its size, skipping the squares of another set.
func rank(set, without uint64) (n int) {
	for k := 1; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		n += Choose(at-bits.OnesCount64(without&(1<<at-1)), k)
		k++
	}
	return n
}
