package render

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
	"slices"
)

// packer compresses pictures of boards to zlib streams (RFC 1950, 1951). It knows what a general compressor has to search
// for: what repeats on a board repeats from the row above or at the distance of some tiles. So it can afford to weigh
// different ways to write the same, and is nearly as thorough as one that takes several times as long.
type packer struct {
	search
	tokens []uint32 // a literal, or a match: its length and distance - 1; the last one first
	count  [maxLiterals]int32
	far    [maxDistances]int32

	out  []byte
	acc  uint64 // bits not yet in out, the lowest first
	used uint
}

const (
	maxLiterals  = 286
	maxDistances = 30
	endOfBlock   = 256
	matchToken   = 1 << 31
)

// pack appends the compressed data to out. The distances are where repetitions are likely, most of all at the first, and cheap
// ones before others.
func (p *packer) pack(out, data []byte, distances ...int) []byte {
	p.out, p.acc, p.used = append(out, 0x78, 0x01), 0, 0
	p.match(data, distances)
	p.block()
	for p.used > 0 {
		p.out, p.acc = append(p.out, byte(p.acc)), p.acc>>8
		p.used -= min(p.used, 8)
	}
	out = binary.BigEndian.AppendUint32(p.out, adler32.Checksum(data))
	p.out = nil
	return out
}

