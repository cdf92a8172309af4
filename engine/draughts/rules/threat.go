package rules

import "tabuleiro/engine"

// NullMove implements engine.NullMover. The move that may be answered and all counts are left out.
func (p Position) NullMove() engine.Position {
	return Position{Variant: p.Variant, Sides: p.Sides, Kings: p.Kings, Mover: 1 - p.Mover}
}
