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
	rows []byte // as they lie in a PNG: behind a byte that names the filter, two pixels in each

	// Rows of pixels, from and to, which are told by their difference from the one above: those where hardly two squares are
	// alike. What comes again as it was, such as squares without labels, is packed better as it is, and so are letters.
	differ [2]int

	fullness
}

// sheets lends the pixels of pictures; every pixel is written anew each time.
var sheets = sync.Pool{New: func() any { return new(sheet) }}

// packer compresses the rows of a picture.
type packer struct {
	packed bytes.Buffer
	levels []*zlib.Writer
}

// levels are those of compression that are tried one after the other. The first one is enough for nearly all boards of games, and
// the second one, which takes a third more time and has fewer inks, for all that were looked at; the last one takes two to three
// times as much: see BenchmarkPictureSize.
var levels = []int{5, 6, 8}

// Data is small enough with so many bytes, or with this part of the rows: wider pictures may be larger.
const (
	smallEnough = 11_880
	smallPart   = 22
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

// pack is the rows of a sheet in few inks as a zlib stream, valid until the next one is packed. It took so many levels.
func (p *packer) pack(s *sheet) (few []int, data []byte, tried int) {
	most := fewInks
	for i, w := range p.levels {
		if i == len(p.levels)-1 {
			s.differ = [2]int{} // a thorough search finds more in rows as they are
		}
		var to [maxInks]uint8
		few, to = s.reduce(most)
		s.halve(&to)
		most = fewerInks
		p.packed.Reset()
		w.Reset(&p.packed)
		w.Write(s.rows) // a buffer takes everything
		w.Close()
		if tried = i + 1; p.packed.Len() <= max(smallEnough, len(s.rows)/smallPart) {
			break
		}
	}
	return few, p.packed.Bytes(), tried
}

// blank is a sheet of a size whose pixels are anything.
func blank(width, height int, in *inks) *sheet {
	s := sheets.Get().(*sheet)
	n := width * height
	s.Pix = slices.Grow(s.Pix[:0], n)[:n]
	s.Stride, s.Rect, s.Palette, s.in = width, image.Rect(0, 0, width, height), in.palette, in
	s.differ, s.fullness = [2]int{}, usual
	row := 1 + (width+1)/2
	s.rows = slices.Grow(s.rows[:0], row*height)[:row*height]
	return s
}

// encode is the picture as a PNG of 16 colours. With two pixels in a byte it is not only smaller: the row of squares above is
// near enough for deflate to refer to it.
func (s *sheet) encode() []byte {
	p := packers.Get().(*packer)
	defer packers.Put(p)
	few, data, _ := p.pack(s)
	header := binary.BigEndian.AppendUint32(nil, uint32(s.Rect.Dx()))
	header = binary.BigEndian.AppendUint32(header, uint32(s.Rect.Dy()))
	header = append(header, 4, 3, 0, 0, 0) // bits, palette, deflate, the usual filters, not interlaced
	var palette []byte
	for _, i := range few {
		c := s.in.rgba[i]
		palette = append(palette, c.R, c.G, c.B)
	}
	out := make([]byte, 0, 128+len(data))
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
	fromAbove  = 2 // less the row above, byte by byte
)

// halve writes the rows: each ink as what to says.
func (s *sheet) halve(to *[maxInks]uint8) {
	var both [maxInks * maxInks]uint8 // what two pixels are in a row
	for i := range both {
		both[i] = to[i%maxInks]<<4 | to[i/maxInks]
	}
	pair := func(two uint64) uint32 { return uint32(both[two%maxInks|two>>2%(maxInks*maxInks)&^(maxInks-1)]) }
	four := func(eight uint64) uint32 {
		return pair(eight) | pair(eight>>16)<<8 | pair(eight>>32)<<16 | pair(eight>>48)<<24
	}
	width, size := s.Rect.Dx(), 1+(s.Rect.Dx()+1)/2
	whole := width / 8 * 8            // pixels that are taken eight at once
	last, bytes := uint64(0), four(0) // eight of them, and what they are in a row
	for y := range s.Rect.Dy() {
		row, pix := s.rows[y*size:][:size], s.Pix[y*width:][:width]
		if y < s.differ[0] || y >= s.differ[1] {
			row[0], row = unfiltered, row[1:]
			for x := 0; x < whole; x += 8 {
				if eight := binary.LittleEndian.Uint64(pix[x:]); eight != last { // most are as those before
					last, bytes = eight, four(eight)
				}
				binary.LittleEndian.PutUint32(row[x/2:], bytes)
			}
			for x := whole; x < width; x += 2 {
				row[x/2] = uint8(pair(two(pix[x:])))
			}
			continue
		}
		above := s.Pix[(y-1)*width:][:width]
		row[0], row = fromAbove, row[1:]
		clear(row)
		for x := 0; x < whole; x += 8 {
			here, before := binary.LittleEndian.Uint64(pix[x:]), binary.LittleEndian.Uint64(above[x:])
			if here != before { // most are alike
				binary.LittleEndian.PutUint32(row[x/2:], less(four(here), four(before)))
			}
		}
		for x := whole; x < width; x += 2 {
			row[x/2] = uint8(pair(two(pix[x:])) - pair(two(above[x:])))
		}
	}
}

// two is the next two pixels, or the last one.
func two(pix []uint8) uint64 {
	if len(pix) == 1 {
		return uint64(pix[0])
	}
	return uint64(pix[0]) | uint64(pix[1])<<8
}

// less subtracts four bytes from four others, each by itself.
func less(a, b uint32) uint32 {
	const high = 0x80808080
	return ((a | high) - (b &^ high)) ^ ((a ^ ^b) & high)
}

const (
	fewInks    = 16
	fewerInks  = 12   // where there is no room for more
	mostSigns  = 9    // that there are in a theme
	flatWeight = 8    // as much more a colour counts than a blend of others
	plenty     = 3200 // pixels in these rows; an ink that fills more is not more important
)

// reduce chooses so many inks that serve a picture best, first of all signs, although there is little of them, and says which of
// them stands for each ink of the theme.
func (s *sheet) reduce(most int) (few []int, to [maxInks]uint8) {
	in, img := s.in, &s.Paletted
	var count [maxInks]int
	some := max(min(img.Rect.Dy()/100, 5), 1) // of so many rows one tells enough: over all tiles, of all parts of one
	last, times := uint64(0), 0               // eight pixels; most are as those before
	add := func() {
		for i := range 8 {
			count[last>>(8*i)%maxInks] += times
		}
	}
	for y := 0; y < img.Rect.Dy(); y += some {
		pix := img.Pix[y*img.Stride:][:img.Stride]
		for ; len(pix) >= 8; pix = pix[8:] {
			if eight := binary.LittleEndian.Uint64(pix); eight != last {
				add()
				last, times = eight, 0
			}
			times++
		}
	}
	add()
	var weight, miss [maxInks]int
	used, signs := make([]int, 0, maxInks), make([]int, 0, fewInks)
	for i := range in.rgba {
		weight[i] = min(count[i], plenty)
		if i < in.flat {
			weight[i] *= flatWeight
		}
		if weight[i] > 0 {
			used = append(used, i)
		}
		if in.sign[i] && count[i] > 0 && len(signs) < mostSigns {
			signs = append(signs, i)
		}
		miss[i] = distance(hex(0x000000), hex(0xFFFFFF))
	}
	for len(few) < most {
		var best int
		if len(few) < len(signs) {
			best = signs[len(few)]
		} else {
			best = in.serves(used, &weight, &miss)
		}
		if best < 0 {
			break
		}
		for i := range in.rgba {
			if d := in.apart[best][i]; d < miss[i] {
				miss[i], to[i] = d, uint8(len(few))
			}
		}
		few = append(few, best)
	}
	return few, to
}

// serves is the ink, of those used, that brings the most pixels nearer to their colour, or -1 if none does.
func (in *inks) serves(used []int, weight, miss *[maxInks]int) int {
	best, most := -1, 0
	for _, c := range used {
		gain := 0
		for _, i := range used {
			gain += weight[i] * max(miss[i]-in.apart[c][i], 0)
		}
		if gain > most {
			best, most = c, gain
		}
	}
	return best
}
