package think

import (
	"math/bits"

	"tabuleiro/engine/learn"
)

// features appends the features that Evaluate sums up.
func (f *frame) features(n *node, list []learn.Feature) []learn.Feature {
	up, down, side := n.Own, n.Opp, 1
	if n.Near < 0 {
		up, down, side = down, up, -1
	}
	pieces := min(bits.OnesCount64(up|down), f.pieces)
	full, sure := float32(pieces)/float32(f.pieces), float32(1)
	if f.sets > 1 && n.quiet > patient {
		sure = float32(impatient-n.quiet) / (impatient - patient)
	}
	add := func(index, amount int) {
		if amount != 0 {
			list = learn.Tapered(list, index, f.count()/2, float32(amount)*sure, full)
		}
	}
	menUp, menDown := up&^n.Kings, down&^n.Kings
	window, set := 0, 0
	if f.sets > 1 && n.Kings != 0 {
		set = f.shared() * patterns
	}
	for pair := range f.pairs {
		a, b := f.gather(menUp, pair), f.gather(menDown, pair)
		for range f.rows {
			if pattern := int(learn.Ternary[a&255] + 2*learn.Ternary[b&255]); pattern != 0 {
				index, sign := f.weight(window, pattern)
				add(set+index, sign*side)
			}
			window++
			a, b = a>>2, b>>2
		}
	}
	others := f.others()
	add(others+balance, side*(bits.OnesCount64(menUp)-bits.OnesCount64(menDown)))
	if n.Kings != 0 {
		for _, t := range f.kingTerms(up, down, n.Kings, nil) {
			add(others+int(t.feature), side*int(t.amount))
		}
	}
	add(others+tempo, 1)
	return list
}

// prior fills in what is known before anything was learned: what pieces are worth.
func (f *frame) prior(weights []float64) {
	for _, begin := range []int{f.others(), f.others() + len(weights)/2} {
		weights[begin+balance] = 100
		for i := king1; i <= kingMore; i++ {
			weights[begin+i] = 250
		}
	}
}

// untaught is the knowledge before anything was learned.
func (f *frame) untaught() *knowledge { return newKnowledge(f, learn.Untaught(f.count(), f.prior)) }
