package render

import (
	"bytes"
	"compress/lzw"
	"math/rand/v2"
	"testing"
)

// Inks are packed to the bytes that the standard library makes of them: runs of clear ones and noise, few and more than there
// are codes for.
func TestLZW(t *testing.T) {
	var packer lzwPacker
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 18))
		width := 2 + r.IntN(6)
		clear := uint8(r.IntN(1 << width))
		inks := bytes.Repeat([]byte{clear}, r.IntN(20))
		for range r.IntN(1 + 1<<r.IntN(13)) {
			inks = append(inks, uint8(r.IntN(1<<width)))
			inks = append(inks, bytes.Repeat([]byte{clear}, max(r.IntN(1+1<<r.IntN(10))-8, 0))...)
		}
		var want bytes.Buffer
		w := lzw.NewWriter(&want, lzw.LSB, width)
		w.Write(inks)
		w.Close()
		if got := packer.pack(inks, width, clear); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("seed %d: %d inks of %d bits are %d bytes, want %d others", seed, len(inks), width, len(got), want.Len())
		}
	}
}
