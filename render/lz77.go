package render

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

const (
	minMatch  = 3
	maxMatch  = 258
	window    = 1 << 15
	tableBits = 12
	ways      = 4   // places that are kept for a hash
	ringSize  = 512 // places that may be reached at a time, and more: a match ends at most maxMatch ahead
	enough    = 12  // bytes; where a match is as long as this no literal is tried
	certain   = 96  // bytes; beside a match as long as this no other one is tried
)

// search is the memory of looking for the cheapest tokens.
type search struct {
	table   [1 << tableBits][ways]int32 // the last places of each hash of four bytes, 1 more than they are, the latest first
	likely  []distancePrice             // cheap ones first
	literal [256]int32                  // prices
	length  [maxMatch + 1]int32

	// What is known of the places ahead, all of them modulo ringSize.
	reached [ringSize / 64]uint64 // one bit for each
	price   [ringSize]int32       // of the cheapest way there

	from []uint32 // for each place that was reached the last step of the cheapest way: its length and its distance - 1
}

// distancePrice is a distance at which the data is likely to repeat itself.
type distancePrice struct {
	distance int
	price    int32
}

// Prices are what a symbol takes in the stream, in parts of a bit. They were measured on boards of all kinds.
const (
	bit          = 16
	lengthPrice  = 6 * bit
	firstPrice   = bit * 14 / 10 // of a likely distance: the first, another one
	likelyPrice  = bit * 9 / 2
	guessedPrice = bit * 13 / 2
	literalPrice = bit // more than if there were nothing but literals
)

// match turns the data into tokens, the last one first, and counts their symbols.
//
// It is a search for the cheapest way through the data: from each place that is reached, a literal leads on by one byte, and
// each match by its full length. What a symbol costs is known only when all are chosen, but boards are alike enough to say it
// beforehand.
func (p *packer) match(data []byte, distances []int) {
	p.estimate(data, distances)
	p.from = slices.Grow(p.from[:0], len(data)+1)[:len(data)+1]
	clear(p.reached[:])
	clear(p.table[:])
	p.reach(0, 0, 1, 0)
	for i := 0; i < len(data); i++ {
		word := &p.reached[i%ringSize/64]
		ahead := *word >> (i % 64)
		if ahead == 0 {
			i |= 63
			continue
		}
		if i += bits.TrailingZeros64(ahead); i == len(data) {
			break
		}
		*word &^= 1 << (i % 64)
		price := p.price[i%ringSize]
		longest := 0
		if i+4 <= len(data) {
			longest = p.matches(data, i, price)
		}
		if longest < enough {
			p.reach(i, 1, 1, price+p.literal[data[i]])
		}
	}
	p.retrace(data)
}

// matches goes on from i by each match that is longer than the cheaper ones, and returns the length of the longest.
func (p *packer) matches(data []byte, i int, price int32) (longest int) {
	head := binary.LittleEndian.Uint32(data[i:])
	longest = minMatch - 1
	for _, l := range p.likely {
		d := l.distance
		if d > i || !longer(data, i, d, longest) || (binary.LittleEndian.Uint32(data[i-d:])^head)<<8 != 0 {
			continue
		}
		if n := common(data[i:], data[i-d:]); n > longest {
			longest = n
			p.reach(i, n, d, price+l.price+p.length[n])
			if n >= certain {
				return n
			}
		}
	}
	if step := p.from[i]; step>>16 == maxMatch { // it was too long for one token
		longest = p.guess(data, i, int(step&0xFFFF)+1, longest, price)
	}
	set := &p.table[head*0x9E3779B1>>(32-tableBits)]
	for _, after := range set {
		d := i + 1 - int(after)
		if after == 0 || d > window {
			break
		}
		if longer(data, i, d, longest) {
			longest = p.guess(data, i, d, longest, price)
		}
	}
	copy(set[1:], set[:])
	set[0] = int32(i + 1)
	return longest
}

// guess goes on from i by a match at a distance that is not among the likely ones, if it is longer than the longest so far,
// and returns the length of the longest.
func (p *packer) guess(data []byte, i, distance, longest int, price int32) int {
	n := common(data[i:], data[i-distance:])
	if n <= longest {
		return longest
	}
	p.reach(i, n, distance, price+guessedPrice+extraBits(distanceSymbol(distance))*bit+p.length[n])
	return n
}

// longer tells whether a match at i may be longer than n.
func longer(data []byte, i, distance, n int) bool {
	return i+n < len(data) && data[i+n] == data[i+n-distance]
}

// reach notes a step from i by n bytes if it is the cheapest way there.
func (p *packer) reach(i, n, distance int, price int32) {
	to := i + n
	word, here := &p.reached[to%ringSize/64], uint64(1)<<(to%64)
	if *word&here != 0 && p.price[to%ringSize] <= price {
		return
	}
	*word |= here
	p.price[to%ringSize] = price
	p.from[to] = uint32(n)<<16 | uint32(distance-1)
}

// retrace makes tokens of the cheapest way.
func (p *packer) retrace(data []byte) {
	p.tokens = p.tokens[:0]
	clear(p.count[:])
	clear(p.far[:])
	p.count[endOfBlock] = 1
	for i := len(data); i > 0; {
		t := p.from[i]
		n := int(t >> 16)
		i -= n
		if n == 1 {
			p.tokens = append(p.tokens, uint32(data[i]))
			p.count[data[i]]++
			continue
		}
		p.tokens = append(p.tokens, matchToken|t)
		p.count[lengthSymbol[n]]++
		p.far[distanceSymbol(int(t&0xFFFF)+1)]++
	}
}

// estimate sets the prices.
func (p *packer) estimate(data []byte, distances []int) {
	for n := minMatch; n <= maxMatch; n++ {
		p.length[n] = lengthPrice + int32(lengthExtra[lengthSymbol[n]])*bit
	}
	p.likely = p.likely[:0]
	add := func(d int, price int32) {
		if d >= 1 && d <= window {
			p.likely = append(p.likely, distancePrice{d, price + extraBits(distanceSymbol(d))*bit})
		}
	}
	for k, d := range distances {
		if k > 0 {
			add(d, likelyPrice)
			continue
		}
		add(d, firstPrice)
		add(1, likelyPrice) // runs are likely everywhere
	}

	// Those bytes will be literals that are not as at the likeliest distance. Some of the places tell enough.
	var count [256]int32
	total := int32(len(count))
	if len(p.likely) > 0 {
		d := p.likely[0].distance
		for i := d; i+8 <= len(data); i += 5 * 8 {
			if binary.LittleEndian.Uint64(data[i:]) == binary.LittleEndian.Uint64(data[i-d:]) {
				continue
			}
			for k, b := range data[i : i+8] {
				if b != data[i-d+k] {
					count[b]++
					total++
				}
			}
		}
	}
	for b, n := range count {
		p.literal[b] = max(logarithm(total)-logarithm(n+1)+literalPrice, 2*bit)
	}
}

// logarithm is that to the base of 2, in parts of a bit, and straight between the powers.
func logarithm(n int32) int32 {
	whole := bits.Len32(uint32(n)) - 1
	return int32(whole)*bit + (n-1<<whole)*bit>>whole
}
