package think

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
)

// Learning and playing value a board alike: by the sum of the features times the weights. A gain of one
// side is as much a loss of the other, and left and right are worth the same.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]int16, weights)
	for i := range list {
		if i%(weights/2)%patterns != 0 || i%(weights/2) >= shared*patterns { // an empty window is worth nothing
			list[i] = int16(random.IntN(2000) - 1000)
		}
	}
	list[shared*patterns+tempo], list[weights/2+shared*patterns+tempo] = 0, 0
	k := newKnowledge(list)
	for range 300 {
		n := randomNode(random)
		sum := 0.0
		for _, f := range features(&n, nil) {
			sum += float64(list[f.Index]) * float64(f.Amount)
		}
		sum /= learn.Fine
		v := k.value(&n)
		if got := float64(v); got < sum-1.1 || got > sum+1.1 {
			t.Fatalf("%v is worth %v, its features %v", n, got, sum)
		}
		if other := k.value(&node{Board: n.Turned()}); v != -other {
			t.Fatalf("%v is worth %d, and %d for the other side", n, v, other)
		}
		if other := k.value(&node{Board: rules.Board{Own: mirror(n.Own), Opp: mirror(n.Opp)}}); v != other {
			t.Fatalf("%v is worth %d, and %d in a mirror", n, v, other)
		}
	}
}

func mirror(set uint64) (m uint64) {
	for i := range 64 {
		m |= set >> i & 1 << (i ^ 7)
	}
	return m
}

func randomNode(random *rand.Rand) node {
	a, b := random.Uint64()&random.Uint64(), random.Uint64()&random.Uint64()
	return node{Board: rules.Board{Own: a &^ b, Opp: b &^ a}}
}

// The moves of the search lead to the same boards as those of the rules, some of them several times.
func TestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		n := randomNode(random)
		n.Own &^= rules.LastRow
		n.Opp &^= rules.FirstRow
		if random.IntN(2) == 0 {
			n.Own |= random.Uint64() & random.Uint64() & (rules.LastRow >> 8) &^ n.Opp
		}
		p := rules.Position{Board: n.Board, Second: n.second}
		want := make(map[node]bool)
		for _, c := range choices(p) {
			want[c.Board] = true
		}
		tr := &tree{}
		got := make(map[node]bool)
		if !tr.Look(&n).Over {
			for _, m := range tr.Moves(&n, nil) {
				var child node
				tr.Play(&n, &m, &child)
				got[child] = true
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d results instead of %d", p, len(got), len(want))
		}
		for b := range got {
			if !want[b] {
				t.Fatalf("%s: leads to %s", p, rules.Position{Board: b.Board, Second: b.second})
			}
		}
	}
}
