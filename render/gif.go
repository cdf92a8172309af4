package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"math/bits"
	"time"
)

// gifWriter writes a GIF (89a), or a part of one, frame by frame, all of them in the inks of one theme and an ink that
// is clear. The encoder of the standard library wants all frames at once, which for a long game are hundreds of
// megabytes of pixels.
type gifWriter struct {
	out    bytes.Buffer
	clear  uint8 // the ink that lets through what was there before
	width  int   // bits of an ink
	packer *lzw.Writer
	packed bytes.Buffer // one frame
}

// gifEnd is how a GIF ends.
const gifEnd = "\x3B"

func newGIF(in *inks) *gifWriter {
	g := &gifWriter{clear: uint8(len(in.rgba)), width: bits.Len(uint(len(in.rgba)))}
	g.packer = lzw.NewWriter(&g.packed, lzw.LSB, g.width).(*lzw.Writer)
	return g
}

// begin writes the head of a GIF that runs again and again.
func (g *gifWriter) begin(size image.Point, in *inks) {
	g.out.WriteString("GIF89a")
	g.numbers(size.X, size.Y)
	g.out.Write([]byte{0x80 | byte(g.width-1), 0, 0}) // a palette for all frames; no background, square pixels
	table := make([]byte, 3<<g.width)
	for i, c := range in.rgba {
		table[3*i], table[3*i+1], table[3*i+2] = c.R, c.G, c.B
	}
	g.out.Write(table)
	g.out.WriteString("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00") // for ever
}

// numbers writes numbers of two bytes.
func (g *gifWriter) numbers(ns ...int) {
	for _, n := range ns {
		g.out.Write(binary.LittleEndian.AppendUint16(nil, uint16(n)))
	}
}

// frame lays a rectangle of inks over the frame before, to be seen for a time. Each of its rows begins a stride behind
// the one above.
func (g *gifWriter) frame(r image.Rectangle, pix []uint8, stride int, shown time.Duration) {
	g.out.WriteString("\x21\xF9\x04\x05") // it stays, and one ink is clear
	g.numbers(int(shown / (10 * time.Millisecond)))
	g.out.Write([]byte{g.clear, 0, 0x2C})
	g.numbers(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 0)
	g.out.Truncate(g.out.Len() - 1) // the last number has one byte: no palette of its own, not interlaced

	g.packed.Reset()
	g.packer.Reset(&g.packed, lzw.LSB, g.width)
	for y := range r.Dy() {
		g.packer.Write(pix[y*stride:][:r.Dx()]) // a buffer takes everything
	}
	g.packer.Close()
	g.out.WriteByte(byte(g.width))
	for g.packed.Len() > 0 {
		block := g.packed.Next(255)
		g.out.WriteByte(byte(len(block)))
		g.out.Write(block)
	}
	g.out.WriteByte(0)
}
