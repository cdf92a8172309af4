package render

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"tabuleiro/engine"
)

// models adds the colours of a board of points to its inks: those that lie flat, and tiles that show all the others.
func (t *theme) models(add func(color.RGBA), model func(tileKey)) {
	for _, c := range []color.RGBA{t.field, t.well, t.cubeFace, t.tray(arrived), mix(t.field, t.arrow, 0.5)} {
		add(c)
	}
	for _, m := range []mark{unmarked, left, arrived} {
		add(t.ground(m, false))
	}
	add(t.ground(arrived, true))
	const w, h = 40, 206 // a point of the default size
	for _, dark := range []bool{true, false} {
		model(tileKey{kind: point, w: w, h: h, dark: dark})
		model(tileKey{kind: point, w: w, h: h, dark: dark, mark: arrived, side: engine.First, count: 1})
		model(tileKey{kind: point, w: w, h: h, dark: dark, mark: arrived, hit: true, side: engine.Second, count: 1})
		for _, s := range sides {
			model(tileKey{kind: point, w: w, h: h, dark: dark, side: s, count: 5})
			model(tileKey{kind: point, w: w, h: h, dark: dark, side: s, count: 9, low: true})
		}
	}
	for _, s := range sides {
		p := t.piece(s)
		used := mix(mix(t.field, p.outline, usedPart), p.face, usedPart)
		add(used)
		add(mix(used, p.crown, usedPips))
		model(tileKey{kind: onBar, w: w, h: h, side: s, count: 3})
		model(tileKey{kind: tray, w: w, h: h, side: s, count: 7, mark: arrived})
		model(tileKey{kind: die, w: w, h: w, side: s, count: 5})
		model(tileKey{kind: die, w: w, h: w, side: s, count: 5, dark: true})
		model(tileKey{kind: player, side: s, w: 300, h: 38, text: "Ana", tail: "167 pips"})
	}
	model(tileKey{kind: cube, w: w, h: w, text: "64", lined: true})
	model(tileKey{kind: cube, w: w, h: w, text: "16"})
	model(tileKey{kind: tally, w: w, h: w, text: "167"})
}

// ground is the colour behind a point.
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

// tray is the colour behind the checkers that are off.
func (t *theme) tray(m mark) color.RGBA {
	if m == arrived {
		return mix(t.well, t.trail, 0.5)
	}
	return t.well
}

// paintPoints is a tile of a board of points in full colours.
func (k tileKey) paintPoints() *image.RGBA {
	t := k.theme
	switch k.kind {
	case point:
		c := newCanvas(k.w, k.h, t.ground(k.mark, k.hit))
		k.glow(c)
		k.point(c)
		return c.img
	case onBar:
		c := newCanvas(k.w, k.h, t.well)
		k.glow(c)
		k.bar(c)
		return c.img
	case tray:
		c := newCanvas(k.w, k.h, t.tray(k.mark))
		k.tray(c)
		return c.img
	case die:
		c := newCanvas(k.w, k.h, t.field)
		c.die(t, k.side, int(k.count), k.dark, float64(k.w)/2, float64(k.w)/2, float64(k.w))
		return c.img
	case cube:
		c := newCanvas(k.w, k.h, t.well)
		k.cube(c)
		return c.img
	}
	c := newCanvas(k.w, k.h, t.frame)
	c.figure(k.text, 0.88*float64(k.h), t.letter, float64(k.w)/2, float64(k.h)/2, float64(k.w))
	return c.img
}

// figure writes a number around a centre, smaller if it would not fit the room.
func (c *canvas) figure(s string, size float64, ink color.RGBA, x, y, room float64) {
	if s == "" {
		return
	}
	size = min(size, 0.98*size*room/textWidth(s, size))
	c.write(s, size, ink, math.Inf(1), func(width, height float64) (float64, float64) {
		return x - width/2, y + height/2
	})
}

// So much of their colours is left of a used die, and of its pips.
const (
	usedPart = 0.3
	usedPips = 0.75
)

const (
	checkerUnit  = 0.98 / 2 / pieceRadius // of a checker, in widths of a point: it fills its point nearly
	checkerPitch = 0.99
	edgePad      = 0.01 // between the edge of the board and a checker
)

