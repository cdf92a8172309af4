package train

import (
	"tabuleiro/engine"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search"
)

// The rate of learning falls from fast to slow over the passes. Few boards are gone through once and slowly, as they
// would be learned by heart.
const (
	passes = 4
	fast   = 6.0
	slow   = 0.3
	few    = 250_000
	calm   = 16 // the rate is for boards with about so many features; with more of them each changes less
)

// fit changes the weights by stochastic gradient descent, so that the values of boards agree with how their games ended
// and, as far as it is trusted, with what the search thought of them. It returns the mean of the squared errors in the
// end.
func (t *trainer[B, M]) fit(weights []float64, kept [][]lesson[B], trust float64) float64 {
	var all []*lesson[B]
	for _, lessons := range kept {
		for i := range lessons {
			all = append(all, &lessons[i])
		}
	}
	if len(all) == 0 {
		return 0
	}
	curve, passes, fast := newCurve(), passes, fast
	if len(all) < few {
		passes, fast = 1, fast/6
	}
	var features []Feature
	sum := 0.0
	for pass := range passes {
		for i := len(all) - 1; i > 0; i-- {
			k := t.random.Intn(i + 1)
			all[i], all[k] = all[k], all[i]
		}
		sum = 0
		for n, l := range all {
			done := (float64(pass) + float64(n)/float64(len(all))) / float64(passes)
			rate := fast + float64((slow-fast)*done)
			features = t.Features(&l.board, features[:0])
			value, squares := 0.0, float64(calm)
			for _, f := range features {
				value += float64(weights[f.Index] * float64(f.Amount))
				squares += float64(f.Amount * f.Amount)
			}
			target := float64(l.result) / 2
			target += float64(trust * (curve.at(float64(l.value)) - target))
			wrong := curve.at(value) - target
			sum += float64(wrong * wrong)
			rate *= 2 * calm / squares
			for _, f := range features {
				weights[f.Index] -= float64(rate * float64(wrong*float64(f.Amount)))
			}
		}
	}
	return sum / float64(len(all))
}

// curve is the expected score by value.
type curve [2*reach + 1]float64

const reach = 20 * learn.Unit

func newCurve() *curve {
	c := new(curve)
	for i := range c {
		c[i] = float64(search.Logistic(i-reach, learn.Unit)) / engine.ProbScale
	}
	return c
}

func (c *curve) at(value float64) float64 {
	return c[int(max(-reach, min(value, reach)))+reach]
}

// rounded is the weights in Fine parts.
func rounded(weights []float64) []int16 {
	list := make([]int16, len(weights))
	for i, w := range weights {
		w *= learn.Fine
		if w < 0 {
			w -= 0.5
		} else {
			w += 0.5
		}
		list[i] = int16(max(-32767, min(w, 32767)))
	}
	return list
}
