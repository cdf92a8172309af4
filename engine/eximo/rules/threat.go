package rules

import "tabuleiro/engine"

// NullMove implements engine.NullMover.
func (p Position) NullMove() engine.Position { return Position{p.Turned(), !p.Second} }
