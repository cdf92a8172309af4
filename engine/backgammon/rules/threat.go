package rules

import (
	"math/bits"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/backgammon/board"
)

// homeward are the points of the home of the side that plays, by its own numbering.
const homeward = 0b111_1110

// Shots implements engine.DicePosition.
func (p Position) Shots() (s engine.Shots) {
	b, blots := p.Board(), uint32(0)
	for _, roll := range board.Rolls {
		hits := uint32(0)
		for _, m := range p.Rules.Plays(b, roll.High, roll.Low, nil) {
			hits |= m.Hits
		}
		if hits != 0 {
			s.All += roll.Weight
		}
		if hits &^= homeward; hits != 0 {
			s.Outside += roll.Weight
			blots |= hits
		}
	}
	for ; blots != 0; blots &= blots - 1 {
		s.Blots = append(s.Blots, OnBoard(p.Mover, bits.TrailingZeros32(blots)))
	}
	slices.Sort(s.Blots)
	return s
}
