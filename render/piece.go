package render

import (
	"image/color"
	"math"

	"tabuleiro/engine"
)

// Measures of a piece as parts of a square's width.
const (
	pieceRadius = 0.435
	ghostly     = 0.42 // of the colours of a piece are left where it was taken
	hollow      = 44   // pixels; in narrower squares there is no room for the hollow of a piece and its shadow
)

// centred is the middle of a pixel: what is drawn around it looks the same above and below.
func centred(x float64) float64 { return math.Floor(x) + 0.5 }

// Light and shade of pieces.
var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{0, 0, 0, 255}
)

// piece draws a man, or a king with its crown, around x, y: a turned disc with a rim, a hollow and the light from the
// left. Below its middle it looks as above it, for rows of pixels that were there before make small files.
func (c *canvas) piece(p *pieceTheme, king bool, x, y, unit float64) {
	r := pieceRadius * unit
	line := max(0.028*unit, 0.9)
	body, small := r-line, unit < hollow
	if !p.flat && !small {
		c.disc(x+0.045*unit, y, r)
		c.fillSharp(black, 0.3)
	}
	c.disc(x, y, r)
	c.fill(p.outline, 1)
	c.disc(x, y, body)
	switch {
	case p.flat:
		c.fill(p.face, 1)
	case small:
		c.fillSharp(p.rim, 1)
		c.disc(x, y, 0.84*body)
		c.fillSharp(p.face, 1)
	default:
		c.fillSharp(mix(p.face, p.outline, 0.4), 1)
		c.disc(x-0.05*body, y, 0.95*body)
		c.fillSharp(p.rim, 1)
		c.disc(x, y, 0.85*body)
		c.fillSharp(p.groove, 1)
		c.disc(x+0.02*body, y, 0.81*body)
		c.fillSharp(p.face, 1)
		c.disc(x-0.18*body, y, 0.55*body)
		c.fillSharp(white, 0.1)
	}
	if p.sign == hatch {
		c.stripes(x, y, body)
		c.fill(p.groove, 1)
	}
	if king {
		c.kingship(p, x, y, r)
		return
	}
	switch p.sign {
	case ring:
		c.ring(x, y, 0.62*r, 0.44*r)
		c.fill(p.groove, 1)
	case dot:
		c.disc(x, y, 0.32*r)
		c.fill(p.groove, 1)
	case noSign:
		if small {
			break
		}
		c.ring(x, y, 0.52*r, 0.41*r)
		c.fillSharp(p.groove, 1)
	}
}

// ghost draws a piece that was taken from a ground of this colour: pale, without light and shade.
func (c *canvas) ghost(p *pieceTheme, king bool, ground color.RGBA, x, y, unit float64) {
	pale := func(c color.RGBA) color.RGBA { return mix(ground, c, ghostly) }
	r := pieceRadius * unit
	c.disc(x, y, r)
	c.fill(pale(p.outline), 1)
	c.disc(x, y, r-max(0.028*unit, 0.9))
	c.fill(pale(p.face), 1)
	if king {
		c.crown(x, y-0.02*r, 1.16*r)
		c.fill(pale(p.crown), 1)
	}
}

// kingship draws a crown on a piece, and around it what tells the sides to those to whom colours say little.
func (c *canvas) kingship(p *pieceTheme, x, y, r float64) {
	switch p.sign {
	case dot:
		for k := range 8 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 4)
			c.disc(x+0.8*r*cos, y+0.8*r*sin, max(0.09*r, 1))
		}
		c.fill(p.crown, 1)
	case hatch: // the crown needs a ground of its own
		c.disc(x, y, 0.75*r)
		c.fill(p.face, 1)
	case ring:
		c.ring(x, y, 0.86*r, 0.86*r-max(0.075*r, 1))
		c.fill(p.crown, 1)
	}
	c.crown(x, y-0.02*r, 1.16*r)
	c.fill(p.crown, 1)
}

// stripes outlines upright stripes across a disc, which in heraldry stand for red. Below its middle they look as above
// it, and most rows of pixels as the next one.
func (c *canvas) stripes(x, y, r float64) {
	const count = 4
	pitch := 2 * r / count
	for k := range count {
		left := (float64(k)+0.5)*pitch - r - 0.2*pitch
		right := left + 0.4*pitch
		half := math.Sqrt(r*r - max(left*left, right*right))
		c.polygon([2]float64{x + left, y - half}, [2]float64{x + right, y - half}, [2]float64{x + right, y + half},
			[2]float64{x + left, y + half})
	}
}

// crown outlines a crown of the given width around a centre: a band, and three points with a pearl each.
func (c *canvas) crown(x, y, width float64) {
	at := func(u, v float64) [2]float64 { return [2]float64{x + u*width, y + v*width} }
	c.polygon(at(-0.36, 0.19), at(-0.46, -0.20), at(-0.21, 0.00), at(0, -0.34), at(0.21, 0.00), at(0.46, -0.20),
		at(0.36, 0.19))
	c.polygon(at(-0.36, 0.24), at(0.36, 0.24), at(0.34, 0.35), at(-0.34, 0.35))
	for _, p := range [][2]float64{at(-0.46, -0.22), at(0, -0.37), at(0.46, -0.22)} {
		c.disc(p[0], p[1], 0.075*width)
	}
}

// badge draws a piece of a side around x, y in a square of width r, ringed if the side is on turn.
func (c *canvas) badge(t *theme, s engine.Side, king, lit bool, x, y, r float64) {
	if lit {
		c.disc(x, y, 0.5*r)
		c.fill(t.lamp, 1)
		c.disc(x, y, 0.43*r) // without a gap the ring would be an outline
		c.fill(t.frame, 1)
	} else {
		c.disc(x, y, max(0.47*r, 0.36*r+1.6))
		c.fill(t.letter, 1) // a dark piece would sink into the frame
	}
	p := *t.piece(s)
	p.flat = true
	c.piece(&p, king, x, y, 0.36*r/pieceRadius)
}

// ground draws what a square is made of.
func (c *canvas) ground(t *theme, colour color.RGBA, dark bool) {
	w, h := float64(c.mask.Rect.Dx()), float64(c.mask.Rect.Dy())
	bar := func(left, top, right, bottom float64) { // whole pixels: edges straight down and across make small files
		at := func(x, y float64) [2]float64 { return [2]float64{math.Round(x * w), math.Round(y * h)} }
		c.polygon(at(left, top), at(right, top), at(right, bottom), at(left, bottom))
	}
	switch {
	case t.grain == timber:
		for _, y := range []float64{0.13, 0.38, 0.62, 0.86} {
			if dark {
				y = 1 - y
			}
			bar(0, y-0.02, 1, y+0.02)
		}
		c.fillSharp(mix(colour, t.edge, 0.07), 1)
	case t.grain == veins && !dark:
		bar(0, 0.22, 1, 0.25)
		bar(0, 0.68, 1, 0.75)
		c.fillSharp(mix(colour, t.dark, 0.22), 1)
	case t.grain == tile && !dark:
		for _, x := range []float64{0, 0.82} {
			bar(x, 0, x+0.18, 0.18)
			bar(x, 0.82, x+0.18, 1)
		}
		c.fillSharp(mix(colour, t.frame, 0.2), 1)
	}
}
