package rules

import "tabuleiro/engine"

// Passed implements engine.Passer.
func (p Position) Passed() engine.Position { return Position{p.Turned(), !p.Second} }
