package think

import (
	"cmp"
	"slices"

	"tabuleiro/engine/cage/rules"
	"tabuleiro/engine/learn"
)

// Knowledge is the learned evaluation of boards of one size: the value of a checker by its distance from the centre
// and the number of adjacent enemies, and that of the sides' possibilities. Every weight exists for several degrees
// to which the board is full, with interpolation between them.
type Knowledge struct {
	z       *rules.Size
	zones   [Zones]rules.Set
	weights []int16 // by knot and feature, in parts of 1/learn.Fine
}

// Numbers of classes of the features.
const (
	Zones    = 8 // by distance from the centre, with about equally many squares
	Contacts = 4 // numbers of adjacent enemies: 0, 1, 2, more
	Knots    = 4 // from an empty board to a full one
)

// Numbers of the features after those of checkers by zone and contact.
const (
	tempo    = Zones*Contacts + iota
	jumping  // number of jumps
	stepping // number of steps
	hanging  // number of checkers that can be jumped
	Features // number of features
)

// Weights is the number of weights of a size.
const Weights = Knots * Features

// NewKnowledge returns the knowledge of a size; without weights it only computes features.
func NewKnowledge(z *rules.Size, weights []int16) *Knowledge {
	k := &Knowledge{z: z, weights: weights}
	var squares []int
	for s := z.Squares; !s.Empty(); s = s.Minus(s.Lowest()) {
		squares = append(squares, s.First())
	}
	slices.SortStableFunc(squares, func(a, b int) int { return cmp.Compare(z.Distance(a), z.Distance(b)) })
	for i, square := range squares {
		zone := i * Zones / len(squares)
		// squares at the same distance have the same zone
		for first := i; first > 0 && z.Distance(squares[first-1]) == z.Distance(square); first-- {
			zone = (first - 1) * Zones / len(squares)
		}
		k.zones[zone] = k.zones[zone].Or(rules.SquareSet(square))
	}
	return k
}

// amounts adds the amounts of all features for one side.
func (k *Knowledge) amounts(l *rules.MoveInfo, sign int, sum *[Features]int) {
	// number of adjacent enemies, in binary
	var one, two, more rules.Set
	for _, by := range rules.Straight {
		at := l.Opp.Step(by)
		both := one.And(at)
		more = more.Or(two.And(both))
		one, two = one.Xor(at), two.Xor(both)
	}
	three := two.And(one).Or(more)
	by := [Contacts]rules.Set{
		l.Own.Minus(one).Minus(two).Minus(more),
		l.Own.And(one).Minus(two),
		l.Own.And(two).Minus(one),
		l.Own.And(three),
	}
	for zone, squares := range k.zones {
		for c, checkers := range by {
			sum[zone*Contacts+c] += sign * checkers.And(squares).Count()
		}
	}
	jumps, targets := 0, rules.Set{}
	for i := range rules.Straight {
		out, land := l.Jumps(i, l.Own)
		over := out.Or(land)
		jumps += over.Count()
		targets = targets.Or(over)
	}
	steps := 0
	for d := range rules.Neighbours {
		steps += l.Steps(d, l.Own).Count()
	}
	sum[jumping] += sign * jumps
	sum[stepping] += sign * steps
	sum[hanging] -= sign * targets.Count()
}

// Sum returns the amount of each feature for the side on turn, and how full the board is: at a knot, plus above in
// parts of span.
func (k *Knowledge) Sum(n *Node) (sum [Features]int, knot, above, span int) {
	own, opp := k.z.MoveInfo(n.Board), k.z.MoveInfo(n.Turned())
	k.amounts(&own, 1, &sum)
	k.amounts(&opp, -1, &sum)
	sum[tempo] = 1
	span = k.z.Squares.Count()
	full := min(n.Own.Count()+n.Opp.Count(), span-1) * (Knots - 1)
	return sum, full / span, full % span, span
}

// value returns the value of a board for the side on turn.
func (k *Knowledge) value(n *Node) int {
	sum, knot, above, span := k.Sum(n)
	low, high := 0, 0
	for i, amount := range sum {
		low += amount * int(k.weights[knot*Features+i])
		high += amount * int(k.weights[(knot+1)*Features+i])
	}
	return (low*(span-above) + high*above) / (span * learn.Fine)
}
