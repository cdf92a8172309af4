package render

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
)

// sheet is a picture in the inks of a theme.
type sheet struct {
	image.Paletted
	in   *inks
	rows []byte // as they lie in a PNG: behind a byte that names the filter, an ink in each

	// Rows are told by their difference from the one above: those of points, which hardly differ. Squares, which come
	// again beside themselves, are packed better as they are.
	differ bool
}

// sheets lends the pixels of pictures; every pixel is written anew each time.
var sheets = sync.Pool{New: func() any { return new(sheet) }}

// packer compresses the rows of a picture.
type packer struct {
	packed bytes.Buffer
	levels []*zlib.Writer
}

// levels are those of compression that are tried one after the other. The first one is enough for boards of games; the
// second one takes two to three times as much: see BenchmarkPictureSize.
var levels = []int{5, 9}

// Data is small enough with so many bytes, or with this part of the pixels: wider pictures may be larger.
const (
	smallEnough = 19_500
	smallPart   = 26
)

// packers lends the working memory of compression.
var packers = sync.Pool{New: func() any {
	p := new(packer)
	for _, level := range levels {
		w, err := zlib.NewWriterLevel(&p.packed, level)
		if err != nil {
			panic("render: there is no such level of compression: " + err.Error())
		}
		p.levels = append(p.levels, w)
	}
	return p
}}

// pack is the rows of a sheet as a zlib stream, valid until the next one is packed. It took so many levels.
func (p *packer) pack(s *sheet) (data []byte, tried int) {
	width := s.Rect.Dx()
	for y := range s.Rect.Dy() {
		row := s.rows[y*(width+1):][:width+1]
		row[0] = unfiltered
		pix := s.Pix[y*width:][:width]
		if !s.differ || y == 0 {
			copy(row[1:], pix)
			continue
		}
		row[0], row = fromAbove, row[1:]
		for x, above := range s.Pix[(y-1)*width:][:width] {
			row[x] = pix[x] - above
		}
	}
	for _, w := range p.levels {
		p.packed.Reset()
		w.Reset(&p.packed)
		w.Write(s.rows) // a buffer takes everything
		w.Close()
		if tried++; p.packed.Len() <= max(smallEnough, len(s.rows)/smallPart) {
			break
		}
	}
	return p.packed.Bytes(), tried
}

// blank is a sheet of a size whose pixels are anything.
func blank(width, height int, in *inks) *sheet {
	s := sheets.Get().(*sheet)
	n := width * height
	s.Pix = slices.Grow(s.Pix[:0], n)[:n]
	s.Stride, s.Rect, s.Palette, s.in = width, image.Rect(0, 0, width, height), in.palette, in
	s.rows = slices.Grow(s.rows[:0], n+height)[:n+height]
	return s
}

// encode is the picture as a PNG in the inks of its theme.
func (s *sheet) encode() []byte {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	data, _ := p.pack(s)
	header := binary.BigEndian.AppendUint32(nil, uint32(s.Rect.Dx()))
	header = binary.BigEndian.AppendUint32(header, uint32(s.Rect.Dy()))
	header = append(header, 8, 3, 0, 0, 0) // bits, palette, deflate, the usual filters, not interlaced
	var palette []byte
	for _, c := range s.in.rgba {
		palette = append(palette, c.R, c.G, c.B)
	}
	out := make([]byte, 0, 512+len(data))
	out = append(out, "\x89PNG\r\n\x1a\n"...)
	out = appendChunk(out, "IHDR", header)
	out = appendChunk(out, "PLTE", palette)
	out = appendChunk(out, "IDAT", data)
	return appendChunk(out, "IEND", nil)
}

func appendChunk(out []byte, kind string, data []byte) []byte {
	out = binary.BigEndian.AppendUint32(out, uint32(len(data)))
	from := len(out)
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[from:]))
}

// The filters of a PNG's rows that are used.
const (
	unfiltered = 0
	fromAbove  = 2 // less the row above
)
