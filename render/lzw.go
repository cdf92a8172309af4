package render

import (
	"encoding/binary"
	"sync"
)

// lzwPacker packs inks as a GIF has them: as codes for strings of inks. Each string that is written makes another one known,
// which is longer by the ink behind it. Most inks of a frame are clear: strings of nothing else are found by their length, which
// takes an animation a quarter of the time of the standard library, where inks are looked up one by one.
type lzwPacker struct {
	in   []uint8 // room for inks
	out  []byte
	bits uint32 // those that do not fill a byte yet
	held int    // so many

	ink, width int                  // bits of an ink, and of a code
	last       uint32               // the last code that stands for something
	clears     []uint32             // codes of strings of clear inks, by their length
	others     [2 * maxCodes]uint32 // of other strings: the code of all but the last ink, that ink, their own code
}

const maxCodes = 1 << 12

// lzwPackers lends them.
var lzwPackers = sync.Pool{New: func() any { return new(lzwPacker) }}

// pack is inks of so many bits as codes, valid until others are packed. One of the inks is clear.
func (z *lzwPacker) pack(inks []uint8, bits int, clear uint8) []byte {
	z.out, z.bits, z.held, z.ink, z.width = z.out[:0], 0, 0, bits, bits+1
	z.forget(clear)
	for len(inks) > 0 {
		code, n, free := z.longest(inks, clear)
		z.write(code)
		inks = inks[n:]
		switch {
		case !z.more():
			z.forget(clear)
		case len(inks) == 0:
		case free == nil:
			z.clears = append(z.clears, z.last)
		default:
			*free = (code<<8|uint32(inks[0]))*maxCodes + z.last
		}
	}
	z.write(1<<bits + 1) // the end
	if z.held > 0 {
		z.out = append(z.out, byte(z.bits))
	}
	return z.out
}

// forget begins anew: single inks are all that is known.
func (z *lzwPacker) forget(ink uint8) {
	z.write(1 << z.ink)
	z.width, z.last = z.ink+1, 1<<z.ink+1
	z.clears = append(z.clears[:0], 0, uint32(ink))
	clear(z.others[:])
}

// more takes another code, unless there is none left.
func (z *lzwPacker) more() bool {
	z.last++
	if z.last == 1<<z.width {
		z.width++
	}
	return z.last < maxCodes-1
}

// write writes a code.
func (z *lzwPacker) write(code uint32) {
	z.bits |= code << z.held
	for z.held += z.width; z.held >= 8; z.held -= 8 {
		z.out = append(z.out, byte(z.bits))
		z.bits >>= 8
	}
}

// longest is the code and the length of the longest known string at the beginning of inks, and the place for the one that is
// longer by an ink; it is nil if that is a clear one behind others.
func (z *lzwPacker) longest(inks []uint8, clear uint8) (code uint32, n int, free *uint32) {
	code, n = uint32(inks[0]), 1
	if inks[0] == clear {
		n = run(inks[:min(len(inks), len(z.clears)-1)], clear)
		code = z.clears[n]
		if n < len(inks) && inks[n] == clear {
			return code, n, nil
		}
	}
	for ; n < len(inks); n++ {
		ink, size := uint32(inks[n]), uint32(len(z.others))
		at := code*31 ^ ink
		for z.others[at%size] != 0 && z.others[at%size]/maxCodes != code<<8|ink {
			at++
		}
		if z.others[at%size] == 0 {
			return code, n, &z.others[at%size]
		}
		code = z.others[at%size] % maxCodes
	}
	return code, n, nil
}

// run is how many inks at the beginning are the same one.
func run(inks []uint8, ink uint8) int {
	n, eight := 0, uint64(ink)*0x0101010101010101
	for len(inks)-n >= 8 && binary.LittleEndian.Uint64(inks[n:]) == eight {
		n += 8
	}
	for n < len(inks) && inks[n] == ink {
		n++
	}
	return n
}
