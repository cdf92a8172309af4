package render

import (
	"image"
	"math"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// How far from the centre of a square the tip of an arrow lies, in widths of a square.
const (
	clearance = 0.34 // where a piece stands there
	overLabel = 0.62 // where the way comes over the corner with the label: the whole head lies before it
	spotOff   = 0.31 // of a number, across and down

	leastShaft = 0.3 // of an arrow that begins beside the crown of a king
)

// ways lays the way of the last move and all arrows over the squares, and the labels of squares over them.
func (f format) ways(img *image.Paletted, v engine.View, s Style, t *theme) {
	var list []ribbon
	if r, ok := f.ribbon(v, v.Last); ok {
		list = append(list, r)
	}
	for _, a := range s.Arrows {
		r, ok := f.ribbon(v, a.Way)
		if ok {
			r.worse, r.number = a.Worse, a.Number
			list = append(list, r)
		}
	}
	lanes(list, lanePitch*float64(f.cell))
	if len(list) == 0 {
		return
	}
	ribbons(img, t, float64(f.cell), list)
	for i, c := range v.Cells {
		if c.Label != "" {
			x, y := f.place(i)
			f.spare(img, t, c, slices.Contains(s.Marked, i), f.corner(x, y))
		}
	}
	if len(v.Last.Path) > 2 && crosses(v.Last.Path) {
		f.stops(img, v, t)
	}
}

// ribbon is the way of a move in pixels; false if it has none.
func (f format) ribbon(v engine.View, t engine.Trace) (r ribbon, ok bool) {
	path := t.Path
	if len(path) < 2 {
		return r, false
	}
	for i, c := range path[1:] {
		r.hops = append(r.hops, [][2]float64{f.centre(path[i]), f.centre(c)})
	}
	r.spot = f.beside(r.hops[0])
	end := path[len(path)-1]
	dir := direction(r.hops[len(r.hops)-1][0], r.hops[len(r.hops)-1][1])
	switch {
	case v.Cells[end].Label != "" && dir[0] > 0.3 && dir[1] > 0.3:
		r.short = overLabel * float64(f.cell)
	case v.Cells[end].Side != engine.Nobody:
		r.short = clearance * float64(f.cell)
	case f.out(t):
		r.short = -0.5 * float64(f.cell)
	}
	if from := r.hops[0]; v.Cells[path[0]].Side != engine.Nobody { // a crown would be covered
		cell := float64(f.cell)
		room := math.Hypot(from[1][0]-from[0][0], from[1][1]-from[0][1]) - r.short - (headLength+leastShaft)*cell
		from[0] = along(from[0], direction(from[0], from[1]), max(min(clearance*cell, room), 0))
	}
	return r, true
}

// beside is where the number of a hop stands: in the corner of the square where it begins that is farthest from its
// line and, of two, behind it. It is never the one with the label.
func (f format) beside(hop [][2]float64) [2]float64 {
	dir, least, at := direction(hop[0], hop[1]), math.Inf(1), hop[0]
	for _, c := range [][2]float64{{1, 1}, {-1, 1}, {1, -1}} {
		ahead := c[0]*dir[0] + c[1]*dir[1]
		if near := math.Abs(ahead) + 0.1*ahead; near < least {
			least, at = near, along(hop[0], c, spotOff*float64(f.cell))
		}
	}
	return at
}

// centre is the middle of a cell in pixels.
func (f format) centre(cell int) [2]float64 {
	x, y := f.place(cell)
	p := f.corner(x, y)
	return [2]float64{float64(p.X) + float64(f.cell)/2, float64(p.Y) + float64(f.cell)/2}
}

// crosses tells whether a way comes over a cell twice, or back to where it began.
func crosses(path []int) bool {
	for i, c := range path {
		if slices.Contains(path[i+1:], c) {
			return true
		}
	}
	return false
}

// stops numbers where a way that crosses itself comes down.
func (f format) stops(img *image.Paletted, v engine.View, t *theme) {
	in := t.inks()
	n := int(spotSize*0.8*float64(f.cell)) | 1
	for i, c := range v.Last.Path[1 : len(v.Last.Path)-1] {
		p := f.centre(c)
		if v.Cells[c].Side != engine.Nobody || slices.Contains(v.Last.Path[:i+1], c) { // a piece or a number
			p = f.beside([][2]float64{p, f.centre(v.Last.Path[i+2])})
		}
		k := tileKey{kind: spot, w: n, h: n, text: strconv.Itoa(i + 1)}
		k.over(img, int(p[0])-n/2, int(p[1])-n/2, [...]uint8{
			0, uint8(in.nearest(t.casing)), uint8(in.nearest(t.arrow)), uint8(in.nearest(opposite(t.arrow)))})
	}
}

// spare lays the label of a square, ringed or not, and a little around it, over the ways.
func (f format) spare(img *image.Paletted, t *theme, c engine.Cell, ringed bool, at image.Point) {
	k := tileKey{kind: label, w: f.cell, h: f.cell, text: clip(c.Label), size: f.labelType(), ringed: ringed}
	ground, ink := t.light, t.onLight
	if c.Dark {
		ground, ink = t.dark, t.onDark
	}
	in := t.inks()
	arrow := []uint8{uint8(in.nearest(t.arrow)), uint8(in.nearest(t.loss))}
	if !ringed { // rings have the ink of casings
		arrow = append(arrow, uint8(in.nearest(t.casing)))
	}
	marks, touched := k.pixels(), false
	for i, m := range marks {
		if m > 0 && slices.Contains(arrow, img.Pix[img.PixOffset(at.X+i%k.w, at.Y+i/k.w)]) {
			touched = true
			break
		}
	}
	if touched {
		k.over(img, at.X, at.Y, [...]uint8{0, uint8(in.nearest(ground)), uint8(in.nearest(ink)), 0})
	}
}

// out tells whether a way leads out of the board: nobody else ends where something was taken. The last piece taken
// stood on the edge, and the way ends there.
func (g grid) out(t engine.Trace) bool {
	last := t.Path[len(t.Path)-1]
	x, y := g.place(last)
	return slices.Contains(t.Taken, last) && (x == 0 || y == 0 || x == g.files-1 || y == g.ranks-1)
}

// corner is the upper left corner of the square in column x and row y.
func (f format) corner(x, y int) image.Point { return image.Pt(f.x0+x*f.cell, f.y0+y*f.cell) }
