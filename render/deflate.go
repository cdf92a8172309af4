package render

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
	"sync"
)

// Bounds of deflate (RFC 1951).
const (
	farthest    = 1 << 15 // bytes that a match may lie back
	longestCopy = 258
	endOfBlock  = 256
)

// How well the packer looks for matches: with these numbers files are as small as those of zlib at its level 8, in a quarter
// of its time.
const (
	enough   = 32 // bytes; a match as long is taken at once
	attempts = 16
	hashed   = 5 // bytes
	hashBits = 13
)

// packer compresses the rows of a picture. It knows what the usual compressors do not: how long a row is. Most matches are with
// the pixel before or with the row above, and only the end of what they copy is remembered for others.
type packer struct {
	rows   []byte
	latest [1 << hashBits]int32 // by the hash of some bytes: where they were last, counted from 1
	before [farthest]int32      // by place: where its bytes were before that
	tokens []token

	literals  [286]int32 // how often each code is needed; the codes above endOfBlock are lengths
	distances [30]int32

	packed []byte // kept for the next picture
}

// token is a byte, or so many bytes to be copied from a distance.
type token struct {
	length   uint16 // 0: a byte
	distance uint16
}

// packers lends the working memory of compression.
var packers = sync.Pool{New: func() any { return new(packer) }}

// pack appends the rows, each of a width in bytes, to out in the format of zlib (RFC 1950).
func (p *packer) pack(out, rows []byte, width int) []byte {
	p.rows = rows
	p.find(width)
	w := bitWriter{out: append(out, 0x78, 0x5E)}
	p.write(&w)
	return binary.BigEndian.AppendUint32(w.flush(), adler32.Checksum(rows))
}

// find divides the rows into tokens.
func (p *packer) find(width int) {
	clear(p.latest[:])
	clear(p.literals[:])
	clear(p.distances[:])
	p.tokens = p.tokens[:0]
	likely := [3]int{1, width, 1}
	for i := 0; i < len(p.rows); {
		n, distance := p.match(i, 2, &likely)
		for n < enough { // a longer one may begin at the next byte
			p.remember(i)
			m, d := 0, 0
			if distance > 0 && i+1 < len(p.rows) {
				m, d = p.match(i+1, n, &likely)
			}
			if d == 0 {
				break
			}
			p.literal(p.rows[i])
			i++
			n, distance = m, d
		}
		if distance == 0 || n == 3 && distance > 4096 { // so far away three bytes cost more than themselves
			p.literal(p.rows[i])
			i++
			continue
		}
		p.tokens = append(p.tokens, token{uint16(n), uint16(distance - 1)})
		length, _, _ := lengthCode(n)
		far, _, _ := distanceCode(distance)
		p.literals[length]++
		p.distances[far]++
		likely[2] = distance
		from := i + 1
		if i += n; distance == 1 || distance == width {
			from = i - 2
		}
		for k := from; k < i; k++ {
			p.remember(k)
		}
	}
	p.literals[endOfBlock]++
}

func (p *packer) literal(b byte) {
	p.literals[b]++
	p.tokens = append(p.tokens, token{0, uint16(b)})
}

// match is the longest match of what begins at place i with something earlier, if there is one of more than so many bytes:
// else the distance is 0.
func (p *packer) match(i, least int, likely *[3]int) (length, distance int) {
	here := p.rows[i:min(i+longestCopy, len(p.rows))]
	length = least
	for _, d := range likely {
		if d > i || length >= len(here) || p.rows[i-d+length] != here[length] {
			continue
		}
		if n := common(p.rows[i-d:], here); n > length {
			length, distance = n, d
		}
	}
	if length >= enough || i+8 > len(p.rows) {
		return length, distance
	}
	from := int(p.latest[p.hash(i)]) - 1
	for range attempts {
		if from < 0 || i-from >= farthest || length >= len(here) {
			break
		}
		if p.rows[from+length] == here[length] {
			if n := common(p.rows[from:], here); n > length {
				length, distance = n, i-from
			}
		}
		from = int(p.before[from%farthest]) - 1
	}
	return length, distance
}

// hash is that of the bytes at place i; there are eight at least.
func (p *packer) hash(i int) uint64 {
	return binary.LittleEndian.Uint64(p.rows[i:]) << (64 - 8*hashed) * 0x9E3779B97F4A7C15 >> (64 - hashBits)
}

// remember makes place i one that later bytes may match.
func (p *packer) remember(i int) {
	if i+8 > len(p.rows) {
		return
	}
	h := p.hash(i)
	p.before[i%farthest], p.latest[h] = p.latest[h], int32(i+1)
}

// common is how many bytes are alike at the beginning of b and of a, which is not shorter.
func common(a, b []byte) int {
	n := 0
	for ; len(b)-n >= 8; n += 8 {
		if x := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); x != 0 {
			return n + bits.TrailingZeros64(x)/8
		}
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// write writes the tokens as one block with codes of its own.
func (p *packer) write(w *bitWriter) {
	literals, distances := newCode(p.literals[:], 15), newCode(p.distances[:], 15)
	w.put(0b101, 3) // the last block, with codes of its own
	w.codes(literals, distances)
	for _, t := range p.tokens {
		if t.length == 0 {
			w.symbol(literals, int(t.distance))
			continue
		}
		code, more, rest := lengthCode(int(t.length))
		w.symbol(literals, code)
		w.put(rest, more)
		code, more, rest = distanceCode(int(t.distance) + 1)
		w.symbol(distances, code)
		w.put(rest, more)
	}
	w.symbol(literals, endOfBlock)
}

// lengthCode is the code of the length of a match, and the bits that follow it: how many, and which.
func lengthCode(n int) (code int, more uint, rest uint64) {
	if n == longestCopy {
		return 285, 0, 0
	}
	code, more, rest = steps(n-3, 2)
	return endOfBlock + 1 + code, more, rest
}

// distanceCode is the same for the distance.
func distanceCode(n int) (code int, more uint, rest uint64) { return steps(n-1, 1) }

// steps numbers ranges that grow: 1<<fine of each size, those of size 1 twice as many.
func steps(n int, fine uint) (code int, more uint, rest uint64) {
	if n < 2<<fine {
		return n, 0, 0
	}
	more = uint(bits.Len(uint(n))) - 1 - fine
	return int(more)<<fine + n>>more, more, uint64(n) & (1<<more - 1)
}
