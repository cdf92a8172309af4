package net

import (
	"encoding/binary"
	"math/bits"
)

const (
	lanes = 4 // units in a word, 16 bits each
	words = Hidden / lanes
	zero  = 1 << 15 // represents 0 in a lane
)

// row holds a sum for each hidden unit. Its words can be added and subtracted as a whole, borrows included: in the
// end every lane is right if it then fits in 16 bits.
type row [words]uint64

// Table is a net in integers. It is immutable.
type Table struct {
	none row          // of the description with all values zero
	rows [Slots][]row // by value; nil for slots without inputs
	out  [Hidden][Outputs]int32
	base [Outputs]int64
}

// Table returns the net in integers. Each hidden unit has the largest scale at which no description overflows it,
// because rectified linear units can be scaled and scaled back afterwards.
func (n *Net) Table() *Table {
	t := new(Table)
	var scale [Hidden]float32
	for j := range scale {
		most := magnitude(n.Bias[j])
		for slot := range n.Shape.Inputs {
			largest := float32(0)
			for v := range n.Shape.most[slot] + 1 {
				largest = max(largest, magnitude(n.sum(slot, v, j)))
			}
			most += largest
		}
		scale[j] = (zero - 1 - Slots) / max(most, 1) // every slot may be rounded up by a half
	}
	for word := range words {
		t.none[word] = zero<<48 + zero<<32 + zero<<16 + zero + n.pack(word,
			func(j int) float32 { return float32(n.Bias[j] * scale[j]) })
	}
	for slot := range t.rows {
		most := n.Shape.most[slot]
		if most == 0 {
			continue
		}
		t.rows[slot] = make([]row, Values)
		for v := range t.rows[slot] {
			if v > most {
				t.rows[slot][v] = t.rows[slot][most]
				continue
			}
			for word := range words {
				t.rows[slot][v][word] = n.pack(word, func(j int) float32 { return float32(n.sum(slot, v, j) * scale[j]) })
			}
		}
		for word := range words {
			t.none[word] += t.rows[slot][0][word]
		}
	}
	for k := range Outputs {
		for j := range Hidden {
			t.out[j][k] = int32(round(float32(n.Out[k][j] / scale[j] * (1 << logitBits))))
		}
		t.base[k] = round(float32(n.Base[k] * (1 << logitBits)))
	}
	return t
}

// sum returns what a value of a slot adds to a hidden unit.
func (n *Net) sum(slot, v, j int) float32 {
	s := float32(0)
	for _, i := range n.Shape.Inputs[slot][v] {
		s += float32(i.Weight * n.In[i.Unit][j])
	}
	return s
}

func (n *Net) pack(word int, value func(j int) float32) uint64 {
	var w uint64
	for lane := range lanes {
		w += uint64(round(value(word*lanes+lane))) << (16 * lane)
	}
	return w
}

func magnitude(x float32) float32 { return max(x, -x) }

func round(x float32) int64 {
	if x < 0 {
		return -round(-x)
	}
	return int64(x + 0.5)
}

// Sum is the hidden layer of a Table for a description. The zero value is ready for use.
type Sum struct {
	seen Description
	row  row
	of   *Table // nil: none yet
}

// Estimate returns the probabilities for a description, in parts of One. It is faster the more the description
// resembles the last one for the same Sum, which does not affect the result.
func (t *Table) Estimate(d *Description, last *Sum) [Outputs]int32 {
	if last.of != t {
		last.of, last.seen, last.row = t, Description{}, t.none
	}
	t.update(d, &last.seen, &last.row)
	last.seen = *d
	return t.outputs(&last.row)
}

// update changes the sum for one description to that for another.
func (t *Table) update(to, from *Description, sum *row) {
	for at := 0; at < Slots; at += 8 {
		x := binary.LittleEndian.Uint64(to[at:]) ^ binary.LittleEndian.Uint64(from[at:])
		for x != 0 {
			byte := bits.TrailingZeros64(x) >> 3
			x &^= 0xff << (8 * byte)
			if r := t.rows[at+byte]; r != nil {
				sum.change(&r[from[at+byte]&(Values-1)], &r[to[at+byte]&(Values-1)])
			}
		}
	}
}

func (r *row) change(without, with *row) {
	for i := range r {
		r[i] += with[i] - without[i]
	}
}

func (t *Table) outputs(sum *row) (p [Outputs]int32) {
	logits := t.base
	for word, w := range sum {
		for lane := range lanes {
			h := int64(w>>(16*lane)&0xffff) - zero
			h &^= h >> 63 // rectified, without an unpredictable branch
			o := &t.out[word*lanes+lane]
			logits[0] += h * int64(o[0])
			logits[1] += h * int64(o[1])
			logits[2] += h * int64(o[2])
			logits[3] += h * int64(o[3])
			logits[4] += h * int64(o[4])
		}
	}
	for k := range p {
		p[k] = chance(logits[k])
	}
	return p
}
