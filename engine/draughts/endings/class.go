package endings

import (
	"math/bits"

	"tabuleiro/engine/draughts/rules"
)

// MaxPieces is the number of pieces up to which boards are in the tables.
const MaxPieces = 4

// Material is the number of men and kings of the side on turn and of the other.
type Material struct{ Men, Kings, HisMen, HisKings int }

// Classes are numbered by their four counts.
const (
	radix   = MaxPieces + 1
	Classes = radix * radix * radix * radix
)

// Pieces is the number of pieces of both sides.
func (c Material) Pieces() int { return c.Men + c.Kings + c.HisMen + c.HisKings }

// Index is the number of the class, from 0 and below Classes.
func (c Material) Index() int { return ((c.Men*radix+c.Kings)*radix+c.HisMen)*radix + c.HisKings }

// Swapped is the class as the other side sees it.
func (c Material) Swapped() Material { return Material{c.HisMen, c.HisKings, c.Men, c.Kings} }

// Listed returns the classes with so many pieces, those first that others lead to: with fewer pieces, then with fewer men.
// Of a class and the swapped one only the first is among them.
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

// PieceSets are the pieces of a board, bit 0 being the first square, seen so that the side on turn moves up.
type PieceSets struct{ Men, Kings, HisMen, HisKings uint64 }

// Material is that of the pieces.
func (s PieceSets) Material() Material {
	return Material{bits.OnesCount64(s.Men), bits.OnesCount64(s.Kings), bits.OnesCount64(s.HisMen),
		bits.OnesCount64(s.HisKings)}
}

// Grid is the squares of a variant without the bits between them.
type Grid struct {
	Count int        // squares
	Half  int        // of a row
	Rows  []RowShift // the lowest first
	Near  int        // rules.Board.Near of the side that moves up
}

// RowShift is a row, and by how many bits it is shifted on a board.
type RowShift struct {
	Mask  uint64
	Shift int
}

// GridOf returns that of a variant.
func GridOf(v *rules.Variant) *Grid {
	g := &Grid{Count: v.Count, Half: v.Width / 2, Near: v.Width / 2}
	for row := range g.Count / g.Half {
		at := row * g.Half
		g.Rows = append(g.Rows, RowShift{(1<<g.Half - 1) << at, bits.TrailingZeros64(v.Bit[at+1]) - at})
	}
	return g
}

// pack takes the bits between the squares out.
func (g *Grid) pack(set uint64) (packed uint64) {
	for _, r := range g.Rows {
		packed |= set >> (r.Shift & 63) & r.Mask
	}
	return packed
}

// Turned is a set after half a turn of the board.
func (g *Grid) Turned(set uint64) uint64 { return bits.Reverse64(set) >> (64 - g.Count) }

// PieceSets returns those of a board.
func (g *Grid) PieceSets(b rules.Board) PieceSets {
	own, opp, kings := g.pack(b.Own), g.pack(b.Opp), g.pack(b.Kings)
	if !b.IsUp() {
		own, opp, kings = g.Turned(own), g.Turned(opp), g.Turned(kings)
	}
	return PieceSets{own &^ kings, own & kings, opp &^ kings, opp & kings}
}

// binomials are numbers of subsets.
var binomials = func() (t [51][radix]int) {
	for n := range t {
		t[n][0] = 1
		for k := 1; k < radix && n > 0; k++ {
			t[n][k] = t[n-1][k-1] + t[n-1][k]
		}
	}
	return t
}()

// Choose counts the subsets of k out of n.
func Choose(n, k int) int { return binomials[n][k] }

// Placings counts the ways to place the men of a class, some of which have two on one square, and to place
// its kings then. Numbers of boards count the ways of the kings within those of the men.
func (g *Grid) Placings(c Material) (men, kings int) {
	free := g.Count - c.Men - c.HisMen
	return Choose(g.Count-g.Half, c.Men) * Choose(g.Count-g.Half, c.HisMen),
		Choose(free, c.Kings) * Choose(free-c.Kings, c.HisKings)
}

// Size counts the boards of a class.
func (g *Grid) Size(c Material) int {
	men, kings := g.Placings(c)
	return men * kings
}

// Number is that of a board in its class.
func (g *Grid) Number(s PieceSets, c Material) int {
	men := s.Men | s.HisMen
	n := rank(s.Men, 0)*Choose(g.Count-g.Half, c.HisMen) + rank(s.HisMen>>g.Half, 0)
	free := g.Count - c.Men - c.HisMen
	n = n*Choose(free, c.Kings) + rank(s.Kings, men)
	return n*Choose(free-c.Kings, c.HisKings) + rank(s.HisKings, men|s.Kings)
}

// rank is the number of a set among those of its size, the squares of another one not being counted.
func rank(set, without uint64) (n int) {
	for k := 1; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set)
		n += Choose(at-bits.OnesCount64(without&(1<<at-1)), k)
		k++
	}
	return n
}
