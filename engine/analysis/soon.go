package analysis

import "tabuleiro/engine"

// How far it is looked for a way to make a king, or to bring new pieces, that nothing can stop: so many moves of both
// sides together, and so many positions.
const (
	forcedPlies     = 7
	forcedPositions = 4000
)

// forces tells whether after the move a side can make a king that cannot be taken at once, or bring new pieces onto a
// board without kings, whatever the other one does, in a few moves. It is false where that takes too many positions.
func (c change) forces(side engine.Side) bool {
	budget := forcedPositions
	for plies := 1; plies <= forcedPlies; plies++ {
		if forcing(c.next.Position(), side, plies, &budget) {
			return true
		}
	}
	return false
}

// forcing is forces in so many moves of both sides.
func forcing(p engine.Position, side engine.Side, plies int, budget *int) bool {
	if turn := p.Turn(); plies == 0 || turn != side && turn != side.Other() {
		return false
	}
	own, v, some := p.Turn() == side, p.View(), false
	for m, t := range traces(p) {
		if *budget--; *budget <= 0 {
			return false
		}
		next, err := p.Play(m)
		if err != nil {
			return false
		}
		switch {
		case own && promoted(v, next, t), own && forcing(next, side, plies-1, budget):
			return true
		case !own && !forcing(next, side, plies-1, budget):
			return false
		}
		some = true
	}
	return !own && some
}

// promoted tells whether a move of a position has made a king that cannot be taken at once, or brought new pieces.
func promoted(before engine.View, p engine.Position, t engine.Trace) bool {
	if len(t.Drops) > 0 {
		return true
	}
	at, made := crowned(before, p.View(), t)
	if !made {
		return false
	}
	for _, answer := range traces(p) {
		for _, taken := range answer.Taken {
			if taken == at {
				return false
			}
		}
	}
	return true
}
