// Package net estimates how a game ends, from a description of the position in small numbers.
//
// A description is a row of slots, each a number below 64. A Shape says what the numbers mean: which inputs of the
// network a value of a slot sets, and how far. A Net has one hidden layer of rectified units and five outputs, each the
// chance of something: it learns with floating point, every product rounded before it is added, so that no machine
// fuses the two and learns something else. A Table is a net for play: the same in integers, one row of sums for each
// value of each slot, four units in a word.
package net

import (
	"encoding/binary"
	"fmt"
	"math"
)

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
	Shape *Shape
	In    [][Hidden]float32 // a column for each input
	Bias  [Hidden]float32
	Out   [Outputs][Hidden]float32
	Base  [Outputs]float32
}

// Weights yields all parts of the net, in the order of its file.
func (n *Net) Weights(do func([]float32)) {
	for i := range n.In {
		do(n.In[i][:])
	}
	do(n.Bias[:])
	for k := range n.Out {
		do(n.Out[k][:])
	}
	do(n.Base[:])
}

// Read is the net of a file that Bytes wrote for the same shape.
func Read(shape *Shape, file []byte) (*Net, error) {
	n := &Net{Shape: shape, In: make([][Hidden]float32, shape.Units)}
	if want := 4 * (Hidden*(shape.Units+1+Outputs) + Outputs); len(file) != want {
		return nil, fmt.Errorf("net: the file has %d bytes, %d inputs want %d", len(file), shape.Units, want)
	}
	n.Weights(func(w []float32) {
		for i := range w {
			w[i] = math.Float32frombits(binary.LittleEndian.Uint32(file))
			file = file[4:]
		}
	})
	return n, nil
}
