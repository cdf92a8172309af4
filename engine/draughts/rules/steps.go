package rules

import (
	"slices"

	"tabuleiro/engine"
)

// Starts implements engine.Starter: the numbers of the pieces that have a legal move, and then demand and whom one may
// huff.
func (p Position) Starts() []string {
	var starts []string
	for _, m := range p.reader().distinct() {
		if from := p.Variant.Label(m.From); !slices.Contains(starts, from) {
			starts = append(starts, from)
		}
	}
	for _, m := range p.Rights() {
		starts = append(starts, string(m))
	}
	return starts
}

// Duty implements engine.Obligations: capturing is compulsory [3.1.1a]. Where huffing is played there is no duty, only a
// risk, until the capture is demanded.
func (p Position) Duty() *engine.MoveError {
	if r := p.reader(); r.mustCapture() {
		return r.compulsory()
	}
	return nil
}
