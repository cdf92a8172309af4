package net

// One is a chance of 1 in the integers of a Table.
const One = 1 << 20

const (
	logitBits = 24            // of a logit's fraction, in integers
	reach     = 16            // logits beyond it count as it
	stepBits  = logitBits - 6 // 64 entries for each unit of a logit
	entries   = reach<<6 + 1  // from 0 up to reach
)

// chances is the logistic function at every 64th from 0 to reach.
var chances = func() (c [entries + 1]int32) {
	// The exponential by its series and by multiplying: the library's differs from machine to machine.
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

// chance is the logistic function of a logit of logitBits, by straight lines and in parts of One.
func chance(x int64) int32 {
	if x < 0 {
		return One - chance(-x)
	}
	x = min(x, reach<<logitBits)
	k := x >> stepBits
	part := x & (1<<stepBits - 1)
	return chances[k] + int32(part*int64(chances[k+1]-chances[k])>>stepBits)
}
