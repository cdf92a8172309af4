package render

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"tabuleiro/engine"
)

// ground returns the colour behind a point.
func (t *theme) ground(m mark, hit bool) color.RGBA {
	base := t.field
	if m != unmarked {
		over, part := t.tint(m)
		base = mix(base, over, part*0.7)
	}
	if hit {
		base = mix(base, t.loss, 0.45)
	}
	return base
}

// tray returns the colour behind borne-off checkers; lit says that the last play bore some off.
func (t *theme) tray(lit bool) color.RGBA {
	if lit {
		return mix(t.well, t.trail, 0.5)
	}
	return t.well
}

// Opacities of a used die and of its pips.
const (
	usedPart = 0.3
	usedPips = 0.75
)

const (
	checkerUnit  = 0.98 / 2 / pieceRadius // unit of a checker in widths of a point, so that it nearly fills its point
	checkerPitch = 0.99
	edgePad      = 0.01 // distance of a checker from the edge of the board
)

// point draws point n without its checkers.
func (f pointsFormat) point(d *drawing, t table, th *theme, n int, low, dark, marked bool) {
	w, h := float64(f.u), float64(f.half)
	whole := image.Rect(0, 0, f.u, f.half)
	hit, m := t.last.hit[n], t.last.mark(n)
	d.box(whole, th.ground(m, hit))
	if marked {
		d.ring(th, whole, w)
	}
	flip := func(y float64) float64 { // turns a distance from the edge of the board into y
		if low {
			return h - y
		}
		return y
	}
	tip := 0.93 * h
	triangle := polygon(point{0.04 * w, flip(0)}, point{0.96 * w, flip(0)}, point{0.5 * w, flip(tip)})
	ink := th.square(dark, false, m)
	d.fill(ink, triangle)
	d.pointGrain(th, ink, dark, func(across, along float64) point {
		return point{(0.5 + 0.46*across*(1-along)) * w, flip(along * tip)}
	})
	if hit {
		d.glaze(th.loss, 0.35, triangle)
	}
}

// stack draws the checkers on point n, and where there is room the mark of a hit.
func (f pointsFormat) stack(d *drawing, t table, th *theme, n int) {
	w, is := float64(f.u), t.Points.Points[n-1]
	if t.last.hit[n] && is.Count < stack { // a ring and a cross
		p := f.spot(t, n, is.Count, is.Side)
		d.fill(th.loss, annulus(p[0], p[1], 0.40*w, 0.40*w-max(0.05*w, 1)), cross(p, 0.2*w, max(0.05*w, 0.9)))
	}
	f.checkers(d, t, th, n, is.Side, is.Count, stack)
}

// cross returns two bars that cross at a point.
func cross(p point, long, half float64) path {
	const diagonal = math.Sqrt2 / 2
	a, b := point{diagonal, diagonal}, point{diagonal, -diagonal}
	return append(bar(along(p, a, -long), along(p, a, long), half), bar(along(p, b, -long), along(p, b, long), half)...)
}

// pointGrain draws the material of a point; at maps -1 to 1 across the point and 0 to 1 from its foot to its tip to a
// position in the tile.
func (d *drawing) pointGrain(t *theme, colour color.RGBA, dark bool, at func(across, along float64) point) {
	streak := func(left, right, thick float64) []point {
		return []point{at(-1, left), at(1, right), at(1, right+thick), at(-1, left+thick)}
	}
	switch {
	case t.grain == timber:
		for _, y := range []float64{0.13, 0.31, 0.48, 0.66} {
			d.fill(mix(colour, t.edge, 0.1), path{streak(y, y, 0.015)})
		}
	case t.grain == veins:
		over := t.dark
		if dark {
			over = t.light
		}
		d.fill(mix(colour, over, 0.22), path{streak(0.24, 0.2, 0.015)}, path{streak(0.42, 0.5, 0.03)})
	case t.grain == glazed && !dark:
		for _, y := range []float64{0.14, 0.37, 0.57} {
			d.fill(mix(colour, t.dark, 0.55), polygon(at(-0.62, y), at(0, y+0.075), at(0.62, y), at(0, y-0.075)))
		}
	}
}

