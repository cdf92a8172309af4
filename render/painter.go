package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"slices"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/vector"
)

// painter paints drawings on a paletted picture, adding colours to its palette as needed.
type painter struct {
	image.Paletted
	rgba  []color.RGBA // the palette
	mask  image.Alpha
	outer vector.Rasterizer

	encoding *png.EncoderBuffer // reused memory of the encoder
}

// painters pools painters for their memory; every pixel is overwritten each time.
var painters = sync.Pool{New: func() any { return new(painter) }}

// maxInks is the maximum number of colours of a picture; one more index is left for the transparent colour.
const maxInks = 127

// newPainter returns a painter with an empty palette from the pool, to be put back.
func newPainter() *painter {
	p := painters.Get().(*painter)
	p.rgba = p.rgba[:0]
	return p
}

// draw paints a drawing of a size over the whole picture. The colours of its areas come first in the palette.
func (p *painter) draw(d *drawing, size image.Point) {
	p.Rect, p.Stride = image.Rectangle{Max: size}, size.X
	p.Pix = slices.Grow(p.Pix[:0], size.X*size.Y)[:size.X*size.Y]
	for _, it := range d.items {
		if it.part == 1 {
			p.ink(it.ink)
		}
	}
	for _, it := range d.items {
		it.paint(p)
	}
}

// ink returns the index of a colour in the palette, adding it if there is room, else of the nearest colour.
func (p *painter) ink(c color.RGBA) uint8 {
	i, near := p.nearest(c)
	if near > 0 && len(p.rgba) < maxInks {
		p.rgba = append(p.rgba, c)
		i = len(p.rgba) - 1
	}
	return uint8(i)
}

// alike is the greatest distance of colours that look alike at an edge.
const alike = 700

// blend returns a palette index for a colour laid over another with an opacity of part.
func (p *painter) blend(base uint8, over color.RGBA, part float64) uint8 {
	c := mix(p.rgba[base], over, part)
	i, near := p.nearest(c)
	if near > alike {
		return p.ink(c)
	}
	return uint8(i)
}

// nearest returns the index of the palette colour nearest to c, and its distance.
func (p *painter) nearest(c color.RGBA) (at, near int) {
	near = 1 << 30
	for i, has := range p.rgba {
		if n := distance(c, has); n < near {
			at, near = i, n
		}
	}
	return at, near
}

// shades is the number of opacity levels at an edge, from transparent to opaque. More are hardly visible but make
// files larger.
const shades = 3

// cover paints an ink through the mask, whose origin is at a place.
func (p *painter) cover(at image.Point, ink color.RGBA, part float64) {
	r := p.mask.Rect.Add(at).Intersect(p.Rect)
	from := r.Min.Sub(at)
	if r.Empty() {
		return
	}
	var over [shades][256]int16 // cache: 1 + the palette index that each index becomes; 0: not computed
	full := p.ink(ink)
	for y := range r.Dy() {
		row := p.Pix[p.PixOffset(r.Min.X, r.Min.Y+y):][:r.Dx()]
		opaque := p.mask.Pix[p.mask.PixOffset(from.X, from.Y+y):][:r.Dx()]
		for x := 0; x < len(row); x++ {
			if len(row)-x > 8 && binary.LittleEndian.Uint64(opaque[x:]) == 0 { // transparent, as most of the mask is
				x += 7
				continue
			}
			level := (int(opaque[x])*(shades-1) + 127) / 255
			switch {
			case level == 0:
			case level == shades-1 && part == 1:
				row[x] = full
			default:
				is := &over[level][row[x]]
				if *is == 0 {
					*is = 1 + int16(p.blend(row[x], ink, part*float64(level)/(shades-1)))
				}
				row[x] = uint8(*is - 1)
			}
		}
	}
}

// outline paints a filled path with its origin at a place.
func (p *painter) outline(outlines path, ink color.RGBA, part float64, at image.Point) {
	low, high := point{1e9, 1e9}, point{-1e9, -1e9}
	for _, outline := range outlines {
		for _, q := range outline {
			low, high = point{min(low[0], q[0]), min(low[1], q[1])}, point{max(high[0], q[0]), max(high[1], q[1])}
		}
	}
	r := image.Rect(int(low[0])-1, int(low[1])-1, int(high[0])+2, int(high[1])+2)
	r = r.Intersect(p.Rect.Sub(at))
	if r.Empty() {
		return
	}
	p.setMask(image.Rectangle{Max: r.Size()})
	p.outer.Reset(r.Dx(), r.Dy())
	for _, outline := range outlines {
		for i, q := range outline {
			x, y := float32(q[0]-float64(r.Min.X)), float32(q[1]-float64(r.Min.Y))
			if i == 0 {
				p.outer.MoveTo(x, y)
			} else {
				p.outer.LineTo(x, y)
			}
		}
		p.outer.ClosePath()
	}
	p.outer.DrawOp = draw.Src
	p.outer.Draw(&p.mask, p.mask.Rect, image.Opaque, image.Point{})
	p.cover(r.Min.Add(at), ink, part)
}

func (p *painter) box(r image.Rectangle, colour color.RGBA) {
	ink := p.ink(colour)
	if r = r.Intersect(p.Rect); r.Empty() {
		return
	}
	first := p.Pix[p.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for x := range first {
		first[x] = ink
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(p.Pix[p.PixOffset(r.Min.X, y):], first)
	}
}

// text paints a line whose baseline begins at a place.
func (p *painter) text(line string, l letters, ink color.RGBA, at image.Point) {
	face := l.face()
	bounds, _ := font.BoundString(face, line)
	p.setMask(image.Rect(bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil()))
	clear(p.mask.Pix)
	d := font.Drawer{Dst: &p.mask, Src: image.Opaque, Face: face}
	d.DrawString(line)
	p.cover(at, ink, 1)
}

// setMask makes the mask a rectangle of undefined opacity.
func (p *painter) setMask(r image.Rectangle) {
	p.mask.Rect, p.mask.Stride = r, r.Dx()
	p.mask.Pix = slices.Grow(p.mask.Pix[:0], r.Dx()*r.Dy())[:r.Dx()*r.Dy()]
}
