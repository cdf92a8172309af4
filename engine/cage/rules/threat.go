package rules

import "tabuleiro/engine"

// Passed implements engine.Passer.
func (p Position) Passed() engine.Position {
	p.Mover = 1 - p.Mover
	return p
}
