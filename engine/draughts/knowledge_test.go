package draughts

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/learn"
)

// Learning and playing value a board alike: by the sum of the features times the weights. A gain of one
// side is as much a loss of the other.
func TestEvaluate(t *testing.T) {
	for _, v := range []*variant{classic, chileans[chilean(adjacent, huffingOff)]} {
		f := v.frame()
		random := rand.New(rand.NewPCG(1, 2))
		weights := make([]int16, f.count())
		for i := range weights {
			weights[i] = int16(random.IntN(2000) - 1000)
		}
		for window := range f.sets * f.shared() { // an empty one is worth nothing
			weights[window*patterns], weights[len(weights)/2+window*patterns] = 0, 0
		}
		k := newKnowledge(f, weights)
		for range 300 {
			n := randomNode(v, random)
			sum := 0.0
			for _, feature := range f.features(&n, nil) {
				sum += float64(weights[feature.Index]) * float64(feature.Amount)
			}
			sum /= learn.Fine
			if got := float64(k.Evaluate(&n)); got < sum-1.1 || got > sum+1.1 {
				t.Fatalf("%s: %v is worth %v, its features %v", v.name, n, got, sum)
			}
			if same, other := k.Evaluate(&n), k.Evaluate(v.mirrored(&n)); same != other {
				t.Fatalf("%s: %v is worth %d, and with the sides changed %d", v.name, n, same, other)
			}
		}
	}
}

// mirrored is the same situation with the sides changed.
func (v *variant) mirrored(n *node) *node {
	turn := func(set uint64) uint64 { return bits.Reverse64(set) >> (63 - v.frame().top) }
	return &node{board: board{turn(n.own), turn(n.opp), turn(n.kings), -n.near}}
}

// randomNode has pieces at random.
func randomNode(v *variant, random *rand.Rand) node {
	n := node{board: board{near: v.width / 2}}
	if random.IntN(2) == 0 {
		n.near = -n.near
	}
	for number := 1; number <= v.count; number++ {
		bit := v.bit[number]
		switch random.IntN(4) {
		case 0:
			n.own |= bit
		case 1:
			n.opp |= bit
		default:
			continue
		}
		if bit&v.ends != 0 || random.IntN(8) == 0 {
			n.kings |= bit
		}
	}
	return n
}
