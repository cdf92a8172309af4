package backgammon

import (
	"encoding/binary"
	"math"

	"tabuleiro/engine/backgammon/think/net"
)

// network is a net that can learn, with floating point: every product is rounded before it is added, so that no machine
// fuses the two and learns something else.
type network struct{ *net.Net }

// lesson is a description and what it ought to be estimated at.
type lesson struct {
	Description net.Description
	Target      [net.Outputs]float32
}

// teacher improves a net by lessons in batches, by the method Adam (Kingma and Ba, 2015): each weight moves at a pace
// of its own, by the mean of its gradients over the root of the mean of their squares.
type teacher struct {
	net            network
	gradient, m, v network
	power1, power2 float64 // of the decay rates, for the steps made
}

// The usual decay rates.
const (
	decay1 = 0.9
	decay2 = 0.999
)

// newTeacher is a teacher of a net.
func newTeacher(n network) *teacher {
	empty := func() network { return network{&net.Net{Shape: n.Shape, In: make([][net.Hidden]float32, len(n.In))}} }
	return &teacher{net: n, gradient: empty(), m: empty(), v: empty(), power1: 1, power2: 1}
}

// teach makes one step by a batch, and returns the mean square of the error before it.
func (t *teacher) teach(batch []lesson, rate float64) float64 {
	n, g := t.net, t.gradient
	var buffer [2 * net.Slots]net.Input
	wrong := 0.0
	for i := range batch {
		in := n.inputs(&batch[i].Description, buffer[:0])
		var h, back [net.Hidden]float32
		n.hidden(in, &h)
		p := n.outputs(&h)
		for k := range p {
			e := p[k] - batch[i].Target[k]
			wrong += float64(float32(e * e))
			w, gw := &n.Out[k], &g.Out[k]
			for j := range back {
				back[j] += float32(e * w[j])
				gw[j] += float32(e * h[j])
			}
			g.Base[k] += e
		}
		for j := range back {
			if h[j] <= 0 {
				back[j] = 0
			}
			g.Bias[j] += back[j]
		}
		for _, i := range in {
			add(&g.In[i.Unit], &back, i.Weight)
		}
	}
	t.power1, t.power2 = float64(t.power1*decay1), float64(t.power2*decay2)
	all := adam{
		share: 1 / float32(len(batch)),
		rate:  float32(rate * math.Sqrt(1-t.power2) / (1 - t.power1)),
	}
	for i := range n.In {
		all.move(n.In[i][:], g.In[i][:], t.m.In[i][:], t.v.In[i][:])
	}
	all.move(n.Bias[:], g.Bias[:], t.m.Bias[:], t.v.Bias[:])
	for k := range n.Out {
		all.move(n.Out[k][:], g.Out[k][:], t.m.Out[k][:], t.v.Out[k][:])
	}
	all.move(n.Base[:], g.Base[:], t.m.Base[:], t.v.Base[:])
	return wrong / float64(len(batch))
}

// adam is what one step has in common for all weights.
type adam struct{ share, rate float32 }

// move moves weights by gradients, which it clears.
func (a adam) move(w, g, m, v []float32) {
	for i := range w {
		x := float32(g[i] * a.share)
		g[i] = 0
		m[i] += float32((1 - decay1) * (x - m[i]))
		v[i] += float32((1 - decay2) * (float32(x*x) - v[i]))
		w[i] -= float32(a.rate * m[i] / (float32(math.Sqrt(float64(v[i]))) + 1e-8))
	}
}

// bytes is the net as a file: its weights, four bytes each, the lowest first.
func (n network) bytes() []byte {
	var file []byte
	n.Weights(func(w []float32) {
		for _, x := range w {
			file = binary.LittleEndian.AppendUint32(file, math.Float32bits(x))
		}
	})
	return file
}

// newNetwork is a net that knows nothing; random gives numbers from -1 to 1.
func newNetwork(shape *net.Shape, random func() float32) network {
	n := network{&net.Net{Shape: shape, In: make([][net.Hidden]float32, shape.Units)}}
	for i := range n.In {
		for j := range n.In[i] {
			n.In[i][j] = float32(0.12 * random())
		}
	}
	for j := range n.Bias {
		n.Bias[j] = float32(0.05 * random())
	}
	for k := range n.Out {
		for j := range n.Out[k] {
			n.Out[k][j] = float32(0.1 * random())
		}
	}
	return n
}

// inputs appends the inputs that a description sets.
func (n network) inputs(d *net.Description, list []net.Input) []net.Input {
	for slot, v := range d {
		list = append(list, n.Shape.Inputs[slot][v]...)
	}
	return list
}

// hidden is the hidden layer before it is rectified.
func (n network) hidden(in []net.Input, h *[net.Hidden]float32) {
	*h = n.Bias
	for _, i := range in {
		add(h, &n.In[i.Unit], i.Weight)
	}
}

func add(to, column *[net.Hidden]float32, weight float32) {
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
func (n network) outputs(h *[net.Hidden]float32) (p [net.Outputs]float32) {
	for j := range h {
		h[j] = max(h[j], 0)
	}
	for k := range p {
		// Four sums, always the same way: faster than one, and the same everywhere.
		var a, b, c, d float32
		w := &n.Out[k]
		for j := 0; j < net.Hidden; j += 4 {
			a += float32(w[j] * h[j])
			b += float32(w[j+1] * h[j+1])
			c += float32(w[j+2] * h[j+2])
			d += float32(w[j+3] * h[j+3])
		}
		p[k] = sigmoid(n.Base[k] + (a + b) + (c + d))
	}
	return p
}

// step moves the net towards a target by gradient descent on the cross entropy, at a rate. It returns what it had
// thought.
func (n network) step(d *net.Description, target [net.Outputs]float32, rate float32) [net.Outputs]float32 {
	var buffer [2 * net.Slots]net.Input
	in := n.inputs(d, buffer[:0])
	var h, back [net.Hidden]float32
	n.hidden(in, &h)
	p := n.outputs(&h)
	for k := range p {
		e := float32(rate * (target[k] - p[k]))
		w := &n.Out[k]
		for j := range back {
			back[j] += float32(e * w[j])
			w[j] += float32(e * h[j])
		}
		n.Base[k] += e
	}
	for j := range back {
		if h[j] <= 0 {
			back[j] = 0
		}
		n.Bias[j] += back[j]
	}
	for _, i := range in {
		add(&n.In[i.Unit], &back, i.Weight)
	}
	return p
}

// sigmoid is the logistic function, by straight lines.
func sigmoid(x float32) float32 {
	if x < 0 {
		return 1 - sigmoid(-x)
	}
	x = min(x, reach) * 64
	k := int(x)
	return curve[k] + float32((x-float32(k))*(curve[k+1]-curve[k]))
}

// reach bounds the logits of curve; more of them count as it.
const reach = 16

// curve is the logistic function at every 64th from 0 to reach.
var curve = func() (c [reach*64 + 1]float32) {
	// The exponential by its series and by multiplying: the library's differs from machine to machine.
	const d = 1.0 / 64
	decay, term := 1.0, 1.0
	for n := 1; n < 12; n++ {
		term = float64(term * -d / float64(n))
		decay += term
	}
	e := 1.0
	for k := range c {
		c[k] = float32(1 / (1 + e))
		e = float64(e * decay)
	}
	return c
}()
