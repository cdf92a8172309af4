package render

import (
	"bytes"
	"compress/zlib"
	"io"
	"math/rand/v2"
	"testing"
)

// unpacked is what the standard library reads in a zlib stream.
func unpacked(t *testing.T, b []byte) []byte {
	t.Helper()
	r, err := zlib.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func FuzzPack(f *testing.F) {
	f.Add([]byte(nil), 1)
	f.Add([]byte("a"), 1)
	f.Add(bytes.Repeat([]byte("ab"), 40_000), 2)
	noise := make([]byte, 100_000)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	f.Add(noise, 321)
	for i := range noise {
		noise[i] %= 3
	}
	f.Add(noise, 321)
	p := new(packer)
	f.Fuzz(func(t *testing.T, rows []byte, width int) {
		if width < 1 {
			return
		}
		if got := unpacked(t, p.pack(nil, rows, width)); !bytes.Equal(got, rows) {
			t.Errorf("%d bytes come back as %d others", len(rows), len(got))
		}
	})
}

// A rare symbol's code would be too long here, as each comes about as often as all the rarer ones together.
func TestCodeLimit(t *testing.T) {
	counts := []int32{1, 1}
	for len(counts) < 30 {
		counts = append(counts, counts[len(counts)-1]+counts[len(counts)-2])
	}
	c := newCode(counts, 15)
	room := 0
	for i, s := range c {
		if s.size == 0 || s.size > 15 {
			t.Errorf("symbol %d has %d bits", i, s.size)
		}
		room += 1 << (15 - s.size)
	}
	if room != 1<<15 {
		t.Errorf("the code takes %d parts of %d", room, 1<<15)
	}
}
