package think

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/draughts/rules"
)

// The evaluation is antisymmetric.
func TestEvaluate(t *testing.T) {
	for _, l := range Rulesets {
		v := l.Variant
		f := RulesetOf(v).Frame
		random := rand.New(rand.NewPCG(1, 2))
		weights := make([]int16, f.Count())
		for i := range weights {
			weights[i] = int16(random.IntN(2000) - 1000)
		}
		k := newKnowledge(f, weights)
		for range 300 {
			n := randomNode(v, random)
			if same, other := k.value(&n), k.value(mirrored(v, &n)); same != other {
				t.Fatalf("%s: %v is worth %d, and with the sides changed %d", v.Name, n, same, other)
			}
		}
	}
}

// mirrored returns the position with the sides swapped.
func mirrored(v *rules.Variant, n *rules.Position) *rules.Position {
	turn := func(set uint64) uint64 { return bits.Reverse64(set) >> bits.LeadingZeros64(v.Bit[v.Count]) }
	return &rules.Position{Variant: v, Board: rules.Board{Own: turn(n.Own), Opp: turn(n.Opp), Kings: turn(n.Kings), Near: -n.Near}}
}

// randomNode returns a position with pieces at random.
func randomNode(v *rules.Variant, random *rand.Rand) rules.Position {
	n := rules.Position{Variant: v, Board: rules.Board{Near: v.Width / 2}}
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
