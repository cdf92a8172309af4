package render

import (
	"image"
	"image/color"
	"math"

	"tabuleiro/engine"
)

// Measures of a piece in widths of a square.
const (
	pieceRadius = 0.385
	ghostly     = 0.3 // opacity of the ghost of a taken piece
	hollow      = 44  // pixels; narrower squares have no room for the groove and the shadow of a piece
)

// Highlights and shadows of pieces.
var (
	white = color.RGBA{255, 255, 255, 255}
	black = color.RGBA{0, 0, 0, 255}
)

// piece draws a man, or a king with its crown, centred at x, y: a turned disc lit from the left. Its lower half
// mirrors the upper one, because repeated rows of pixels make smaller files.
func (d *drawing) piece(p *pieceTheme, king bool, x, y, unit float64) {
	x, y = math.Floor(x)+0.5, math.Floor(y)+0.5
	r := pieceRadius * unit
	if !p.flat && unit >= hollow {
		d.glaze(black, 0.28, disc(x+0.045*unit, y, r))
	}
	body, small := r-max(0.045*unit, 1), unit < hollow
	part := func(ink color.RGBA, off, r float64) { d.fill(ink, disc(x-off*body, y, r*body)) }
	d.fill(p.outline, disc(x, y, r))
	switch {
	case p.flat:
		part(p.face, 0, 1)
	case small:
		part(p.rim, 0, 1)
		part(p.face, 0, 0.84)
	default:
		part(mix(p.face, p.outline, 0.5), 0, 1)
		part(p.rim, 0.04, 0.94)
		part(p.groove, 0, 0.83)
		part(mix(p.face, p.groove, 0.35), 0, 0.79)
		part(p.face, 0.05, 0.7)
		part(mix(p.face, white, 0.14), 0.14, 0.45)
	}
	if p.sign == hatch {
		d.fill(p.groove, stripes(x, y, body))
	}
	switch {
	case king:
		d.kingship(p, x, y, r)
	case p.sign == ring:
		d.fill(p.groove, annulus(x, y, 0.62*r, 0.44*r))
	case p.sign == dot:
		d.fill(p.groove, disc(x, y, 0.32*r))
	case p.sign == noSign && !small:
		d.fill(p.groove, annulus(x, y, 0.5*r, 0.42*r))
	}
}

// ghost draws a taken piece on a ground: pale, in a contrasting ring, with a cross or a crown.
func (d *drawing) ghost(p *pieceTheme, king bool, ground color.RGBA, x, y, unit float64) {
	r, ink := pieceRadius*unit, contrasting(ground, p.outline, p.face)
	d.fill(mix(ground, p.face, ghostly), disc(x, y, r))
	d.fill(ink, annulus(x, y, r, r-max(0.05*unit, 1.2)))
	if king {
		d.fill(ink, crown(x, y-0.02*r, 1.16*r))
	} else {
		d.fill(ink, cross(point{x, y}, 0.5*r, max(0.03*unit, 0.8)))
	}
}

// kingship draws the crown of a king, surrounded by the sign that tells the sides apart without colour.
func (d *drawing) kingship(p *pieceTheme, x, y, r float64) {
	switch p.sign {
	case dot:
		for k := range 8 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 4)
			d.fill(p.crown, disc(x+0.8*r*cos, y+0.8*r*sin, max(0.09*r, 1)))
		}
	case ring:
		d.fill(p.crown, annulus(x, y, 0.86*r, 0.86*r-max(0.075*r, 1)))
	}
	d.fill(p.crown, crown(x, y-0.02*r, 1.16*r))
}

// stripes returns vertical stripes across a disc, the hatching for red in heraldry.
func stripes(x, y, r float64) (all path) {
	const count = 4
	pitch := 2 * r / count
	for k := range count {
		left := (float64(k)+0.5)*pitch - r - 0.2*pitch
		right := left + 0.4*pitch
		half := math.Sqrt(r*r - max(left*left, right*right))
		all = append(all, rectangle(x+left, y-half, x+right, y+half)...)
	}
	return all
}

// crown returns a crown of a width: a band, and three points with a pearl each.
func crown(x, y, width float64) path {
	at := func(u, v float64) point { return point{x + u*width, y + v*width} }
	all := path{
		{at(-0.36, 0.19), at(-0.46, -0.20), at(-0.21, 0.00), at(0, -0.34), at(0.21, 0.00), at(0.46, -0.20), at(0.36, 0.19)},
		{at(-0.36, 0.24), at(0.36, 0.24), at(0.34, 0.35), at(-0.34, 0.35)},
	}
	for _, p := range []point{at(-0.46, -0.22), at(0, -0.37), at(0.46, -0.22)} {
		all = append(all, circle(p[0], p[1], 0.075*width, 1))
	}
	return all
}

// badge draws a piece of a side in a square of a width, with an edge that contrasts with the ground.
func (d *drawing) badge(t *theme, s engine.Side, king bool, edge color.RGBA, x, y, width float64) {
	d.fill(edge, disc(x, y, max(0.47*width, 0.36*width+1.6)))
	p := *t.piece(s)
	p.flat = true
	d.piece(&p, king, x, y, 0.36*width/pieceRadius)
}

// ring marks a rectangle with a frame, a band between lines that contrast with it; unit is the width of a place.
func (d *drawing) ring(t *theme, r image.Rectangle, unit float64) {
	line, thick := ringWidth(unit)
	w, h := float64(r.Dx()), float64(r.Dy())
	d.offset(r.Min, func() {
		d.fill(t.ringLine(), frame(w, h, 0, thick))
		d.fill(t.lamp, frame(w, h, line, thick-line))
	})
}

// ringWidth returns the width of a line of a ring, and that of the whole ring.
func ringWidth(unit float64) (line, thick float64) {
	line = max(math.Round(0.02*unit), 1)
	return line, 2*line + max(math.Round(0.05*unit), 2)
}

// clearRing removes the ring of a square around a centre behind a label of a size in one of its corners.
func (d *drawing) clearRing(ground color.RGBA, centre, label point, unit, w, h float64) {
	_, thick := ringWidth(unit)
	at := func(x, y float64) point { // counted from the corner
		return point{centre[0] + math.Copysign(unit/2-x, label[0]-centre[0]),
			centre[1] + math.Copysign(unit/2-y, label[1]-centre[1])}
	}
	d.fill(ground, polygon(at(0, 0), at(w, 0), at(w, thick), at(thick, thick), at(thick, h), at(0, h)))
}
