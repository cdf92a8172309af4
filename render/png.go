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
	rows []byte // as they lie in a PNG: behind a byte that names the filter, none, two pixels in each
}

// sheets lends the pixels of pictures; every pixel is written anew each time.
var sheets = sync.Pool{New: func() any { return new(sheet) }}

// packer compresses the rows of a picture, fast and then, if that leaves them large, thoroughly.
type packer struct {
	packed  bytes.Buffer
	writers []*zlib.Writer
}

// packLevels are the levels of compression that are tried until the data is small enough. The first one takes half the time of
// the second and serves nearly all boards: see BenchmarkPictureSize.
var packLevels = [...]int{6, 8}

// Data is small enough with so many bytes, or with this part of the rows: wider pictures may be larger.
const (
	smallEnough = 11_800
	smallPart   = 22
)

// packers lends the working memory of compression.
var packers = sync.Pool{New: func() any {
	p := new(packer)
	for _, level := range packLevels {
		w, err := zlib.NewWriterLevel(&p.packed, level)
		if err != nil {
			panic("render: there is no such level of compression: " + err.Error())
		}
		p.writers = append(p.writers, w)
	}
	return p
}}

// pack is the rows as a zlib stream, valid until the next one is packed.
func (p *packer) pack(rows []byte) []byte {
	for _, w := range p.writers {
		p.packed.Reset()
		w.Reset(&p.packed)
		w.Write(rows) // a buffer takes everything
		w.Close()
		if p.packed.Len() <= max(smallEnough, len(rows)/smallPart) {
			break
		}
	}
	return p.packed.Bytes()
}

// blank is a sheet of a size whose pixels are anything.
func blank(width, height int, in *inks) *sheet {
	s := sheets.Get().(*sheet)
	n := width * height
	s.Pix = slices.Grow(s.Pix[:0], n)[:n]
	s.Stride, s.Rect, s.Palette, s.in = width, image.Rect(0, 0, width, height), in.palette, in
	row := 1 + (width+1)/2
	s.rows = slices.Grow(s.rows[:0], row*height)[:row*height]
	return s
}

// encode is the picture as a PNG of 16 colours. With two pixels in a byte it is not only smaller: the row of squares above is
// near enough for deflate to refer to it.
func (s *sheet) encode() []byte {
	few, to := s.in.reduce(&s.Paletted)
	s.halve(&to)
	header := binary.BigEndian.AppendUint32(nil, uint32(s.Rect.Dx()))
	header = binary.BigEndian.AppendUint32(header, uint32(s.Rect.Dy()))
	header = append(header, 4, 3, 0, 0, 0) // bits, palette, deflate, the usual filters, not interlaced
	var palette []byte
	for _, i := range few {
		c := s.in.rgba[i]
		palette = append(palette, c.R, c.G, c.B)
	}
	p := packers.Get().(*packer)
	defer packers.Put(p)
	data := p.pack(s.rows)

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

// halve writes the rows: each ink as what to says.
func (s *sheet) halve(to *[maxInks]uint8) {
	var both [maxInks * maxInks]uint8 // what two pixels are in a row
	for i := range both {
		both[i] = to[i%maxInks]<<4 | to[i/maxInks]
	}
	pair := func(two uint64) uint32 { return uint32(both[two%maxInks|two>>2%(maxInks*maxInks)&^(maxInks-1)]) }
	width, size := s.Rect.Dx(), 1+(s.Rect.Dx()+1)/2
	eight, four := uint64(0), pair(0)*0x1010101 // pixels, and their bytes
	for y := range s.Rect.Dy() {
		row, pix := s.rows[y*size:][:size], s.Pix[y*width:][:width]
		row[0], row = 0, row[1:]
		for len(pix) >= 8 && len(row) >= 4 {
			if next := binary.LittleEndian.Uint64(pix); next != eight { // most are as those before
				eight = next
				four = pair(next) | pair(next>>16)<<8 | pair(next>>32)<<16 | pair(next>>48)<<24
			}
			binary.LittleEndian.PutUint32(row, four)
			row, pix = row[4:], pix[8:]
		}
		for i, ink := range pix {
			if i%2 == 0 {
				row[i/2] = to[ink%maxInks] << 4
			} else {
				row[i/2] |= to[ink%maxInks]
			}
		}
	}
}

const (
	fewInks    = 16
	flatWeight = 8    // as much more a colour counts than a blend of others
	plenty     = 3200 // pixels in these rows; an ink that fills more is not more important
)

// reduce chooses the inks that serve a picture best, and says which of them stands for each ink of the theme.
func (in *inks) reduce(img *image.Paletted) (few []int, to [maxInks]uint8) {
	var count [4][maxInks]int32               // several, as the processor would wait for one that it has just written
	some := max(min(img.Rect.Dy()/100, 5), 1) // of so many rows one tells enough: over all tiles, of all parts of one
	for y := 0; y < img.Rect.Dy(); y += some {
		pix := img.Pix[y*img.Stride:][:img.Stride]
		for ; len(pix) >= 4; pix = pix[4:] {
			count[0][pix[0]%maxInks]++
			count[1][pix[1]%maxInks]++
			count[2][pix[2]%maxInks]++
			count[3][pix[3]%maxInks]++
		}
		for _, i := range pix {
			count[0][i%maxInks]++
		}
	}
	var weight, miss [maxInks]int
	for i := range in.rgba {
		weight[i] = int(min(count[0][i]+count[1][i]+count[2][i]+count[3][i], plenty))
		if i < in.flat {
			weight[i] *= flatWeight
		}
		miss[i] = distance(hex(0x000000), hex(0xFFFFFF))
	}
	for len(few) < fewInks {
		best, most := -1, 0
		for c := range in.rgba {
			if weight[c] == 0 {
				continue
			}
			gain := 0
			for i := range in.rgba {
				gain += weight[i] * max(miss[i]-in.apart[c][i], 0)
			}
			if gain > most {
				best, most = c, gain
			}
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
