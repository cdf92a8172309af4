package search

import (
	"math/bits"

	"tabuleiro/engine"
)

// Chances returns the probabilities of a win and of a draw for a value, of engine.ProbScale: the result is a draw if
// a logistic variable with this mean and scale is nearer to 0 than edge.
func Chances(value, edge, scale int) (win, draw int) {
	win = Logistic(value-edge, scale)
	loss := Logistic(-value-edge, scale)
	return win, max(0, engine.ProbScale-win-loss)
}

// Logistic returns 1/(1+exp(-x/scale)), of engine.ProbScale, computed in integers.
func Logistic(x, scale int) int {
	if x < 0 {
		return engine.ProbScale - Logistic(-x, scale)
	}
	if x > 20*scale {
		return engine.ProbScale
	}
	return int(int64(engine.ProbScale) * (One >> 10) / ((One + Decay(x, scale)) >> 10))
}

// One represents 1 in results of Decay.
const One = 1 << 40

// Decay returns exp(-x/scale) for x >= 0, in parts of One, computed in integers.
func Decay(x, scale int) int64 {
	if x > 25*scale {
		return 0
	}
	// exp(-x/scale) = exp(-x/(scale*1024)) ^ 1024, by the first terms of the series.
	small := int64(x) * (One >> 10) / int64(scale)
	e := int64(One) - small + small>>20*small>>21
	for range 10 {
		high, low := bits.Mul64(uint64(e), uint64(e))
		e = int64(high<<24 | low>>40)
	}
	return e
}
