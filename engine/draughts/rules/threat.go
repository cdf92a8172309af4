package rules

import "tabuleiro/engine"

// Passed implements engine.Passer. What may be answered and what has been counted is left out.
func (p Position) Passed() engine.Position {
	return Position{Variant: p.Variant, Sides: p.Sides, Kings: p.Kings, Mover: 1 - p.Mover}
}
