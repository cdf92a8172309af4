package draughts

import (
	"math/bits"

	"tabuleiro/cmd/lab/train"
	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/draughts/think"
	"tabuleiro/engine/learn"
)

// features appends the features that Evaluate sums up.
func features(f *think.Frame, n *rules.Position, list []train.Feature) []train.Feature {
	up, down, side := n.Own, n.Opp, 1
	if n.Near < 0 {
		up, down, side = down, up, -1
	}
	pieces := min(bits.OnesCount64(up|down), f.Pieces)
	full, sure := float32(pieces)/float32(f.Pieces), float32(1)
	if f.Sets > 1 && n.Idling > think.Patient {
		sure = float32(think.Impatient-n.Idling) / (think.Impatient - think.Patient)
	}
	add := func(index, amount int) {
		if amount != 0 {
			list = train.Tapered(list, index, f.Count()/2, float32(amount)*sure, full)
		}
	}
	menUp, menDown := up&^n.Kings, down&^n.Kings
	window, set := 0, 0
	if f.Sets > 1 && n.Kings != 0 {
		set = f.Shared() * learn.Patterns
	}
	for pair := range f.Pairs {
		a, b := f.Gather(menUp, pair), f.Gather(menDown, pair)
		for range f.Rows {
			if pattern := int(learn.Ternary[a&255] + 2*learn.Ternary[b&255]); pattern != 0 {
				index, sign := f.Weight(window, pattern)
				add(set+index, sign*side)
			}
			window++
			a, b = a>>2, b>>2
		}
	}
	others := f.SharedOffset()
	add(others+think.Balance, side*(bits.OnesCount64(menUp)-bits.OnesCount64(menDown)))
	if n.Kings != 0 {
		for _, t := range f.KingTerms(up, down, n.Kings, nil) {
			add(others+int(t.Feature), side*int(t.Amount))
		}
	}
	add(others+think.Tempo, 1)
	return list
}

// prior fills in what is known before anything was learned: what pieces are worth.
func prior(f *think.Frame, weights []float64) {
	for _, begin := range []int{f.SharedOffset(), f.SharedOffset() + len(weights)/2} {
		weights[begin+think.Balance] = 100
		for i := think.King1; i <= think.KingMore; i++ {
			weights[begin+i] = 250
		}
	}
}
