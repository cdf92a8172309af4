package dice

import "math"

// Tally counts how throws fell.
type Tally struct {
	Throws  int
	Doubles int
	Pips    int // all that was thrown; a double counts its number four times
}

// Expected of fair dice: 294 pips in 36 throws, and the sum of the squares is 3,066.
const (
	FairPips = 294. / 36
	variance = 3066./36 - FairPips*FairPips
)

// Add counts a throw.
func (t *Tally) Add(first, second int) {
	pips := first + second
	if first == second {
		t.Doubles++
		pips *= 2
	}
	t.Throws++
	t.Pips += pips
}

// Mean is the number of pips a throw had; 0 without any.
func (t Tally) Mean() float64 { return float64(t.Pips) / float64(max(t.Throws, 1)) }

// StandardErrors is how far the means of two tallies are apart, in standard errors of that difference if the dice are fair: fair
// dice stay within 2 in 95 of 100 cases, and within 3 in 997 of 1,000. It is 0 if either tally is empty.
func StandardErrors(a, b Tally) float64 {
	return math.Abs(a.Mean()-b.Mean()) / math.Sqrt(variance/float64(a.Throws)+variance/float64(b.Throws))
}
