package think

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/learn"
)

// played are boards of games at random.
func played(z *rules.Size, random *rand.Rand, see func(rules.Position)) {
	p := z.Start()
	for !p.Outcome().Decided() {
		see(p)
		list := choices(p)
		p = list[random.IntN(len(list))].Next.(rules.Position)
	}
}

// Learning and playing value a board alike: by the sum of the features times the weights. A gain of one
// side is as much a loss of the other.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, z := range rules.Sizes {
		weights := make([]int16, weightCount)
		for i := range weights {
			weights[i] = int16(random.IntN(2000) - 1000)
		}
		for knot := range knots {
			weights[knot*features+tempo] = 0
		}
		k := newKnowledge(z, weights)
		played(z, random, func(p rules.Position) {
			n, sum := nodeOf(p), 0.0
			for _, f := range k.collect(&n, nil) {
				sum += float64(weights[f.Index]) * float64(f.Amount)
			}
			sum /= learn.Fine
			v := k.value(&n)
			if got := float64(v); got < sum-1.1 || got > sum+1.1 {
				t.Fatalf("%s is worth %v, its features %v", p, got, sum)
			}
			if other := k.value(&node{Board: n.Turned()}); v != -other {
				t.Fatalf("%s is worth %d, and %d for the other side", p, v, other)
			}
		})
	}
}

// The moves of the search lead to the same boards as those of the rules.
func TestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, z := range rules.Sizes {
		tr := newTree(z, nil)
		for range 5 {
			played(z, random, func(p rules.Position) {
				n := nodeOf(p)
				want, got := make(map[node]bool), make(map[node]bool)
				for _, c := range choices(p) {
					want[c.Board] = true
				}
				for _, m := range tr.Moves(&n, nil) {
					var child node
					tr.Play(&n, &m, &child)
					got[child] = true
				}
				if len(got) != len(want) {
					t.Fatalf("%s: %d results instead of %d", p, len(got), len(want))
				}
				for b := range got {
					if !want[b] {
						t.Fatalf("%s: leads to %v", p, b)
					}
				}
			})
		}
	}
}
