package search

import (
	"math/bits"

	"tabuleiro/engine"
)

// Chances are those of a win and of a draw, of engine.ProbScale, for a value: the result is a draw if a logistic variable
// of this scale, around the value, is nearer to 0 than edge.
func Chances(value, edge, scale int) (win, draw int) {
	win = Logistic(value-edge, scale)
	loss := Logistic(-value-edge, scale)
	return win, max(0, engine.ProbScale-win-loss)
}

// Logistic is 1/(1+exp(-x/scale)), of engine.ProbScale, on integers only.
func Logistic(x, scale int) int {
	if x < 0 {
		return engine.ProbScale - Logistic(-x, scale)
	}
	if x > 20*scale {
		return engine.ProbScale
	}
	return int(int64(engine.ProbScale) * (One >> 10) / ((One + Decay(x, scale)) >> 10))
}

// One is 1 in the numbers of Decay.
const One = 1 << 40

// Decay is exp(-x/scale), in parts of One, for x of at least 0: on integers only.
func Decay(x, scale int) int64 {
	if x > 25*scale {
		return 0
	}
	// exp(-x/scale) = exp(-x/(scale*1024)) ^ 1024, by the first terms of its series.
	small := int64(x) * (One >> 10) / int64(scale)
	e := int64(One) - small + small>>20*small>>21
	for range 10 {
		high, low := bits.Mul64(uint64(e), uint64(e))
		e = int64(high<<24 | low>>40)
	}
	return e
}
