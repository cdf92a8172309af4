package draughts

import (
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// reader is a reading of nothing yet.
func (p position) reader() *reading {
	return &reading{position: p, board: p.board(), legal: p.legal()}
}

// Starts implements engine.Starter: the numbers of the pieces that have a legal move.
func (p position) Starts() []string {
	var starts []string
	for _, m := range p.reader().apart() {
		if from := strconv.Itoa(p.variant.square(m.from)); !slices.Contains(starts, from) {
			starts = append(starts, from)
		}
	}
	return starts
}

// Duty implements engine.Dutiful: capturing is compulsory [3.1.1a].
func (p position) Duty() *engine.MoveError {
	if r := p.reader(); r.mustCapture() {
		return r.compulsory()
	}
	return nil
}
