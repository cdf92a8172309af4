package net

import (
	"encoding/binary"
	"fmt"
	"math"
)

// Lesson is a description and what it ought to be estimated at.
type Lesson struct {
	Description Description
	Target      [Outputs]float32
}

// Teacher improves a net by lessons in batches, by the method Adam (Kingma and Ba, 2015): each weight moves at a pace
// of its own, by the mean of its gradients over the root of the mean of their squares.
type Teacher struct {
	net            *Net
	gradient, m, v *Net
	power1, power2 float64 // of the decay rates, for the steps made
}

// The usual decay rates.
const (
	decay1 = 0.9
	decay2 = 0.999
)

// NewTeacher is a teacher of a net.
func NewTeacher(n *Net) *Teacher {
	empty := func() *Net { return &Net{shape: n.shape, in: make([][Hidden]float32, len(n.in))} }
	return &Teacher{net: n, gradient: empty(), m: empty(), v: empty(), power1: 1, power2: 1}
}

// Teach makes one step by a batch, and returns the mean square of the error before it.
func (t *Teacher) Teach(batch []Lesson, rate float64) float64 {
	n, g := t.net, t.gradient
	var buffer [2 * Slots]Input
	wrong := 0.0
	for i := range batch {
		in := n.inputs(&batch[i].Description, buffer[:0])
		var h, back [Hidden]float32
		n.hidden(in, &h)
		p := n.outputs(&h)
		for k := range p {
			e := p[k] - batch[i].Target[k]
			wrong += float64(float32(e * e))
			w, gw := &n.out[k], &g.out[k]
			for j := range back {
				back[j] += float32(e * w[j])
				gw[j] += float32(e * h[j])
			}
			g.base[k] += e
		}
		for j := range back {
			if h[j] <= 0 {
				back[j] = 0
			}
			g.bias[j] += back[j]
		}
		for _, i := range in {
			add(&g.in[i.Unit], &back, i.Weight)
		}
	}
	t.power1, t.power2 = float64(t.power1*decay1), float64(t.power2*decay2)
	pace := step{
		share: 1 / float32(len(batch)),
		rate:  float32(rate * math.Sqrt(1-t.power2) / (1 - t.power1)),
	}
	for i := range n.in {
		pace.move(n.in[i][:], g.in[i][:], t.m.in[i][:], t.v.in[i][:])
	}
	pace.move(n.bias[:], g.bias[:], t.m.bias[:], t.v.bias[:])
	for k := range n.out {
		pace.move(n.out[k][:], g.out[k][:], t.m.out[k][:], t.v.out[k][:])
	}
	pace.move(n.base[:], g.base[:], t.m.base[:], t.v.base[:])
	return wrong / float64(len(batch))
}

// step is what one step has in common for all weights.
type step struct{ share, rate float32 }

// move moves weights by gradients, which it clears.
func (s step) move(w, g, m, v []float32) {
	for i := range w {
		x := float32(g[i] * s.share)
		g[i] = 0
		m[i] += float32((1 - decay1) * (x - m[i]))
		v[i] += float32((1 - decay2) * (float32(x*x) - v[i]))
		w[i] -= float32(s.rate * m[i] / (float32(math.Sqrt(float64(v[i]))) + 1e-8))
	}
}

// weights yields all parts of the net, in the order of its file.
func (n *Net) weights(do func([]float32)) {
	for i := range n.in {
		do(n.in[i][:])
	}
	do(n.bias[:])
	for k := range n.out {
		do(n.out[k][:])
	}
	do(n.base[:])
}

// Bytes is the net as a file: its weights, four bytes each, the lowest first.
func (n *Net) Bytes() []byte {
	var file []byte
	n.weights(func(w []float32) {
		for _, x := range w {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(x))
		}
	})
	return file
}

// Read is the net of a file that Bytes wrote for the same shape.
func Read(shape *Shape, file []byte) (*Net, error) {
	n := &Net{shape: shape, in: make([][Hidden]float32, shape.Units)}
	if want := 4 * (Hidden*(shape.Units+1+Outputs) + Outputs); len(file) != want {
		return nil, fmt.Errorf("net: the file has %d bytes, %d inputs want %d", len(file), shape.Units, want)
	}
	n.weights(func(w []float32) {
		for i := range w {
			w[i] = math.Float32frombits(binary.LittleEndian.Uint32(file))
			file = file[4:]
		}
	})
	return n, nil
}
