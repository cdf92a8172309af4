package think

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/eximo/rules"
	"tabuleiro/engine/learn"
	"tabuleiro/engine/search/searchtest"
)

// The evaluation is antisymmetric, and symmetric between left and right.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]int16, Weights)
	for i := range list {
		list[i] = int16(random.IntN(2000) - 1000)
	}
	list[Shared*learn.Patterns+tempo], list[Weights/2+Shared*learn.Patterns+tempo] = 0, 0
	k := newKnowledge(list)
	for range 300 {
		n := randomNode(random)
		v := k.value(&n)
		if other := k.value(&Node{Board: n.Turned()}); v != -other {
			t.Fatalf("%v is worth %d, and %d for the other side", n, v, other)
		}
		if other := k.value(&Node{Board: rules.Board{Own: mirror(n.Own), Opp: mirror(n.Opp)}}); v != other {
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

func randomNode(random *rand.Rand) Node {
	a, b := random.Uint64()&random.Uint64(), random.Uint64()&random.Uint64()
	return Node{Board: rules.Board{Own: a &^ b, Opp: b &^ a}}
}

// The search's moves lead to the same boards as those of the rules, some of them several times.
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
		want := make(map[Node]bool)
		for _, c := range Brain.Choices(p) {
			want[c.Board] = true
		}
		tr := &tree{}
		got := make(map[Node]bool)
		if !tr.Classify(&n).Over {
			for _, m := range tr.Moves(&n, nil) {
				var child Node
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

// The current evaluation is that which proved the puzzles.
func TestProves(t *testing.T) { searchtest.Proves(t, rules.Eximo.WithBrain(Brain)) }

// Each level beats the one below.
func TestLadder(t *testing.T) { searchtest.Ladder(t, rules.Eximo.WithBrain(Brain), 20, 5) }

// The search recognises a finished game as the rules do.
func TestClassify_Over(t *testing.T) { searchtest.Ends(t, rules.Eximo.WithBrain(Brain), Brain, 20) }
