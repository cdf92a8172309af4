// Package net estimates how a game ends, from a description of the position in small numbers.
//
// A description is a row of slots, each a number below 64. A Shape says what the numbers mean: which inputs of the
// network a value of a slot sets, and how far. A Net has one hidden layer of rectified units and five outputs, each the
// chance of something: it learns with floating point, every product rounded before it is added, so that no machine
// fuses the two and learns something else. A Table is a net for play: the same in integers, one row of sums for each
// value of each slot, four units in a word.
package net

// Sizes of all nets.
const (
	Hidden  = 160 // units of the hidden layer
	Outputs = 5
	Slots   = 120 // of a description
	Values  = 64  // of a slot
)

// Description of a position: a value below Values in each slot.
type Description [Slots]uint8

// Input is one input of a net, set to a weight.
type Input struct {
	Unit   int
	Weight float32
}

// Shape says which inputs each value of each slot sets. A value without a list sets none.
type Shape struct {
	Units  int // number of inputs
	Inputs [Slots][Values][]Input
	most   [Slots]int // the largest value that differs from the one below it
}

// OneHot gives values 1 to most of a slot an input each; more counts as most.
func (s *Shape) OneHot(slot, most int) {
	for v := 1; v < Values; v++ {
		s.Inputs[slot][v] = []Input{{s.Units + min(v, most) - 1, 1}}
	}
	s.Units += most
	s.most[slot] = most
}

// Linear spreads the values of a slot between knots, which ascend from 0: an input for each knot, and a value between
// two knots sets both, the nearer one further, together by 1. A value beyond the last knot counts as that.
func (s *Shape) Linear(slot int, knots ...int) {
	last := len(knots) - 1
	for v := range Values {
		at := 0
		for at < last && knots[at+1] <= v {
			at++
		}
		if at == last {
			s.Inputs[slot][v] = []Input{{s.Units + last, 1}}
			continue
		}
		part := float32(v-knots[at]) / float32(knots[at+1]-knots[at])
		s.Inputs[slot][v] = []Input{{s.Units + at, 1 - part}}
		if part > 0 {
			s.Inputs[slot][v] = append(s.Inputs[slot][v], Input{s.Units + at + 1, part})
		}
	}
	s.Units += len(knots)
	s.most[slot] = knots[last]
}

// Checkers gives the checkers of a point four inputs: a blot, a pair, three or more, and half of what is above three.
func (s *Shape) Checkers(slot int) {
	for n := 1; n <= 15; n++ {
		in := []Input{{s.Units + min(n, 3) - 1, 1}}
		if n > 3 {
			in = append(in, Input{s.Units + 3, float32(n-3) / 2})
		}
		s.Inputs[slot][n] = in
	}
	s.Units += 4
	s.most[slot] = 15
}

// Net is a network that can learn.
type Net struct {
	shape *Shape
	in    [][Hidden]float32 // a column for each input
	bias  [Hidden]float32
	out   [Outputs][Hidden]float32
	base  [Outputs]float32
}

// New is a net that knows nothing; random gives numbers from -1 to 1.
func New(shape *Shape, random func() float32) *Net {
	n := &Net{shape: shape, in: make([][Hidden]float32, shape.Units)}
	for i := range n.in {
		for j := range n.in[i] {
			n.in[i][j] = float32(0.12 * random())
		}
	}
	for j := range n.bias {
		n.bias[j] = float32(0.05 * random())
	}
	for k := range n.out {
		for j := range n.out[k] {
			n.out[k][j] = float32(0.1 * random())
		}
	}
	return n
}

// inputs appends the inputs that a description sets.
func (n *Net) inputs(d *Description, list []Input) []Input {
	for slot, v := range d {
		list = append(list, n.shape.Inputs[slot][v]...)
	}
	return list
}

// hidden is the hidden layer before it is rectified.
func (n *Net) hidden(in []Input, h *[Hidden]float32) {
	*h = n.bias
	for _, i := range in {
		add(h, &n.in[i.Unit], i.Weight)
	}
}

func add(to, column *[Hidden]float32, weight float32) {
	if weight == 1 {
		for j := range to {
			to[j] += column[j]
		}
		return
	}
	for j := range to {
		to[j] += float32(weight * column[j])
	}
}

// outputs are the chances that come of a hidden layer, which it rectifies.
func (n *Net) outputs(h *[Hidden]float32) (p [Outputs]float32) {
	for j := range h {
		h[j] = max(h[j], 0)
	}
	for k := range p {
		// Four sums, always the same way: faster than one, and the same everywhere.
		var a, b, c, d float32
		w := &n.out[k]
		for j := 0; j < Hidden; j += 4 {
			a += float32(w[j] * h[j])
			b += float32(w[j+1] * h[j+1])
			c += float32(w[j+2] * h[j+2])
			d += float32(w[j+3] * h[j+3])
		}
		p[k] = sigmoid(n.base[k] + (a + b) + (c + d))
	}
	return p
}

// Step moves the net towards a target by gradient descent on the cross entropy, at a rate. It returns what it had
// thought.
func (n *Net) Step(d *Description, target [Outputs]float32, rate float32) [Outputs]float32 {
	var buffer [2 * Slots]Input
	in := n.inputs(d, buffer[:0])
	var h, back [Hidden]float32
	n.hidden(in, &h)
	p := n.outputs(&h)
	for k := range p {
		e := float32(rate * (target[k] - p[k]))
		w := &n.out[k]
		for j := range back {
			back[j] += float32(e * w[j])
			w[j] += float32(e * h[j])
		}
		n.base[k] += e
	}
	for j := range back {
		if h[j] <= 0 {
			back[j] = 0
		}
		n.bias[j] += back[j]
	}
	for _, i := range in {
		add(&n.in[i.Unit], &back, i.Weight)
	}
	return p
}