// checkers draws the checkers of a side on a place, at most most of them.
func (f pointsFormat) checkers(d *drawing, t table, th *theme, n int, s engine.Side, count, most int) {
	w, look := float64(f.u), th.piece(s)
	for i := range min(count, most) {
		p := f.spot(t, n, i, s)
		d.piece(look, false, p[0], p[1], checkerUnit*w)
	}
	if count > most {
		p := f.spot(t, n, most-1, s)
		d.fill(look.face, disc(p[0], p[1], 0.38*w)) // covers the sign behind the number
		d.figure(strconv.Itoa(count), 0.5*w, look.crown, p[0], p[1], 0.66*w)
	}
}

// tray draws the borne-off checkers edge on, followed by their number.
func (d *drawing) tray(t *theme, s engine.Side, count int, low bool, size image.Point) {
	if count == 0 {
		return
	}
	p, w, h := t.piece(s), float64(size.X), float64(size.Y)
	room := 0.62 * w // width and height of the number
	pitch := (h - room) / (most + 0.75)
	line := max(0.06*pitch, 0.6)
	for i := range count {
		y := (float64(i)+0.25)*pitch + float64(i/5)*0.12*pitch
		if low {
			y = h - y - pitch
		}
		d.fill(p.outline, rectangle(0.1*w, y, 0.9*w, y+pitch-line))
		d.fill(p.face, rectangle(0.1*w+line, y+line, 0.9*w-line, y+pitch-2*line))
		d.fill(p.rim, rectangle(0.1*w+line, y+line, 0.9*w-line, y+2.2*line))
	}
	y := (float64(count)+0.5)*pitch + room/2
	if low {
		y = h - y
	}
	d.figure(strconv.Itoa(count), 0.55*w, t.onLight, w/2, y, 0.8*w)
}

// die draws a die at x, y in the colour of a side; a used one is faded.
func (d *drawing) die(t *theme, side engine.Side, n int, faded bool, x, y, w float64) {
	p, part := t.piece(side), 1.0
	if faded {
		part = usedPart
	}
	d.glaze(p.outline, part, rounded(x, y, 0.43*w, 0.14*w))
	d.glaze(p.face, part, rounded(x, y, 0.43*w-max(0.03*w, 0.8), 0.12*w))
	for _, at := range pips[n] {
		d.glaze(p.crown, max(part, usedPips), disc(x+at[0]*0.235*w, y+at[1]*0.235*w, 0.095*w))
	}
}

// pips holds the positions of the pips of a die relative to its centre.
var pips = [7][]point{
	1: {{0, 0}},
	2: {{-1, 1}, {1, -1}},
	3: {{-1, 1}, {0, 0}, {1, -1}},
	4: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
	5: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0}},
	6: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, 0}, {1, 0}},
}

// cube draws the doubling cube at x, y, with a glow while it is offered.
func (d *drawing) cube(t *theme, text string, offered bool, x, y, w float64) {
	y -= 0.015 * w
	r := 0.42 * w
	if offered {
		d.fill(t.lamp, rounded(x, y+0.015*w, 0.49*w, 0.16*w))
	} else {
		d.glaze(black, 0.25, rounded(x+0.01*w, y+0.06*w, r, 0.1*w))
	}
	d.glaze(t.first.outline, 0.85, rounded(x, y+0.03*w, r, 0.1*w))
	d.fill(t.edge, rounded(x, y, r, 0.1*w))
	d.fill(t.cubeFace, rounded(x, y, r-max(0.025*w, 0.8), 0.08*w))
	d.figure(text, 0.46*w, t.edge, x, y, 0.66*w)
}