// common is how many bytes a and b begin with alike, at most maxMatch.
func common(a, b []byte) int {
	most := min(len(a), maxMatch)
	n := 0
	for ; n+8 <= most; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

// Symbols of lengths are 257 and up. From 8 on, four of them share a number of extra bits; the longest has its own.
var (
	lengthSymbol [maxMatch + 1]uint16
	lengthBase   [maxLiterals]int
	lengthExtra  [maxLiterals]uint
)

func init() {
	symbol := 257
	for n := 3; n < maxMatch; symbol++ {
		extra := uint(max(symbol-261, 0) / 4)
		lengthBase[symbol], lengthExtra[symbol] = n, extra
		for end := n + 1<<extra; n < end && n < maxMatch; n++ {
			lengthSymbol[n] = uint16(symbol)
		}
	}
	lengthSymbol[maxMatch], lengthBase[maxLiterals-1] = maxLiterals-1, maxMatch
}

// distanceSymbol is the symbol of a distance: two of them share a number of extra bits.
func distanceSymbol(d int) int {
	if d < 3 {
		return d - 1
	}
	n := bits.Len(uint(d-1)) - 1
	return 2*n + (d-1)>>(n-1)&1
}

// extraBits is how many bits of the distance follow its symbol.
func extraBits(symbol int) int32 { return int32(max(symbol/2-1, 0)) }

// block writes the tokens as the last block of the stream, with codes of their own.
func (p *packer) block() {
	var literals [maxLiterals]prefix
	var distances [maxDistances]prefix
	codes(p.count[:], 15, literals[:])
	codes(p.far[:], 15, distances[:])
	p.header(literals[:], distances[:])
	for _, t := range slices.Backward(p.tokens) {
		if t&matchToken == 0 {
			p.put(literals[t])
			continue
		}
		n, d := int(t>>16&0x1FF), int(t&0xFFFF)+1
		s := lengthSymbol[n]
		p.put(literals[s])
		p.bits(uint64(n-lengthBase[s]), lengthExtra[s])
		far := distanceSymbol(d)
		p.put(distances[far])
		extra := uint(extraBits(far))
		p.bits(uint64(d-1)&(1<<extra-1), extra)
	}
	p.put(literals[endOfBlock])
}

// order is the order in which the lengths of the codes for lengths are written.
var order = [19]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

// header writes the lengths of the codes, themselves coded: runs of zeros and repetitions in short.
func (p *packer) header(literals, distances []prefix) {
	trim := func(c []prefix, least int) []prefix {
		for len(c) > least && c[len(c)-1].bits == 0 {
			c = c[:len(c)-1]
		}
		return c
	}
	literals, distances = trim(literals, 257), trim(distances, 1)
	all := slices.Concat(literals, distances)
	type item struct {
		symbol int
		extra  uint64
		bits   uint
	}
	var items []item
	var count [19]int32
	for i := 0; i < len(all); {
		n := 1
		for i+n < len(all) && all[i+n].bits == all[i].bits {
			n++
		}
		it := item{symbol: int(all[i].bits)}
		switch again := i > 0 && all[i-1].bits == all[i].bits; {
		case all[i].bits == 0 && n >= 11:
			n = min(n, 138)
			it = item{18, uint64(n - 11), 7}
		case all[i].bits == 0 && n >= 3:
			it = item{17, uint64(n - 3), 3}
		case again && n >= 3:
			n = min(n, 6)
			it = item{16, uint64(n - 3), 2}
		default:
			n = 1
		}
		items = append(items, it)
		count[it.symbol]++
		i += n
	}
	var lengths [19]prefix
	codes(count[:], 7, lengths[:])
	high := len(order)
	for high > 4 && lengths[order[high-1]].bits == 0 {
		high--
	}
	p.bits(1|2<<1, 3) // the last block, with codes of its own
	p.bits(uint64(len(literals)-257), 5)
	p.bits(uint64(len(distances)-1), 5)
	p.bits(uint64(high-4), 4)
	for _, s := range order[:high] {
		p.bits(uint64(lengths[s].bits), 3)
	}
	for _, it := range items {
		p.put(lengths[it.symbol])
		p.bits(it.extra, it.bits)
	}
}

func (p *packer) put(c prefix) { p.bits(uint64(c.code), uint(c.bits)) }

func (p *packer) bits(v uint64, n uint) {
	p.acc |= v << p.used
	p.used += n
	if p.used >= 32 {
		p.out = binary.LittleEndian.AppendUint32(p.out, uint32(p.acc))
		p.acc >>= 32
		p.used -= 32
	}
}

// prefix is the code of a symbol, the first bit lowest; 0 bits if it does not occur.
type prefix struct {
	code uint16
	bits uint8
}

// codes makes Huffman codes of at most limit bits for symbols that occur so often, and at least two of them.
func codes(count []int32, limit int, out []prefix) {
	type node struct {
		weight int32
		parent int
		symbol int
	}
	nodes := make([]node, 0, 2*len(count))
	for s, n := range count {
		if n > 0 {
			nodes = append(nodes, node{weight: n, symbol: s})
		}
	}
	for s := 0; len(nodes) < 2; s++ { // one code alone would not be complete
		if count[s] == 0 {
			nodes = append(nodes, node{weight: 1, symbol: s})
		}
	}
	leaves := len(nodes)
	slices.SortFunc(nodes, func(a, b node) int {
		if a.weight != b.weight {
			return int(a.weight) - int(b.weight)
		}
		return a.symbol - b.symbol
	})
	var lengths [16]int // how many codes have this many bits
	for {
		nodes = nodes[:leaves]
		leaf, inner := 0, leaves
		next := func() int { // the lightest node without a parent
			if leaf < leaves && (inner == len(nodes) || nodes[leaf].weight <= nodes[inner].weight) {
				leaf++
				return leaf - 1
			}
			inner++
			return inner - 1
		}
		for range leaves - 1 {
			a, b := next(), next()
			nodes = append(nodes, node{weight: nodes[a].weight + nodes[b].weight})
			nodes[a].parent, nodes[b].parent = len(nodes)-1, len(nodes)-1
		}
		depth := make([]int, len(nodes))
		deepest := 0
		for i := len(nodes) - 2; i >= 0; i-- {
			depth[i] = depth[nodes[i].parent] + 1
			deepest = max(deepest, depth[i])
		}
		if deepest <= limit {
			for i := range leaves {
				out[nodes[i].symbol].bits = uint8(depth[i])
				lengths[depth[i]]++
			}
			break
		}
		for i := range leaves { // flatter, in the same order
			nodes[i].weight = nodes[i].weight/2 + 1
		}
	}
	var first [17]int
	for n := 1; n < len(lengths); n++ {
		first[n+1] = (first[n] + lengths[n]) << 1
	}
	for s := range out {
		if n := out[s].bits; n > 0 {
			out[s].code = bits.Reverse16(uint16(first[n])) >> (16 - n)
			first[n]++
		}
	}
}