// glow frames a place that is marked.
func (k tileKey) glow(c *canvas) {
	if k.ringed {
		line, band := k.ringWidths()
		c.border(0, 2*line+band)
		c.fill(k.theme.casing, 1)
		c.border(line, line+band)
		c.fill(k.theme.lamp, 1)
	}
}

// point draws a triangle with its checkers.
func (k tileKey) point(c *canvas) {
	t, w, h := k.theme, float64(k.w), float64(k.h)
	flip := func(y float64) float64 { // y counts from the edge of the board
		if k.low {
			return h - y
		}
		return y
	}
	tip := 0.93 * h
	a, b, d := [2]float64{0.04 * w, flip(0)}, [2]float64{0.96 * w, flip(0)}, [2]float64{0.5 * w, flip(tip)}
	if k.low {
		a, b = b, a
	}
	c.polygon(a, b, d)
	ink := t.square(k.dark, false, k.mark)
	c.fillSharp(ink, 1)
	c.grain(t, ink, k.dark, func(across, along float64) [2]float64 {
		return [2]float64{(0.5 + 0.46*across*(1-along)) * w, flip(along * tip)}
	})
	if k.hit {
		c.polygon(a, b, d)
		c.fillSharp(t.loss, 0.35)
	}
	at := func(i int) float64 { return flip((edgePad + 0.5 + float64(i)*checkerPitch) * w) }
	if k.hit && k.count < stack { // what was hit leaves a ring and a cross where there is room for them
		x, y := w/2, at(int(k.count))
		c.ring(x, y, 0.40*w, 0.40*w-max(0.05*w, 1))
		for _, d := range [][2]float64{{math.Sqrt2 / 2, math.Sqrt2 / 2}, {math.Sqrt2 / 2, -math.Sqrt2 / 2}} {
			n := [2]float64{-d[1], d[0]}
			a, b, half := along([2]float64{x, y}, d, -0.2*w), along([2]float64{x, y}, d, 0.2*w), max(0.05*w, 0.9)
			c.polygon(along(a, n, -half), along(b, n, -half), along(b, n, half), along(a, n, half))
		}
		c.fill(t.loss, 1)
	}
	if k.count > 0 {
		c.checkers(t, k.side, int(k.count), w/2, at, w, stack)
	}
}

// grain draws what a point is made of; at is where something lies in the tile: -1 to 1 across the point, 0 to 1 from
// its foot to its tip.
func (c *canvas) grain(t *theme, colour color.RGBA, dark bool, at func(across, along float64) [2]float64) {
	streak := func(left, right, thick float64) {
		c.polygon(at(-1, left), at(1, right), at(1, right+thick), at(-1, left+thick))
	}
	switch {
	case t.grain == timber:
		for _, y := range []float64{0.13, 0.31, 0.48, 0.66} {
			streak(y, y, 0.015)
		}
		c.fillSharp(mix(colour, t.edge, 0.1), 1)
	case t.grain == veins:
		streak(0.24, 0.2, 0.015)
		streak(0.42, 0.5, 0.03)
		over := t.dark
		if dark {
			over = t.light
		}
		c.fillSharp(mix(colour, over, 0.22), 1)
	case t.grain == tile && !dark:
		for _, y := range []float64{0.14, 0.37, 0.57} {
			c.polygon(at(-0.62, y), at(0, y+0.075), at(0.62, y), at(0, y-0.075))
		}
		c.fillSharp(mix(colour, t.dark, 0.55), 1)
	}
}

// checkers draws a stack; at is the height of the i-th one's centre.
func (c *canvas) checkers(t *theme, s engine.Side, count int, x float64, at func(i int) float64, w float64, stack int) {
	p := t.piece(s)
	high := min(count, stack)
	for i := range high {
		c.piece(p, false, x, centred(at(i)), checkerUnit*w)
	}
	if count > stack {
		c.disc(x, at(high-1), 0.38*w) // no sign behind the number
		c.fill(p.face, 1)
		c.figure(strconv.Itoa(count), 0.5*w, p.crown, x, at(high-1), 0.66*w)
	}
}

