package search

import (
	"math/bits"

	"tabuleiro/engine"
)

// Chances are those of a win and of a draw, of engine.Whole, for a value: the result is a draw if a logistic variable of
// this scale, around the value, is nearer to 0 than edge.
func Chances(value, edge, scale int) (win, draw int) {
	win = Logistic(value-edge, scale)
	loss := Logistic(-value-edge, scale)
	return win, max(0, engine.Whole-win-loss)
}

// Logistic is 1/(1+exp(-x/scale)), of engine.Whole, on integers only.
func Logistic(x, scale int) int {
	if x < 0 {
		return engine.Whole - Logistic(-x, scale)
	}
	if x > 20*scale {
		return engine.Whole
	}
	// exp(-x/scale) = exp(-x/(scale*1024)) ^ 1024, in parts of 2^40, by the first terms of its series.
	const one = 1 << 40
	small := int64(x) * (one >> 10) / int64(scale)
	e := int64(one) - small + small>>20*small>>21
	for range 10 {
		high, low := bits.Mul64(uint64(e), uint64(e))
		e = int64(high<<24 | low>>40)
	}
	return int(int64(engine.Whole) * (one >> 10) / ((one + e) >> 10))
}
