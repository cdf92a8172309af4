package net_test

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/backgammon/think/net"
)

// example returns a shape with all kinds of slots, a net of it with random weights, and a source of random
// descriptions.
func example(t *testing.T, seed uint64) (*net.Shape, *net.Net, func() net.Description) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	s := new(net.Shape)
	for slot := range 20 {
		s.Checkers(slot)
	}
	for slot := 20; slot < 30; slot++ {
		s.Linear(slot, 0, 3, 10, 30)
		s.OneHot(slot+10, 6)
	}
	var file []byte
	for range net.Hidden*(s.Units+1+net.Outputs) + net.Outputs {
		file = binary.LittleEndian.AppendUint32(file, math.Float32bits(0.3*r.Float32()-0.15))
	}
	if _, err := net.Read(s, file[1:]); err == nil {
		t.Error("a file that is too short was read")
	}
	n, err := net.Read(s, file)
	if err != nil {
		t.Fatal(err)
	}
	describe := func() (d net.Description) {
		for slot := range 20 {
			d[slot] = uint8(max(r.IntN(24)-8, 0))
		}
		for slot := 20; slot < 30; slot++ {
			d[slot], d[slot+10] = uint8(r.IntN(net.Values)), uint8(r.IntN(10))
		}
		return d
	}
	return s, n, describe
}

// thinks returns a net's evaluation of a description, computed plainly.
func thinks(n *net.Net, d *net.Description) (p [net.Outputs]float64) {
	var hidden [net.Hidden]float64
	for j := range hidden {
		hidden[j] = float64(n.Bias[j])
		for slot, v := range d {
			for _, in := range n.Shape.Inputs[slot][v] {
				hidden[j] += float64(in.Weight) * float64(n.In[in.Unit][j])
			}
		}
	}
	for k := range p {
		logit := float64(n.Base[k])
		for j, h := range hidden {
			logit += max(h, 0) * float64(n.Out[k][j])
		}
		p[k] = 1 / (1 + math.Exp(-logit))
	}
	return p
}

// The integer table evaluates as the net does, whatever it evaluated before.
func TestTable(t *testing.T) {
	for seed := range uint64(5) {
		_, n, describe := example(t, seed)
		table := n.Table()
		var near net.Sum
		for range 100 {
			d := describe()
			want := thinks(n, &d)
			got := table.Estimate(&d, &near)
			if alone := table.Estimate(&d, new(net.Sum)); got != alone {
				t.Fatalf("%v after another position, %v alone", got, alone)
			}
			for k := range got {
				if diff := float64(got[k])/net.One - want[k]; math.Abs(diff) > 0.001 {
					t.Errorf("output %d: %d of %d, the net thinks %.5f", k, got[k], net.One, want[k])
				}
			}
		}
	}
}

// A value between two knots of a slot activates both by its distance, with sum 1; a value beyond the last counts as the
// last.
func TestLinear(t *testing.T) {
	s := new(net.Shape)
	s.Linear(0, 0, 4, 10)
	for v, want := range map[int][3]float32{0: {1, 0, 0}, 1: {0.75, 0.25, 0}, 4: {0, 1, 0}, 7: {0, 0.5, 0.5}, 63: {0, 0, 1}} {
		var got [3]float32
		for _, in := range s.Inputs[0][v] {
			got[in.Unit] += in.Weight
		}
		if got != want {
			t.Errorf("value %d sets %v, want %v", v, got, want)
		}
	}
}
