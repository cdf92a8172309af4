package think

import (
	"math/rand/v2"
	"testing"

	"tabuleiro/engine"
	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/search"
	"tabuleiro/engine/search/searchtest"
)

// played calls see with the boards of a random game.
func played(z *rules.Size, random *rand.Rand, see func(rules.Position)) {
	p := z.Start()
	for !p.Outcome().Decided() {
		see(p)
		list := Brain.Choices(p)
		p = list[random.IntN(len(list))].Next.(rules.Position)
	}
}

// The evaluation is antisymmetric.
func TestEvaluate(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, z := range rules.Sizes {
		weights := make([]int16, Weights)
		for i := range weights {
			weights[i] = int16(random.IntN(2000) - 1000)
		}
		for knot := range Knots {
			weights[knot*Features+tempo] = 0
		}
		k := NewKnowledge(z, weights)
		played(z, random, func(p rules.Position) {
			n := NodeOf(p)
			v := k.value(&n)
			if other := k.value(&Node{Board: n.Turned()}); v != -other {
				t.Fatalf("%s is worth %d, and %d for the other side", p, v, other)
			}
		})
	}
}

// The search's moves lead to the same boards as those of the rules.
func TestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, z := range rules.Sizes {
		tr := newTree(z, nil)
		for range 5 {
			played(z, random, func(p rules.Position) {
				n := NodeOf(p)
				want, got := make(map[Node]bool), make(map[Node]bool)
				for _, c := range Brain.Choices(p) {
					want[c.Board] = true
				}
				for _, m := range tr.Moves(&n, nil) {
					var child Node
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

// The search recognises a finished game, and its winner, where one side has nothing left.
func TestClassify_Over(t *testing.T) {
	z := rules.Sizes[0]
	tr := newTree(z, nil)
	one := rules.SquareSet(z.Squares.First())
	for _, c := range []struct {
		n    Node
		want search.NodeInfo
	}{
		{Node{Board: rules.Board{Own: one}}, search.NodeInfo{Over: true, Value: search.Won}},
		{Node{Board: rules.Board{Opp: one}}, search.NodeInfo{Over: true, Value: -search.Won}},
	} {
		if got := tr.Classify(&c.n); got != c.want {
			t.Errorf("%+v is %+v, want %+v", c.n, got, c.want)
		}
	}
	// If one side has passed and the other cannot move either, nobody has won.
	options, err := rules.Cage.Complete(engine.Options{"size": "8"})
	if err != nil {
		t.Fatal(err)
	}
	for text, stuck := range map[string]bool{"8/8/8/8/3r4/8/8/b7 r": true, "8/8/8/8/3r4/8/8/b7 b": false} {
		p, err := rules.Cage.Parse(text, options)
		if err != nil {
			t.Fatal(err)
		}
		tr := newTree(p.(rules.Position).Size, nil)
		for _, passed := range []bool{true, false} {
			n := NodeOf(p.(rules.Position))
			n.passed = passed
			if info := tr.Classify(&n); info.Over != (stuck && passed) || info.Value != 0 {
				t.Errorf("%s, after a pass %t: %+v", text, passed, info)
			}
		}
	}
	searchtest.Ends(t, rules.Cage.WithBrain(Brain), Brain, 20)
}

// The current evaluation is that which proved the puzzles.
func TestProves(t *testing.T) { searchtest.Proves(t, rules.Cage.WithBrain(Brain)) }

// Each level beats the one below.
func TestLadder(t *testing.T) { searchtest.Ladder(t, rules.Cage.WithBrain(Brain), 12, 3) }
