package render

import (
	"encoding/binary"
	"image"
	"image/draw"
	"slices"
	"sync"

	"golang.org/x/image/vector"
)

// stencil is the shape of an arrow in the making.
type stencil struct {
	mask image.Alpha
	r    vector.Rasterizer
}

var stencils = sync.Pool{New: func() any { return new(stencil) }}

// lend is a stencil of a size, to be put back.
func lend(w, h int) *stencil {
	s := stencils.Get().(*stencil)
	s.mask.Rect, s.mask.Stride = image.Rect(0, 0, w, h), w
	s.mask.Pix = slices.Grow(s.mask.Pix[:0], w*h)[:w*h]
	s.r.Reset(w, h)
	return s
}

// cut makes the stencil of what was outlined.
func (s *stencil) cut() {
	s.r.DrawOp = draw.Src
	s.r.Draw(&s.mask, s.mask.Rect, image.Opaque, image.Point{})
}

// stamp paints what lies under the stencil, its upper left corner at a point. Edges have no shades: they would make
// files large.
func (s *stencil) stamp(img *image.Paletted, ink uint8, at image.Point) {
	const most = 0x8080808080808080 // of a pixel has to be covered
	width := s.mask.Stride
	for y := range s.mask.Rect.Dy() {
		mask, row := s.mask.Pix[y*width:][:width], img.Pix[img.PixOffset(at.X, at.Y+y):][:width]
		for x := 0; x < width; x++ {
			if width-x >= 8 && binary.LittleEndian.Uint64(mask[x:])&most == 0 {
				x += 7
				continue
			}
			if mask[x] >= 0x80 {
				row[x] = ink
			}
		}
	}
}
