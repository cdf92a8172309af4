package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"tabuleiro/engine"
)

// draw is the tile in the inks of its theme.
func (k tileKey) draw() []uint8 {
	in := k.theme.inks()
	pix := k.paint().Pix
	out := make([]uint8, len(pix)/4)
	known := make(map[color.RGBA]uint8)
	var last color.RGBA // runs of one colour are the rule
	var ink uint8
	for i := range out {
		c := color.RGBA{pix[4*i], pix[4*i+1], pix[4*i+2], 255}
		if c != last {
			n, ok := known[c]
			if !ok {
				n = uint8(in.nearest(c))
				known[c] = n
			}
			last, ink = c, n
		}
		out[i] = ink
	}
	return out
}

// paint is the tile in full colours.
func (k tileKey) paint() *image.RGBA {
	t := k.theme
	switch k.kind {
	case name:
		c := newCanvas(k.w, k.h, t.frame)
		size := 0.62 * float64(min(k.w, k.h))
		write(c.img, k.text, size, t.letter, 1, float64(k.w), func(width, height float64) (x, y float64) {
			return (float64(k.w) - width) / 2, (float64(k.h) + height) / 2
		})
		return c.img
	case turn:
		c := newCanvas(k.w, k.h, t.frame)
		c.badge(t, k.side, true, float64(k.w)/2, float64(k.h)/2, float64(min(k.w, k.h)))
		return c.img
	case title, player:
		return k.paintCaption()
	case point, onBar, tray, die, cube, tally, seat:
		return k.paintPoints()
	}

	c := newCanvas(k.w, k.h, t.square(k.dark, k.mark))
	unit := float64(min(k.w, k.h))
	if k.lined {
		line := max(0.015*unit, 1)
		c.polygon([2]float64{0, 0}, [2]float64{unit, 0}, [2]float64{unit, line}, [2]float64{line, line}, [2]float64{line, unit}, [2]float64{0, unit})
		c.fill(t.onLight, 0.55)
	}
	ink := t.onLight
	if k.dark {
		ink = t.onDark
	}
	x, y := 0.5*unit, 0.51*unit
	if k.text != "" { // make room for the label
		x, y = 0.54*unit, 0.555*unit
	}
	if k.mark == taken {
		c.ring(x, y, 0.31*unit, 0.275*unit)
		c.fill(t.loss, 1)
	}
	if k.side == engine.First || k.side == engine.Second {
		c.piece(t.piece(k.side), k.king, x, y, unit)
	}
	if k.ringed {
		c.ring(x, y, 0.49*unit, 0.49*unit-max(0.08*unit, 3))
		c.fill(t.arrow, 1)
		c.ring(x, y, 0.49*unit-max(0.02*unit, 1), 0.49*unit-max(0.06*unit, 2))
		c.fill(t.lamp, 1)
	}
	if labelSize*unit < minLabel { // it may reach over the piece: part them
		for _, d := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			k.label(c.img, t.square(k.dark, k.mark), 1, d[0], d[1])
		}
	}
	k.label(c.img, ink, labelPart, 0, 0)
	return c.img
}

// badge draws the disc of a side around x, y in a square of width r, ringed if it is on turn.
func (c *canvas) badge(t *theme, s engine.Side, lit bool, x, y, r float64) {
	p := t.piece(s)
	if lit {
		c.disc(x, y, 0.48*r)
		c.fill(t.lamp, 1)
	} else {
		c.disc(x, y, 0.395*r)
		c.fill(t.letter, 0.6) // a dark disc would sink into the frame
	}
	c.disc(x, y, 0.37*r)
	c.fill(p.outline, 1)
	c.disc(x, y, 0.33*r)
	c.fill(p.face[1], 1)
}

// Size of a label's type: as part of a square's width, and in pixels the smallest that can be read.
const (
	labelSize = 0.225
	minLabel  = 9
)

// label writes the text of a tile in its upper left corner, dx, dy pixels off.
func (k tileKey) label(dst draw.Image, ink color.RGBA, part, dx, dy float64) {
	if k.text == "" {
		return
	}
	unit := float64(min(k.w, k.h))
	pad := 0.045 * unit
	write(dst, k.text, max(labelSize*unit, minLabel), ink, part, unit-2*pad, func(_, height float64) (x, y float64) {
		return pad + dx, pad + height + dy
	})
}

// strengths is how much of each pixel the label covers.
func (k tileKey) strengths() []uint8 {
	mask := image.NewAlpha(image.Rect(0, 0, k.w, k.h))
	k.label(mask, color.RGBA{A: 255}, 1, 0, 0)
	for i, a := range mask.Pix {
		mask.Pix[i] = strength(a)
	}
	return mask.Pix
}

// strength is an opacity in steps of a glaze.
func strength(alpha uint8) uint8 { return uint8((int(alpha)*(glazes-1) + 127) / 255) }

// Measures of a piece as parts of a square's width.
const (
	pieceRadius = 0.37
	pieceDepth  = 0.055 // of the visible side of one disc
)

