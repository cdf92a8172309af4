package cage

import (
	"cmp"
	"slices"

	"tabuleiro/engine/learn"
)

// knowledge is what has been learned about the value of boards of one size: what a checker is worth by its distance from
// the centre and the number of enemies next to it, and how much it matters what the sides can do. Every weight is there
// several times, by how full the board is; what lies between is mixed.
type knowledge struct {
	z       *size
	zones   [zones]set
	weights []int16 // by knot and feature, in parts of 1/learn.Fine
}

const (
	zones    = 8 // by distance from the centre, about as many squares in each
	contacts = 4 // numbers of enemies next to a checker that are told apart: 0, 1, 2, more
	knots    = 4 // from an empty board to a full one
)

// Numbers of the features behind those of checkers by zone and contact.
const (
	tempo    = zones*contacts + iota
	jumping  // jumps
	stepping // steps
	hanging  // checkers that can be jumped
	features
)

const weightCount = knots * features

func newKnowledge(z *size, weights []int16) *knowledge {
	k := &knowledge{z: z, weights: weights}
	var squares []int
	for s := z.squares; !s.empty(); s = s.without(s.lowest()) {
		squares = append(squares, s.first())
	}
	slices.SortStableFunc(squares, func(a, b int) int { return cmp.Compare(z.distance(a), z.distance(b)) })
	for i, square := range squares {
		zone := i * zones / len(squares)
		// Squares at the same distance belong together.
		for first := i; first > 0 && z.distance(squares[first-1]) == z.distance(square); first-- {
			zone = (first - 1) * zones / len(squares)
		}
		k.zones[zone] = k.zones[zone].or(only(square))
	}
	return k
}

// amounts adds how much one side has of each feature.
func (k *knowledge) amounts(l *look, sign int, sum *[features]int) {
	// Numbers of enemies next to a checker, bit by bit.
	var one, two, more set
	for _, by := range straight {
		at := l.opp.step(by)
		both := one.and(at)
		more = more.or(two.and(both))
		one, two = one.xor(at), two.xor(both)
	}
	three := two.and(one).or(more)
	by := [contacts]set{
		l.own.without(one).without(two).without(more),
		l.own.and(one).without(two),
		l.own.and(two).without(one),
		l.own.and(three),
	}
	for zone, squares := range k.zones {
		for c, checkers := range by {
			sum[zone*contacts+c] += sign * checkers.and(squares).count()
		}
	}
	jumps, targets := 0, set{}
	for i := range straight {
		out, land := l.jumps(i, l.own)
		over := out.or(land)
		jumps += over.count()
		targets = targets.or(over)
	}
	steps := 0
	for d := range around {
		steps += l.steps(d, l.own).count()
	}
	sum[jumping] += sign * jumps
	sum[stepping] += sign * steps
	sum[hanging] -= sign * targets.count()
}

// sum is how much there is of each feature for the side on turn, and how full the board is: at and above a knot, in parts
// of span.
func (k *knowledge) sum(n *node) (sum [features]int, knot, above, span int) {
	own, opp := k.z.look(n.board), k.z.look(n.turned())
	k.amounts(&own, 1, &sum)
	k.amounts(&opp, -1, &sum)
	sum[tempo] = 1
	span = k.z.squares.count()
	full := min(n.own.count()+n.opp.count(), span-1) * (knots - 1)
	return sum, full / span, full % span, span
}

// Evaluate implements search.Rules.
func (k *knowledge) Evaluate(n *node) int {
	sum, knot, above, span := k.sum(n)
	low, high := 0, 0
	for i, amount := range sum {
		low += amount * int(k.weights[knot*features+i])
		high += amount * int(k.weights[(knot+1)*features+i])
	}
	return (low*(span-above) + high*above) / (span * learn.Fine)
}

// collect appends what Evaluate sums up, for package learn.
func (k *knowledge) collect(n *node, list []learn.Feature) []learn.Feature {
	sum, knot, above, span := k.sum(n)
	part := float32(above) / float32(span)
	for i, amount := range sum {
		if amount != 0 {
			list = append(list,
				learn.Feature{Index: int32(knot*features + i), Amount: float32(amount) * (1 - part)},
				learn.Feature{Index: int32((knot+1)*features + i), Amount: float32(amount) * part})
		}
	}
	return list
}

// prior fills in what is known before anything was learned: what a checker is worth.
func prior(weights []float64) {
	for knot := range knots {
		for i := range zones * contacts {
			weights[knot*features+i] = 30
		}
	}
}
