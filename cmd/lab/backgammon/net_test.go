package backgammon

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"tabuleiro/engine/backgammon/think/net"
)

// example returns a shape with all kinds of slots, a net of it, and a source of random descriptions.
func example(seed uint64) (*net.Shape, network, func() net.Description) {
	r := rand.New(rand.NewPCG(seed, 1))
	s := new(net.Shape)
	for slot := range 20 {
		s.Checkers(slot)
	}
	for slot := 20; slot < 30; slot++ {
		s.Linear(slot, 0, 3, 10, 30)
		s.OneHot(slot+10, 6)
	}
	n := newNetwork(s, func() float32 { return 2*r.Float32() - 1 })
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

// The integer table evaluates as the net does, whatever it evaluated before.
func TestNetTable(t *testing.T) {
	for seed := range uint64(5) {
		_, n, describe := example(seed)
		for range 300 { // away from where it began
			d := describe()
			n.step(&d, [net.Outputs]float32{1, 0, 0.5, 0.2, 0.9}, 0.02)
		}
		table := n.Table()
		var near net.Sum
		for range 500 {
			d := describe()
			want := thinks(n, &d)
			got := table.Estimate(&d, &near)
			if alone := table.Estimate(&d, new(net.Sum)); got != alone {
				t.Fatalf("%v after another position, %v alone", got, alone)
			}
			for k := range got {
				if diff := float64(got[k])/net.One - float64(want[k]); math.Abs(diff) > 0.003 {
					t.Errorf("output %d: %d of %d, the net thinks %.5f", k, got[k], net.One, want[k])
				}
			}
		}
	}
}

// A net learns a function of the description from examples, one by one and in batches.
func TestNetLearns(t *testing.T) {
	target := func(d *net.Description) (p [net.Outputs]float32) {
		for k := range p {
			p[k] = float32(min(d[20+k], 30)) / 30
		}
		return p
	}
	wrong := func(n network, describe func() net.Description) float64 {
		sum := 0.0
		for range 300 {
			d := describe()
			want, got := target(&d), thinks(n, &d)
			for k := range got {
				sum += math.Abs(float64(got[k] - want[k]))
			}
		}
		return sum / 300
	}
	_, n, describe := example(1)
	untrained := wrong(n, describe)
	for range 4000 {
		d := describe()
		n.step(&d, target(&d), 0.01)
	}
	if got := wrong(n, describe); got > untrained/3 {
		t.Errorf("error %.3f after single steps, %.3f before", got, untrained)
	}
	_, n, describe = example(2)
	teacher := newTeacher(n)
	for range 150 {
		lessons := make([]lesson, 64)
		for i := range lessons {
			d := describe()
			lessons[i] = lesson{Description: d, Target: target(&d)}
		}
		teacher.teach(lessons, 0.002)
	}
	if got := wrong(n, describe); got > untrained/3 {
		t.Errorf("error %.3f after batches, %.3f before", got, untrained)
	}
}

func TestNetFile(t *testing.T) {
	s, n, describe := example(3)
	file := n.bytes()
	again, err := net.Read(s, file)
	if err != nil {
		t.Fatal(err)
	}
	d := describe()
	if got, want := thinks(network{again}, &d), thinks(n, &d); got != want || !bytes.Equal(network{again}.bytes(), file) {
		t.Errorf("read back it thinks %v instead of %v", got, want)
	}
	if _, err := net.Read(s, file[1:]); err == nil {
		t.Error("a file that is too short was read")
	}
}

// thinks returns a net's evaluation of a description: a training step at rate zero leaves the net as it is.
func thinks(n network, d *net.Description) [net.Outputs]float32 {
	return n.step(d, [net.Outputs]float32{}, 0)
}