// piece draws a disc around x, y, or two stacked ones with a crown.
func (c *canvas) piece(p *pieceTheme, king bool, x, y, unit float64) {
	r, depth := pieceRadius*unit, pieceDepth*unit
	discs := 1
	if king {
		discs = 2
		r *= 0.97
	}
	base := y + depth*float64(discs)/2 // centre of the lowest edge

	c.disc(x+0.012*unit, base+0.028*unit, r+0.012*unit)
	c.fill(color.RGBA{A: 255}, 0.24)
	line := max(0.016*unit, 0.7)
	for i := range discs {
		low := base - depth*float64(i)
		high := low - depth
		c.pill(x, high, low, r)
		c.fill(p.outline, 1)
		c.pill(x, high, low-line/2, r-line)
		c.fill(p.side, 1)
		c.disc(x, high, r-line)
		c.fill(p.rim, 1)
	}
	top := base - depth*float64(discs)
	c.disc(x, top+0.005*unit, r-line-max(0.022*unit, 0.8))
	c.fill(p.face[0], 1)
	if p.sign == hatch {
		c.stripes(x, top, r-2*line)
		c.fill(p.groove, 1)
	}
	if king {
		switch p.sign {
		case dot:
			for k := range 8 {
				sin, cos := math.Sincos(float64(k) * math.Pi / 4)
				c.disc(x+0.8*r*cos, top+0.8*r*sin, max(0.035*unit, 1))
			}
		case hatch: // the crown needs a ground of its own
			c.disc(x, top, 0.75*r)
			c.fill(p.face[0], 1)
		default:
			c.ring(x, top, 0.86*r, 0.86*r-max(0.028*unit, 1))
		}
		c.fill(p.crown, 1)
		c.crown(x, top, 1.08*r)
		c.fill(p.crown, 1)
		return
	}
	switch p.sign {
	case ring:
		c.ring(x, top, 0.62*r, 0.62*r-max(0.06*unit, 1.5))
		c.fill(p.groove, 1)
	case dot:
		c.disc(x, top, 0.3*r)
		c.fill(p.groove, 1)
	case noSign:
		c.disc(x, top, 0.62*r)
		c.fill(p.groove, 1)
		c.disc(x, top+0.012*unit, 0.62*r-max(0.018*unit, 0.8))
		c.fill(p.face[1], 1)
	}
}

// stripes outlines slanting stripes across a disc.
func (c *canvas) stripes(x, y, r float64) {
	d, n := [2]float64{math.Sqrt2 / 2, -math.Sqrt2 / 2}, [2]float64{math.Sqrt2 / 2, math.Sqrt2 / 2}
	const count = 4
	pitch := 2 * r / count
	for k := range count {
		near := (float64(k)+0.5)*pitch - r - 0.2*pitch
		far := near + 0.4*pitch
		half := math.Sqrt(r*r - max(near*near, far*far))
		a, b := along([2]float64{x, y}, n, near), along([2]float64{x, y}, n, far)
		c.polygon(along(a, d, -half), along(a, d, half), along(b, d, half), along(b, d, -half))
	}
}

// crown outlines a crown of the given width around a centre: a band, and three points with a pearl each.
func (c *canvas) crown(x, y, width float64) {
	at := func(u, v float64) [2]float64 { return [2]float64{x + u*width, y + v*width} }
	c.polygon(at(-0.36, 0.19), at(-0.46, -0.20), at(-0.21, 0.00), at(0, -0.34), at(0.21, 0.00), at(0.46, -0.20), at(0.36, 0.19))
	c.polygon(at(-0.36, 0.24), at(0.36, 0.24), at(0.34, 0.35), at(-0.34, 0.35))
	for _, p := range [][2]float64{at(-0.46, -0.22), at(0, -0.37), at(0.46, -0.22)} {
		c.disc(p[0], p[1], 0.075*width)
	}
}

// canvas is a picture under the brush: outlines are gathered, then filled. Lengths are pixels, y grows downwards. Outlines
// run clockwise, so that those which overlap are one shape; a hole runs the other way.
type canvas struct {
	img *image.RGBA
	r   *vector.Rasterizer
}

func newCanvas(w, h int, ground color.RGBA) *canvas {
	c := &canvas{image.NewRGBA(image.Rect(0, 0, w, h)), vector.NewRasterizer(w, h)}
	draw.Draw(c.img, c.img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	return c
}

// fill paints what was outlined since the last fill.
func (c *canvas) fill(ink color.RGBA, part float64) {
	src := color.NRGBA{ink.R, ink.G, ink.B, uint8(part*255 + 0.5)}
	c.r.Draw(c.img, c.img.Bounds(), image.NewUniform(src), image.Point{})
	c.r.Reset(c.img.Rect.Dx(), c.img.Rect.Dy())
}

func (c *canvas) disc(x, y, r float64) { arc(c.r, x, y, r, 1) }

func (c *canvas) ring(x, y, outer, inner float64) {
	arc(c.r, x, y, outer, 1)
	arc(c.r, x, y, inner, -1)
}

// pill is a disc drawn out downwards, its centre from high to low.
func (c *canvas) pill(x, high, low, r float64) {
	c.disc(x, high, r)
	c.disc(x, low, r)
	c.polygon([2]float64{x - r, high}, [2]float64{x + r, high}, [2]float64{x + r, low}, [2]float64{x - r, low})
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
	f, err := opentype.Parse(gobold.TTF)
	if err != nil {
		panic("render: the built-in font cannot be read: " + err.Error())
	}
	return f
})

// write writes s with its start on the base line where place says, given its width and the height of its capitals. What
// goes beyond room is clipped, character by character.
func write(dst draw.Image, s string, size float64, ink color.RGBA, part, room float64, place func(width, height float64) (x, y float64)) {
	face, err := opentype.NewFace(bold(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("render: the built-in font has no such size: " + err.Error())
	}
	rs := []rune(s)
	for len(rs) > 1 && float64(font.MeasureString(face, string(rs)))/64 > room {
		rs = rs[:len(rs)-1]
	}
	height := math.Abs(float64(face.Metrics().CapHeight)) / 64
	x, y := place(float64(font.MeasureString(face, string(rs)))/64, height)
	d := font.Drawer{
		Dst:  dst,
		Src:  image.NewUniform(color.NRGBA{ink.R, ink.G, ink.B, uint8(part*255 + 0.5)}),
		Face: face,
		Dot:  fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	d.DrawString(string(rs))
}
