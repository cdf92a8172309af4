package render

import (
	"image"
	"image/color"
	"math"

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
		w, h := float64(k.w), float64(k.h)
		c.figure(k.text, 0.85*min(w, h), t.letter, w/2, h/2, w)
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
	x, y = centred(x), centred(y)
	if k.mark == taken { // around the middle, where the way of the move may have a dot
		c.ring(unit/2, unit/2, 0.2*unit, 0.2*unit-max(0.04*unit, 1))
		c.fill(t.loss, 1)
	}
	if k.ringed {
		line, band := k.ringWidths()
		c.border(0, 2*line+band)
		c.fill(t.arrow, 1)
		c.border(line, line+band)
		c.fill(t.lamp, 1)
	}
	if k.side == engine.First || k.side == engine.Second {
		c.piece(t.piece(k.side), k.king, x, y, unit)
	}
	if labelSize*unit < minLabel { // it may reach over the piece: part them
		for _, d := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			k.label(c, d[0], d[1])
			c.cover(t.square(k.dark, k.mark), 1, textShades)
		}
	}
	k.label(c, 0, 0)
	c.cover(ink, 1, textShades)
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

// label puts the text of a tile into the mask, in its upper left corner, dx, dy pixels off.
func (k tileKey) label(c *canvas, dx, dy float64) {
	if k.text == "" {
		return
	}
	unit := float64(min(k.w, k.h))
	pad := 0.045 * unit
	if k.ringed {
		line, band := k.ringWidths()
		pad = max(pad, 2*line+band+1)
	}
	c.letters(k.text, max(labelSize*unit, minLabel), unit-2*pad, func(_, height float64) (x, y float64) {
		return pad + dx, pad + height + dy
	})
}

// ringWidths are the widths in pixels of a ring's bright band and of the dark lines on both sides of it. Rings are as
// square as their cells: straight edges make small files.
func (k tileKey) ringWidths() (line, band float64) {
	unit := float64(min(k.w, k.h))
	return max(math.Round(0.018*unit), 1), max(math.Round(0.045*unit), 2)
}

// strengths is how much of each pixel a label or a dot covers.
func (k tileKey) strengths() []uint8 {
	c := newCanvas(k.w, k.h, color.RGBA{})
	shades := textShades
	if k.kind == label {
		k.label(c, 0, 0)
	} else {
		arc(c.r, float64(k.w)/2, float64(k.h)/2, float64(k.w)/2, 1)
		c.r.Draw(c.mask, c.mask.Rect, image.Opaque, image.Point{})
		shades = shapeShades
	}
	for i, a := range c.mask.Pix {
		c.mask.Pix[i] = strength(coarse(a, shades))
	}
	return c.mask.Pix
}

// strength is an opacity in steps of a glaze.
func strength(alpha uint8) uint8 { return uint8((int(alpha)*(glazes-1) + 127) / 255) }

// Measures of a piece as parts of a square's width.
const (
	pieceRadius = 0.37
	pieceDepth  = 0.055 // of the visible side of one disc
)

// centred is the middle of a pixel: what is drawn around it looks the same above and below.
func centred(x float64) float64 { return math.Floor(x) + 0.5 }

// piece draws a disc around x, y, or two stacked ones with a crown. Both are made of the same rows of pixels as far as they
// can be.
func (c *canvas) piece(p *pieceTheme, king bool, x, y, unit float64) {
	r, depth := pieceRadius*unit, max(math.Round(pieceDepth*unit), 1)
	discs := 1
	if king {
		discs = 2
	}
	base := y + math.Round(depth/2)*float64(discs) // centre of the lowest edge

	c.disc(x, base+math.Round(0.035*unit), r)
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
			c.fill(p.crown, 1)
		case hatch: // the crown needs a ground of its own
			c.disc(x, top, 0.75*r)
			c.fill(p.face[0], 1)
		case ring:
			c.ring(x, top, 0.86*r, 0.86*r-max(0.028*unit, 1))
			c.fill(p.crown, 1)
		}
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
