package render

import (
	"image/color"
	"math"

	"tabuleiro/engine"
)

// Measures of a piece as parts of a square's width.
const (
	pieceRadius = 0.365
	grooveWidth = 0.045
	smallSquare = 64   // pixels; on narrower ones
	largeKing   = 1.15 // kings are so much larger
	ghostly     = 0.42 // of the colours of a piece are left where it was taken
)

// centred is the middle of a pixel: what is drawn around it looks the same above and below.
func centred(x float64) float64 { return math.Floor(x) + 0.5 }

// piece draws a man, or a king with its crown, around x, y. All but signs and crowns are rings around the centre: rows of
// pixels above it come again below, which makes small files.
func (c *canvas) piece(p *pieceTheme, king bool, x, y, unit float64) {
	r := pieceRadius * unit * kingScale(king, unit)
	line := max(0.025*unit, 0.9)
	c.disc(x, y, r)
	c.fill(p.outline, 1)
	c.disc(x, y, r-line)
	c.fill(p.face, 1)
	if p.sign == hatch {
		c.stripes(x, y, r-line)
		c.fill(p.groove, 1)
	}
	if king {
		c.kingship(p, x, y, r)
		return
	}
	switch groove := max(grooveWidth*unit, 1.2); p.sign {
	case ring:
		c.ring(x, y, 0.64*r, 0.64*r-1.4*groove)
	case dot:
		c.disc(x, y, 0.32*r)
	case noSign:
		c.ring(x, y, 0.60*r, 0.60*r-groove)
	}
	c.fill(p.groove, 1)
}

// ghost draws a piece that was taken from a ground of this colour: pale, without its ring.
func (c *canvas) ghost(p *pieceTheme, king bool, ground color.RGBA, x, y, unit float64) {
	pale := func(c color.RGBA) color.RGBA { return mix(ground, c, ghostly) }
	r := pieceRadius * unit * kingScale(king, unit)
	c.disc(x, y, r)
	c.fill(pale(p.outline), 1)
	c.disc(x, y, r-max(0.025*unit, 0.9))
	c.fill(pale(p.face), 1)
	if king {
		c.crown(x, y-0.02*r, 1.16*r)
		c.fill(pale(p.crown), 1)
	}
}

// kingScale is how much larger a piece is because it is a king.
func kingScale(king bool, unit float64) float64 {
	if king && unit < smallSquare {
		return largeKing
	}
	return 1
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

// stripes outlines upright stripes across a disc, which in heraldry stand for red. Below its middle they look as above it, and
// most rows of pixels as the next one.
func (c *canvas) stripes(x, y, r float64) {
	const count = 4
	pitch := 2 * r / count
	for k := range count {
		left := (float64(k)+0.5)*pitch - r - 0.2*pitch
		right := left + 0.4*pitch
		half := math.Sqrt(r*r - max(left*left, right*right))
		c.polygon([2]float64{x + left, y - half}, [2]float64{x + right, y - half}, [2]float64{x + right, y + half}, [2]float64{x + left, y + half})
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

// badge draws a piece of a side around x, y in a square of width r, ringed if the side is on turn.
func (c *canvas) badge(t *theme, s engine.Side, king, lit bool, x, y, r float64) {
	if lit {
		c.disc(x, y, 0.5*r)
		c.fill(t.lamp, 1)
		if t.lamp == t.piece(s).outline { // without a gap the ring would be an outline
			c.disc(x, y, 0.44*r)
			c.fill(t.frame, 1)
		}
	} else {
		c.disc(x, y, max(0.425*r, pieceRadius/0.95*r+1.35))
		c.fill(t.letter, 1) // a dark piece would sink into the frame
	}
	c.piece(t.piece(s), king, x, y, r/0.95/kingScale(king, r/0.95))
}