// bar draws the checkers that were hit, outwards from the middle.
func (k tileKey) bar(c *canvas) {
	w, h := float64(k.w), float64(k.h)
	if k.count > 0 {
		unit := w / 1.1
		c.checkers(k.theme, k.side, int(k.count), w/2, func(i int) float64 {
			y := (0.5 + float64(i)*checkerPitch) * unit
			if k.low {
				return y
			}
			return h - y
		}, unit, stackOnBar)
	}
}

// tray draws the checkers that are off edge on, and behind them their number.
func (k tileKey) tray(c *canvas) {
	t, w, h := k.theme, float64(k.w), float64(k.h)
	p := t.piece(k.side)
	if k.count == 0 {
		return
	}
	room := 0.62 * w // for the number
	pitch := (h - room) / (most + 0.75)
	line := max(0.06*pitch, 0.6)
	for i := range int(k.count) {
		y := (float64(i)+0.25)*pitch + float64(i/5)*0.12*pitch
		if k.low {
			y = h - y - pitch
		}
		rect := func(left, top, right, bottom float64) {
			c.polygon([2]float64{left, top}, [2]float64{right, top}, [2]float64{right, bottom}, [2]float64{left, bottom})
		}
		rect(0.1*w, y, 0.9*w, y+pitch-line)
		c.fill(p.outline, 1)
		rect(0.1*w+line, y+line, 0.9*w-line, y+pitch-2*line)
		c.fill(p.face, 1)
		rect(0.1*w+line, y+line, 0.9*w-line, y+2.2*line)
		c.fill(p.rim, 1)
	}
	y := (float64(k.count)+0.5)*pitch + room/2
	if k.low {
		y = h - y
	}
	c.figure(strconv.Itoa(int(k.count)), 0.55*w, t.onLight, w/2, y, 0.8*w)
}

// rounded outlines a square with round corners around a centre; r is half its width.
func (c *canvas) rounded(x, y, r, corner float64) {
	for _, d := range [][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		c.disc(x+d[0]*(r-corner), y+d[1]*(r-corner), corner)
	}
	in := r - corner
	c.polygon([2]float64{x - in, y - r}, [2]float64{x + in, y - r}, [2]float64{x + in, y + r}, [2]float64{x - in, y + r})
	c.polygon([2]float64{x - r, y - in}, [2]float64{x + r, y - in}, [2]float64{x + r, y + in}, [2]float64{x - r, y + in})
}

// die draws a die around x, y in the colour of a side; a used one fades into the ground.
func (c *canvas) die(t *theme, side engine.Side, n int, faded bool, x, y, w float64) {
	p, part := t.piece(side), 1.0
	if faded {
		part = usedPart
	}
	r := 0.43 * w
	c.rounded(x, y, r, 0.14*w)
	c.fill(p.outline, part)
	c.rounded(x, y, r-max(0.03*w, 0.8), 0.12*w)
	c.fill(p.face, part)
	for _, d := range pips[n] {
		c.disc(x+d[0]*0.235*w, y+d[1]*0.235*w, 0.095*w)
	}
	c.fill(p.crown, max(part, usedPips))
}

// pips are where the pips of a die lie around its centre.
var pips = [7][][2]float64{
	1: {{0, 0}},
	2: {{-1, 1}, {1, -1}},
	3: {{-1, 1}, {0, 0}, {1, -1}},
	4: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
	5: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, 0}},
	6: {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {-1, 0}, {1, 0}},
}

// cube draws the doubling cube, with a glow while it is offered.
func (k tileKey) cube(c *canvas) {
	t, w := k.theme, float64(min(k.w, k.h))
	x, y, r := float64(k.w)/2, float64(k.h)/2-0.015*w, 0.42*w
	if k.lined {
		c.rounded(x, y+0.015*w, 0.49*w, 0.16*w)
		c.fill(t.lamp, 1)
	} else {
		c.rounded(x+0.01*w, y+0.06*w, r, 0.1*w)
		c.fill(color.RGBA{A: 255}, 0.25)
	}
	c.rounded(x, y+0.03*w, r, 0.1*w)
	c.fill(t.first.outline, 0.85)
	c.rounded(x, y, r, 0.1*w)
	c.fill(t.edge, 1)
	c.rounded(x, y, r-max(0.025*w, 0.8), 0.08*w)
	c.fill(t.cubeFace, 1)
	c.figure(k.text, 0.46*w, t.edge, x, y, 0.66*w)
}
