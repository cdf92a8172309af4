package rules

import "tabuleiro/engine"

// NullMove implements engine.NullMover.
func (p Position) NullMove() engine.Position {
	p.Mover = 1 - p.Mover
	return p
}
