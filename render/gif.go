package render

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"time"
)

// gifWriter writes a GIF (89a) frame by frame, all of them in the inks of one palette and an ink that is clear. The
// encoder of the standard library wants all frames at once, which for a long game are hundreds of megabytes of pixels.
type gifWriter struct {
	out    bytes.Buffer // the frames
	packer *lzw.Writer
	packed bytes.Buffer // one frame
}

const (
	inkBits  = 7
	clearInk = maxInks // lets through what was there before
)

func newGIF() *gifWriter {
	g := new(gifWriter)
	g.packer = lzw.NewWriter(&g.packed, lzw.LSB, inkBits).(*lzw.Writer)
	return g
}

// file is a GIF of the frames that runs again and again.
func (g *gifWriter) file(size image.Point, inks []color.RGBA) []byte {
	head := []byte("GIF89a")
	head = binary.LittleEndian.AppendUint16(head, uint16(size.X))
	head = binary.LittleEndian.AppendUint16(head, uint16(size.Y))
	head = append(head, 0x80|(inkBits-1), 0, 0) // a palette for all frames; no background, square pixels
	for i := range 1 << inkBits {
		c := color.RGBA{}
		if i < len(inks) {
			c = inks[i]
		}
		head = append(head, c.R, c.G, c.B)
	}
	head = append(head, "\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00"...) // for ever
	return slices.Concat(head, g.out.Bytes(), []byte("\x3B"))
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
	g.out.Write([]byte{clearInk, 0, 0x2C})
	g.numbers(r.Min.X, r.Min.Y, r.Dx(), r.Dy(), 0)
	g.out.Truncate(g.out.Len() - 1) // the last number has one byte: no palette of its own, not interlaced

	g.packed.Reset()
	g.packer.Reset(&g.packed, lzw.LSB, inkBits)
	for y := range r.Dy() {
		g.packer.Write(pix[y*stride:][:r.Dx()]) // a buffer takes everything
	}
	g.packer.Close()
	g.out.WriteByte(inkBits)
	for g.packed.Len() > 0 {
		block := g.packed.Next(255)
		g.out.WriteByte(byte(len(block)))
		g.out.Write(block)
	}
	g.out.WriteByte(0)
}
