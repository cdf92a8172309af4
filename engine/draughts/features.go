package draughts

import (
	"math/bits"

	"tabuleiro/engine/learn"
)

// features appends what Evaluate sums up, for package learn.
func (f *frame) features(n *node, list []learn.Feature) []learn.Feature {
	up, down, side := n.own, n.opp, 1
	if n.near < 0 {
		up, down, side = down, up, -1
	}
	pieces := min(bits.OnesCount64(up|down), f.pieces)
	full := float32(pieces) / float32(f.pieces)
	half := int32(f.count() / 2)
	add := func(index, amount int) {
		if amount != 0 {
			list = append(list,
				learn.Feature{Index: int32(index), Amount: float32(amount) * full},
				learn.Feature{Index: int32(index) + half, Amount: float32(amount) * (1 - full)})
		}
	}
	menUp, menDown := up&^n.kings, down&^n.kings
	window := 0
	for pair := range f.pairs {
		a, b := f.gather(menUp, pair), f.gather(menDown, pair)
		for range f.rows {
			if pattern := int(ternary[a&255] + 2*ternary[b&255]); pattern != 0 {
				index, sign := f.weight(window, pattern)
				add(index, sign*side)
			}
			window++
			a, b = a>>2, b>>2
		}
	}
	others := f.shared() * patterns
	add(others+balance, side*(bits.OnesCount64(menUp)-bits.OnesCount64(menDown)))
	for i, amount := range kingAmounts(bits.OnesCount64(up&n.kings), bits.OnesCount64(down&n.kings)) {
		add(others+king1+i, side*amount)
	}
	if n.kings != 0 {
		i, sign := kingBalance(menUp, menDown, up&n.kings, down&n.kings)
		add(others+kingAt+f.squares+i, sign*side)
	}
	for set := up & n.kings; set != 0; set &= set - 1 {
		add(others+kingAt+int(f.square[bits.TrailingZeros64(set)]), side)
	}
	for set := down & n.kings; set != 0; set &= set - 1 {
		add(others+kingAt+int(f.square[f.top-bits.TrailingZeros64(set)]), -side)
	}
	add(others+tempo, 1)
	return list
}

// prior fills in what is known before anything was learned: what pieces are worth.
func (f *frame) prior(weights []float64) {
	others := f.shared() * patterns
	for _, begin := range []int{others, others + len(weights)/2} {
		weights[begin+balance] = 100
		for i := king1; i <= kingMore; i++ {
			weights[begin+i] = 250
		}
	}
}

// untaught is the knowledge before anything was learned.
func (f *frame) untaught() *knowledge { return newKnowledge(f, learn.Untaught(f.count(), f.prior)) }
