package render

import (
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// canvas is a picture under the brush: outlines are gathered, then filled. Lengths are pixels, y grows downwards.
// Outlines run clockwise, so that those which overlap are one shape; a hole runs the other way.
type canvas struct {
	img  *image.RGBA
	mask *image.Alpha // what is about to be painted
	r    *vector.Rasterizer
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), mask: image.NewAlpha(image.Rect(0, 0, w, h)),
		r: vector.NewRasterizer(w, h)}
	c.r.DrawOp = draw.Src
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// shapeShades is how many shades the edge of a shape has between the ground and what is painted on it, these two
// included. The eye hardly misses the others, but they are what makes files large: with fewer, more rows of pixels are
// alike.
const shapeShades = 3

// textShades is that of letters of a size in pixels: large ones can do without shades between.
func textShades(size float64) int {
	if size < 14 {
		return 4
	}
	return 2
}

// coarse makes an opacity one of so many shades.
func coarse(alpha uint8, shades int) uint8 {
	most := shades - 1
	return uint8((int(alpha)*most + 127) / 255 * 255 / most)
}

// fill paints what was outlined since the last fill.
func (c *canvas) fill(ink color.RGBA, part float64) {
	c.flood(ink, part, shapeShades)
}

// fillSharp is fill for shapes whose edges may be without shades, as they are nearly straight down.
func (c *canvas) fillSharp(ink color.RGBA, part float64) { c.flood(ink, part, 2) }

func (c *canvas) flood(ink color.RGBA, part float64, shades int) {
	c.r.Draw(c.mask, c.mask.Rect, image.Opaque, image.Point{})
	c.r.Reset(c.mask.Rect.Dx(), c.mask.Rect.Dy())
	c.cover(ink, part, shades)
}

// cover paints what is in the mask, and clears it.
func (c *canvas) cover(ink color.RGBA, part float64, shades int) {
	mask := c.mask.Pix
	for i := 0; i < len(mask); i++ {
		if len(mask)-i > 8 && binary.LittleEndian.Uint64(mask[i:]) == 0 { // most of it
			i += 7
			continue
		}
		a := coarse(mask[i], shades)
		if a == 0 {
			continue
		}
		pix := c.img.Pix[4*i:][:4]
		over := ink
		if a < 255 || part < 1 {
			over = mix(color.RGBA{pix[0], pix[1], pix[2], 255}, ink, part*float64(a)/255)
		}
		pix[0], pix[1], pix[2] = over.R, over.G, over.B
	}
	clear(c.mask.Pix)
}

// inset paints something around x, y in a square of a width: on a canvas of its own, as every fill of a wide one takes
// its time.
func (c *canvas) inset(x, y, width float64, ground color.RGBA, paint func(c *canvas, x, y float64)) {
	n := int(width)
	small := newCanvas(n, n, ground)
	left, top := int(x-width/2), int(y-width/2)
	paint(small, x-float64(left), y-float64(top))
	draw.Draw(c.img, image.Rect(left, top, left+n, top+n), small.img, image.Point{}, draw.Src)
}

func (c *canvas) disc(x, y, r float64) { arc(c.r, x, y, r, 1) }

func (c *canvas) ring(x, y, outer, inner float64) {
	arc(c.r, x, y, outer, 1)
	arc(c.r, x, y, inner, -1)
}

// border outlines a frame as wide as the tile, from and to so many pixels inside its edge.
func (c *canvas) border(from, to float64) {
	w, h := float64(c.mask.Rect.Dx()), float64(c.mask.Rect.Dy())
	c.polygon([2]float64{from, from}, [2]float64{w - from, from}, [2]float64{w - from, h - from},
		[2]float64{from, h - from})
	c.polygon([2]float64{to, to}, [2]float64{to, h - to}, [2]float64{w - to, h - to}, [2]float64{w - to, to})
}

func (c *canvas) polygon(ps ...[2]float64) { polygon(c.r, ps...) }

// arc outlines a disc by four curves; turn is 1 for clockwise and -1 for a hole.
func arc(v *vector.Rasterizer, x, y, r, turn float64) {
	const bend = 0.5522847 // makes a cubic curve a quarter of a circle
	p := func(dx, dy float64) (float32, float32) { return float32(x + r*dx), float32(y + r*dy*turn) }
	v.MoveTo(p(1, 0))
	dx, dy := 1.0, 0.0
	for range 4 {
		nx, ny := -dy, dx
		ax, ay := p(dx+bend*nx, dy+bend*ny)
		bx, by := p(nx+bend*dx, ny+bend*dy)
		ex, ey := p(nx, ny)
		v.CubeTo(ax, ay, bx, by, ex, ey)
		dx, dy = nx, ny
	}
	v.ClosePath()
}

func polygon(v *vector.Rasterizer, ps ...[2]float64) {
	for i, p := range ps {
		if i == 0 {
			v.MoveTo(float32(p[0]), float32(p[1]))
			continue
		}
		v.LineTo(float32(p[0]), float32(p[1]))
	}
	v.ClosePath()
}

// bold is the typeface of everything written. It is part of the program, so that it cannot fail to be read.
var bold = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(dejavusanscondensedbold.TTF)
	if err != nil {
		panic("render: the built-in font cannot be read: " + err.Error())
	}
	return f
})

// capital is the height of capitals as a part of the size.
const capital = 0.729

// typeface is the typeface in a size, in pixels, or a little less: capitals are whole pixels high, which makes small
// files.
func typeface(size float64) font.Face {
	size = max(math.Floor(size*capital), 1) / capital
	f, err := opentype.NewFace(bold(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic("render: the built-in font has no such size: " + err.Error())
	}
	return f
}

// write writes s with its start on the base line where place says, given its width and the height of its capitals.
// Characters beyond room are left out.
func (c *canvas) write(s string, size float64, ink color.RGBA, room float64,
	place func(width, height float64) (x, y float64)) {
	c.letters(s, size, room, place)
	c.cover(ink, 1, textShades(size))
}

// letters puts into the mask what write writes.
func (c *canvas) letters(s string, size, room float64, place func(width, height float64) (x, y float64)) {
	face := typeface(size)
	rs := []rune(s)
	for len(rs) > 1 && float64(font.MeasureString(face, string(rs)))/64 > room {
		rs = rs[:len(rs)-1]
	}
	height := math.Abs(float64(face.Metrics().CapHeight)) / 64
	x, y := place(float64(font.MeasureString(face, string(rs)))/64, height)
	d := font.Drawer{
		Dst:  c.mask,
		Src:  image.Opaque,
		Face: face,
		Dot:  fixed.P(int(math.Round(x)), int(math.Round(y))), // a letter has one shape, its base line no blurred row
	}
	d.DrawString(string(rs))
}

// direction is the way from a to b as a vector of length 1; where there is none it is upwards.
func direction(a, b [2]float64) [2]float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	if n := math.Hypot(dx, dy); n > 0 {
		return [2]float64{dx / n, dy / n}
	}
	return [2]float64{0, -1}
}

// along is the point at distance n from p in direction d.
func along(p, d [2]float64, n float64) [2]float64 { return [2]float64{p[0] + n*d[0], p[1] + n*d[1]} }
