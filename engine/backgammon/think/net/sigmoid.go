package net

// One is probability 1 in the integers of a Table.
const One = 1 << 20

const (
	logitBits = 24            // bits of a logit's fraction
	reach     = 16            // greater logits count as reach
	stepBits  = logitBits - 6 // 64 entries per unit of a logit
	entries   = reach<<6 + 1  // from 0 up to reach
)

// chances tabulates the logistic function from 0 to reach in steps of 1/64.
var chances = func() (c [entries + 1]int32) {
	// The exponential is computed from its series by multiplication, because the library's differs between machines.
	const d = 1.0 / 64
	decay, term := 1.0, 1.0
	for n := 1; n < 12; n++ {
		term = float64(term * -d / float64(n))
		decay += term
	}
	e := 1.0
	for k := range c {
		s := 1 / (1 + e)
		c[k] = int32(float64(s*One) + 0.5)
		e = float64(e * decay)
	}
	return c
}()

// chance returns the logistic function of a logit with logitBits, linearly interpolated, in parts of One.
func chance(x int64) int32 {
	if x < 0 {
		return One - chance(-x)
	}
	x = min(x, reach<<logitBits)
	k := x >> stepBits
	part := x & (1<<stepBits - 1)
	return chances[k] + int32(part*int64(chances[k+1]-chances[k])>>stepBits)
}
