// Package net estimates the outcome of a game from a description of the position in small numbers.
//
// A description is a row of slots, each a number below 64. A Shape defines which inputs of the network the values of
// a slot set, and to what weight. A Net has a hidden layer of rectified linear units and five outputs, each a
// probability; it learns in floating point, with every product rounded before it is added, so that no machine fuses
// the two and learns something else. A Table is the net in integers for play, with a row of sums for each value of
// each slot, four units per word.
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

// Input is an input of a net with its weight.
type Input struct {
	Unit   int
	Weight float32
}

// Shape defines which inputs each value of each slot sets. A value without a list sets none.
type Shape struct {
	Units  int // number of inputs
	Inputs [Slots][Values][]Input
	most   [Slots]int // greatest value that differs from the one below
}

// OneHot gives each of the values 1 to most of a slot its own input; greater values count as most.
func (s *Shape) OneHot(slot, most int) {
	for v := 1; v < Values; v++ {
		s.Inputs[slot][v] = []Input{{s.Units + min(v, most) - 1, 1}}
	}
	s.Units += most
	s.most[slot] = most
}

// Linear interpolates the values of a slot between knots in ascending order from 0: there is an input per knot, and a
// value between two knots sets both, with weights that add up to 1. Values beyond the last knot count as it.
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

// Checkers gives the checkers of a point four inputs: a blot, two, three or more, and half of the number above three.
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

// Net is a trainable network.
type Net struct {
	Shape *Shape
	In    [][Hidden]float32 // a column per input
	Bias  [Hidden]float32
	Out   [Outputs][Hidden]float32
	Base  [Outputs]float32
}

// Weights calls do for all weights of the net, in the order of its file.
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

// Read parses the file of a net with the same shape.
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
