package render

import (
	"math"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// Distances on a square, in widths of a square.
const (
	clearance = 0.34 // of the tip of an arrow from the centre of a square with a piece
	spotOff   = 0.31 // of the disc of a number from the centre, across and down

	leastShaft = 0.3 // minimum length of the shaft of an arrow that begins beside the crown of a king
)

// ribbons returns the way of a move in pixels, if it has one.
func (b *squares) ribbons(t engine.Trace, _ bool) ribbons {
	f, v, r := b.format, b.view, ribbon{}
	path := t.Path
	if len(path) < 2 {
		return nil
	}
	for i, c := range path[1:] {
		r.hops = append(r.hops, []point{f.centre(path[i]), f.centre(c)})
	}
	end := path[len(path)-1]
	switch {
	case v.Cells[end].Side != engine.Nobody:
		r.short = clearance * float64(f.cell)
	case f.leavesBoard(t):
		r.short = -0.5 * float64(f.cell)
	}
	if from := r.hops[0]; v.Cells[path[0]].Side != engine.Nobody { // it would cover a crown
		cell := float64(f.cell)
		room := math.Hypot(from[1][0]-from[0][0], from[1][1]-from[0][1]) - r.short - (headLength+leastShaft)*cell
		from[0] = along(from[0], direction(from[0], from[1]), max(min(clearance*cell, room), 0))
	}
	return ribbons{r}
}

// hopLabel returns where to put the number of a hop: of the corners of its first square, except the one where labels
// go first, the one farthest from its line, preferring one behind it.
func (f format) hopLabel(hop []point) point {
	dir, least, at := direction(hop[0], hop[1]), math.Inf(1), hop[0]
	for _, c := range []point{{1, 1}, {-1, 1}, {1, -1}} {
		ahead := c[0]*dir[0] + c[1]*dir[1]
		if near := math.Abs(ahead) + 0.1*ahead; near < least {
			least, at = near, along(hop[0], c, spotOff*float64(f.cell))
		}
	}
	return at
}

// centre returns the centre of a cell in pixels.
func (f format) centre(cell int) point {
	x, y := f.place(cell)
	p := f.corner(x, y)
	return point{float64(p.X) + float64(f.cell)/2, float64(p.Y) + float64(f.cell)/2}
}

// crosses reports whether a path visits a cell twice.
func crosses(path []int) bool {
	for i, c := range path {
		if slices.Contains(path[i+1:], c) {
			return true
		}
	}
	return false
}

// stops numbers the landing places of a path that crosses itself.
func (f format) stops(d *drawing, v engine.View, t *theme) {
	for i, c := range v.Last.Path[1 : len(v.Last.Path)-1] {
		p := f.centre(c)
		if v.Cells[c].Side != engine.Nobody || slices.Contains(v.Last.Path[:i+1], c) { // a piece or a number
			p = f.hopLabel([]point{p, f.centre(v.Last.Path[i+2])})
		}
		d.spot(t.casing, t.arrow, strconv.Itoa(i+1), p, 0.8*spotSize*float64(f.cell))
	}
}

// leavesBoard reports whether a path leads off the board: such a path ends on the edge square of the last piece
// taken, and no other path ends where a piece was taken.
func (g grid) leavesBoard(t engine.Trace) bool {
	last := t.Path[len(t.Path)-1]
	x, y := g.place(last)
	return slices.Contains(t.Taken, last) && (x == 0 || y == 0 || x == g.files-1 || y == g.ranks-1)
}
