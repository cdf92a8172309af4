package render

import (
	"image"
	"image/color"
	"math"
	"slices"
)

// drawing is a display list: items painted in order, over each other. Lengths are in pixels, and y grows downwards.
type drawing struct {
	items []item
	at    image.Point // origin of coordinates
}

// item is an area of an ink with an opacity of part, 0 to 1.
type item struct {
	ink   color.RGBA
	part  float64
	paint func(p *painter)
}

func (d *drawing) fill(ink color.RGBA, paths ...path) { d.glaze(ink, 1, paths...) }

// glaze fills paths with an opacity of part. Overlapping parts are united; a hole runs counter-clockwise.
func (d *drawing) glaze(ink color.RGBA, part float64, paths ...path) {
	all, at := slices.Concat(paths...), d.at
	d.items = append(d.items, item{ink, part, func(p *painter) { p.outline(all, ink, part, at) }})
}

// box fills a rectangle of whole pixels.
func (d *drawing) box(r image.Rectangle, ink color.RGBA) {
	r = r.Add(d.at)
	d.items = append(d.items, item{ink, 1, func(p *painter) { p.box(r, ink) }})
}

// offset draws with the origin moved by corner.
func (d *drawing) offset(corner image.Point, draw func()) {
	before := d.at
	d.at = d.at.Add(corner)
	draw()
	d.at = before
}

// align says which point of a text its x is.
type align int

const (
	leftAligned align = iota
	centred
	rightAligned
)

// write writes a line at x, with the middle of its capitals at y, and returns its width.
func (d *drawing) write(line string, l letters, ink color.RGBA, to align, x, y float64) (width float64) {
	width = l.width(line)
	left := math.Round(x - float64(to)*width/2) // whole pixels, so that a letter has one shape and its baseline is sharp
	base := math.Round(y + l.capitals()/2)
	at := image.Pt(int(left), int(base)).Add(d.at)
	d.items = append(d.items, item{ink, 1, func(p *painter) { p.text(line, l, ink, at) }})
	return width
}

// figure writes a bold number centred in a space of width room, smaller if it does not fit.
func (d *drawing) figure(line string, size float64, ink color.RGBA, x, y, room float64) {
	l := letters{size, true}
	if wide := l.width(line); wide > 0 {
		l.size = min(size, 0.98*size*room/wide)
		d.write(line, l, ink, centred, x, y)
	}
}

// point is a position in a picture.
type point = [2]float64

// path is a set of closed outlines, which run clockwise.
type path [][]point

func polygon(ps ...point) path { return path{ps} }

func rectangle(left, top, right, bottom float64) path {
	return polygon(point{left, top}, point{right, top}, point{right, bottom}, point{left, bottom})
}

func disc(x, y, r float64) path { return path{circle(x, y, r, 1)} }

func annulus(x, y, outer, inner float64) path {
	return path{circle(x, y, outer, 1), circle(x, y, inner, -1)}
}

// circle approximates a circle by a polygon with enough corners; turn is -1 for a hole.
func circle(x, y, r, turn float64) []point {
	n := int(8 + 3*math.Sqrt(max(r, 0)))
	ps := make([]point, n)
	for i := range ps {
		sin, cos := math.Sincos(turn * 2 * math.Pi * float64(i) / float64(n))
		ps[i] = point{x + r*cos, y + r*sin}
	}
	return ps
}

// frame returns a frame inside a rectangle at the origin, from one distance to another from its edge.
func frame(w, h, from, to float64) path {
	return path{
		{{from, from}, {w - from, from}, {w - from, h - from}, {from, h - from}},
		{{to, to}, {to, h - to}, {w - to, h - to}, {w - to, to}},
	}
}

// rounded returns a square with round corners; r is half its width.
func rounded(x, y, r, corner float64) path {
	in := r - corner
	all := append(rectangle(x-in, y-r, x+in, y+r), rectangle(x-r, y-in, x+r, y+in)...)
	for _, d := range []point{{-in, -in}, {in, -in}, {in, in}, {-in, in}} {
		all = append(all, circle(x+d[0], y+d[1], corner, 1))
	}
	return all
}

// bar returns a straight bar from a to b, half pixels wide on each side.
func bar(a, b point, half float64) path {
	d := direction(a, b)
	n := point{-d[1], d[0]}
	return polygon(along(a, n, -half), along(b, n, -half), along(b, n, half), along(a, n, half))
}

// direction returns the unit vector from a to b; upwards if they are equal.
func direction(a, b point) point {
	dx, dy := b[0]-a[0], b[1]-a[1]
	if n := math.Hypot(dx, dy); n > 0 {
		return point{dx / n, dy / n}
	}
	return point{0, -1}
}

// along returns the point at distance n from p in direction d.
func along(p, d point, n float64) point { return point{p[0] + n*d[0], p[1] + n*d[1]} }
