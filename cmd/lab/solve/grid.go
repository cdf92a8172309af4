package solve

import (
	"math/bits"

	"tabuleiro/engine/draughts/endings"
	"tabuleiro/engine/draughts/rules"
)

// grid makes boards from their numbers.
type grid struct{ *endings.Grid }

// unpack puts the bits between the squares in.
func (g *grid) unpack(packed uint64) (set uint64) {
	for _, r := range g.Rows {
		set |= packed & r.Mask << (r.Shift & 63)
	}
	return set
}

// board is that of sets.
func (g *grid) board(s endings.PieceSets) rules.Board {
	return rules.Board{
		Own: g.unpack(s.Men | s.Kings), Opp: g.unpack(s.HisMen | s.HisKings), Kings: g.unpack(s.Kings | s.HisKings),
		Near: g.Near,
	}
}

// menOf are the men of a board with this number of their placing; false if two are on one square.
func (g *grid) menOf(n int, c endings.Material) (men, hisMen uint64, ok bool) {
	his := endings.Choose(g.Count-g.Half, c.HisMen)
	men, hisMen = unrank(n/his, c.Men, 0), unrank(n%his, c.HisMen, 0)<<g.Half
	return men, hisMen, men&hisMen == 0
}

// withKings adds kings by the number of their placing.
func (g *grid) withKings(men, hisMen uint64, n int, c endings.Material) endings.PieceSets {
	his := endings.Choose(g.Count-c.Men-c.HisMen-c.Kings, c.HisKings)
	s := endings.PieceSets{Men: men, HisMen: hisMen, Kings: unrank(n/his, c.Kings, men|hisMen)}
	s.HisKings = unrank(n%his, c.HisKings, men|hisMen|s.Kings)
	return s
}

// unrank is the set of a size with a number.
func unrank(n, size int, without uint64) (set uint64) {
	for k := size; k > 0; k-- {
		at := k - 1
		for endings.Choose(at+1, k) <= n {
			at++
		}
		n -= endings.Choose(at, k)
		// The square that so many come before, those of the other set not being counted.
		for w := without; w != 0 && bits.TrailingZeros64(w) <= at; w &= w - 1 {
			at++
		}
		set |= 1 << at
	}
	return set
}
