package render

import (
	"math/bits"
	"slices"
)

// code is a prefix code: for each symbol its bits, the first one lowest, and how many they are; none for one that is not used.
type code []struct {
	bits uint16
	size uint8
}

// newCode is the code that is best for symbols which come so often, with at most so many bits for each.
func newCode(counts []int32, limit int) code {
	c := make(code, len(counts))
	counts = slices.Clone(counts)
	for !c.measure(counts, limit) {
		for i, n := range counts { // rare ones count for more until none is so deep
			counts[i] = (n + 1) / 2
		}
	}
	var next [17]uint16
	for _, s := range c {
		next[s.size+1]++
	}
	next[1] = 0 // unused symbols
	for n := 1; n < len(next); n++ {
		next[n] = (next[n] + next[n-1]) << 1
	}
	for i, s := range c {
		if s.size > 0 {
			c[i].bits = bits.Reverse16(next[s.size]) >> (16 - s.size)
			next[s.size]++
		}
	}
	return c
}

// measure finds the sizes of a code by Huffman's method; false if one is above the limit.
func (c code) measure(counts []int32, limit int) bool {
	type node struct {
		count int32
		up    int // the node above
	}
	var symbols []int
	for i, n := range counts {
		if n > 0 {
			symbols = append(symbols, i)
		}
	}
	if len(symbols) < 2 { // a code needs a bit all the same
		for _, i := range append(symbols, 0)[:1] {
			c[i].size = 1
		}
		return true
	}
	slices.SortStableFunc(symbols, func(a, b int) int { return int(counts[a] - counts[b]) })
	nodes := make([]node, len(symbols), 2*len(symbols))
	for i, s := range symbols {
		nodes[i].count = counts[s]
	}
	leaf, inner := 0, len(symbols)
	rarest := func(up int) int32 {
		n := &leaf
		if leaf == len(symbols) || inner < len(nodes) && nodes[inner].count < nodes[leaf].count {
			n = &inner
		}
		nodes[*n].up = up
		*n++
		return nodes[*n-1].count
	}
	for len(nodes) < 2*len(symbols)-1 {
		up := len(nodes)
		nodes = append(nodes, node{count: rarest(up) + rarest(up)})
	}
	depth := make([]int, len(nodes))
	for i := len(nodes) - 2; i >= 0; i-- {
		if depth[i] = depth[nodes[i].up] + 1; depth[i] > limit {
			return false
		}
	}
	for i, s := range symbols {
		c[s].size = uint8(depth[i])
	}
	return true
}

// bitWriter appends bits, the first one lowest in its byte.
type bitWriter struct {
	out  []byte
	bits uint64
	n    uint
}

func (w *bitWriter) put(bits uint64, n uint) {
	w.bits |= bits << w.n
	for w.n += n; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
}

func (w *bitWriter) symbol(c code, symbol int) { w.put(uint64(c[symbol].bits), uint(c[symbol].size)) }

// flush fills the last byte and returns everything.
func (w *bitWriter) flush() []byte {
	if w.n > 0 {
		w.put(0, 8-w.n)
	}
	return w.out
}

// sizeOrder is the order in which deflate names the sizes of sizes.
var sizeOrder = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// codes writes the sizes of two codes, shortened and in a code of their own.
func (w *bitWriter) codes(literals, distances code) {
	var sizes []int
	for _, s := range slices.Concat(literals, distances) {
		sizes = append(sizes, int(s.size))
	}
	type run struct {
		symbol int
		rest   uint64
		more   uint
	}
	var runs []run
	var counts [19]int32
	add := func(r run) {
		counts[r.symbol]++
		runs = append(runs, r)
	}
	for i := 0; i < len(sizes); {
		n := 1
		for i+n < len(sizes) && sizes[i+n] == sizes[i] {
			n++
		}
		switch {
		case sizes[i] == 0 && n >= 11:
			n = min(n, 138)
			add(run{18, uint64(n - 11), 7})
		case sizes[i] == 0 && n >= 3:
			add(run{17, uint64(n - 3), 3})
		case i > 0 && sizes[i-1] == sizes[i] && n >= 3:
			n = min(n, 6)
			add(run{16, uint64(n - 3), 2})
		default:
			n = 1
			add(run{symbol: sizes[i]})
		}
		i += n
	}
	c := newCode(counts[:], 7)
	w.put(uint64(len(literals)-257), 5)
	w.put(uint64(len(distances)-1), 5)
	w.put(uint64(len(sizeOrder)-4), 4)
	for _, i := range sizeOrder {
		w.put(uint64(c[i].size), 3)
	}
	for _, r := range runs {
		w.symbol(c, r.symbol)
		w.put(r.rest, r.more)
	}
}
