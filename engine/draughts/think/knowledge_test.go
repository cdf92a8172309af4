package think

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/draughts/rules"
	"tabuleiro/engine/learn"
)

// Learning and playing value a board alike: by the sum of the features times the weights. A gain of one
// side is as much a loss of the other.
func TestEvaluate(t *testing.T) {
	for _, l := range lores {
		v := l.variant
		f := loreOf(v).frame
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
			if got := float64(k.value(&n)); got < sum-1.1 || got > sum+1.1 {
				t.Fatalf("%s: %v is worth %v, its features %v", v.Name, n, got, sum)
			}
			if same, other := k.value(&n), k.value(mirrored(v, &n)); same != other {
				t.Fatalf("%s: %v is worth %d, and with the sides changed %d", v.Name, n, same, other)
			}
		}
	}
}

// mirrored is the same situation with the sides changed.
func mirrored(v *rules.Variant, n *node) *node {
	turn := func(set uint64) uint64 { return bits.Reverse64(set) >> (63 - loreOf(v).frame.top) }
	return &node{Board: rules.Board{Own: turn(n.Own), Opp: turn(n.Opp), Kings: turn(n.Kings), Near: -n.Near}}
}

// randomNode has pieces at random.
func randomNode(v *rules.Variant, random *rand.Rand) node {
	n := node{Board: rules.Board{Near: v.Width / 2}}
	if random.IntN(2) == 0 {
		n.Near = -n.Near
	}
	for number := 1; number <= v.Count; number++ {
		bit := v.Bit[number]
		switch random.IntN(4) {
		case 0:
			n.Own |= bit
		case 1:
			n.Opp |= bit
		default:
			continue
		}
		if bit&v.Ends != 0 || random.IntN(8) == 0 {
			n.Kings |= bit
		}
	}
	return n
}
