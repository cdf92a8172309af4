package rules

import (
	"math/bits"
	"slices"

	"tabuleiro/engine"
)

// homeward are the points of the home of the side that plays, by its own numbering.
const homeward = 0b111_1110

// Shots implements engine.Roller.
func (p Position) Shots() (s engine.Shots) {
	b, blots := p.Board(), uint32(0)
	for high := 1; high <= 6; high++ {
		for low := 1; low <= high; low++ {
			hits := uint32(0)
			for _, m := range p.Rules.Plays(b, high, low, nil) {
				hits |= m.Hits
			}
			throws := 2
			if high == low {
				throws = 1
			}
			if hits != 0 {
				s.All += throws
			}
			if hits &^= homeward; hits != 0 {
				s.Outside += throws
				blots |= hits
			}
		}
	}
	for ; blots != 0; blots &= blots - 1 {
		s.Blots = append(s.Blots, OnBoard(p.Mover, bits.TrailingZeros32(blots)))
	}
	slices.Sort(s.Blots)
	return s
}
