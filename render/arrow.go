package render

import (
	"image"
	"math"
	"slices"

	"tabuleiro/engine"
)

// Measures of the arrow as parts of a square's width.
const (
	shaftWidth = 0.065
	headLength = 0.20
	headWidth  = 0.24
	wayDot     = 0.085 // radius
	clearance  = 0.44  // from the centre of a square with a piece to the tip
)

// arrow lays the way of the last move over the squares: a dot on each empty one, and an arrow from the last of them. A
// line all the way would strike the labels, and every row of pixels that it crosses makes the file larger. The arrow is drawn
// square by square, and only on those that it touches.
func (f format) arrow(img *image.Paletted, v engine.View, in *inks) {
	if len(v.Last.Path) < 2 {
		return
	}
	unit := float64(f.cell)
	ps := make([][2]float64, len(v.Last.Path)) // in squares, from the upper left corner of the board
	for i, c := range v.Last.Path {
		x, y := f.place(c)
		ps[i] = [2]float64{float64(x) + 0.5, float64(y) + 0.5}
	}
	end := len(ps) - 1
	tip, dir := ps[end], direction(ps[end-1], ps[end])
	switch {
	case v.Cells[v.Last.Path[end]].Side != engine.Nobody:
		tip = along(tip, dir, -clearance)
	case f.out(v.Last):
		tip = along(tip, dir, 0.5)
	}
	dots := f.dots(v, ps)
	edge := int(math.Round(unit/2 - max(wayDot*unit, 0.8*shaft(unit)))) // between a dot and the edges of its square
	dot := tileKey{kind: step, w: f.cell - 2*edge, h: f.cell - 2*edge}
	for _, p := range dots {
		in.arrow.lay(img, dot.pixels(), dot.w, f.corner(int(p[0]), int(p[1])).Add(image.Pt(edge, edge)))
	}

	st := lend(f.cell, f.cell)
	defer stencils.Put(st)
	from := dots[len(dots)-1]
	for y := range f.ranks {
		for x := range f.files {
			if near(from, tip, x, y) {
				f.point(st, from, tip, dir, x, y)
				in.arrow.lay(img, st.mask.Pix, f.cell, f.corner(x, y))
				f.relabel(img, v, &st.mask, in, x, y)
			}
		}
	}
}

// point puts into the stencil the part of an arrow that lies on the square in column x and row y.
func (f format) point(st *stencil, from, tip, dir [2]float64, x, y int) {
	unit := float64(f.cell)
	at := func(p [2]float64) [2]float64 {
		return [2]float64{(p[0] - float64(x)) * unit, (p[1] - float64(y)) * unit}
	}
	n, half := [2]float64{-dir[1], dir[0]}, shaft(unit)/unit/2
	end, foot := along(tip, dir, -headLength*0.9), along(tip, dir, -headLength)
	st.r.Reset(f.cell, f.cell)
	polygon(&st.r, at(along(from, n, -half)), at(along(end, n, -half)), at(along(end, n, half)), at(along(from, n, half)))
	polygon(&st.r, at(along(foot, n, -headWidth/2)), at(tip), at(along(foot, n, headWidth/2)))
	clear(st.mask.Pix)
	st.r.Draw(&st.mask, st.mask.Rect, image.Opaque, image.Point{})
	for i, a := range st.mask.Pix {
		st.mask.Pix[i] = strength(coarse(a, shapeShades))
	}
}

// relabel writes the label of a square anew where an arrow hides it; elsewhere twice would be bolder.
func (f format) relabel(img *image.Paletted, v engine.View, arrow *image.Alpha, in *inks, x, y int) {
	c := v.Cells[f.index(x, y)]
	if c.Label == "" {
		return
	}
	over := &in.onLight
	if c.Dark {
		over = &in.onDark
	}
	k := tileKey{kind: label, w: f.cell, h: f.cell, text: clip(c.Label)}
	for i, s := range k.pixels() {
		if arrow.Pix[i] > 0 {
			arrow.Pix[i] = s
		}
	}
	over.lay(img, arrow.Pix, f.cell, f.corner(x, y))
}

// dots are the middles of the squares on a way through ps, beginning with the first of ps and without the last; of those
// between only the empty ones.
func (f format) dots(v engine.View, ps [][2]float64) [][2]float64 {
	var dots [][2]float64
	for i, from := range ps[:len(ps)-1] {
		dx, dy := ps[i+1][0]-from[0], ps[i+1][1]-from[1]
		steps := max(math.Abs(dx), math.Abs(dy))
		dots = append(dots, from)
		for k := 1.0; k < steps; k++ {
			p := [2]float64{from[0] + dx*k/steps, from[1] + dy*k/steps}
			if v.Cells[f.index(int(p[0]), int(p[1]))].Side == engine.Nobody {
				dots = append(dots, p)
			}
		}
	}
	return dots
}

// shaft is the width of an arrow's shaft, in pixels, where squares are so wide.
func shaft(unit float64) float64 { return max(shaftWidth*unit, 2) }

// out tells whether a way leads out of the board: nobody else ends where something was taken. The last piece taken stood on
// the edge, and the way ends there.
func (g grid) out(t engine.Trace) bool {
	last := t.Path[len(t.Path)-1]
	x, y := g.place(last)
	return slices.Contains(t.Taken, last) && (x == 0 || y == 0 || x == g.files-1 || y == g.ranks-1)
}

// corner is the upper left corner of the square in column x and row y.
func (f format) corner(x, y int) image.Point { return image.Pt(f.x0+x*f.cell, f.y0+y*f.cell) }

// lay lays a glaze over a picture, as strongly as pix says pixel by pixel, in rows of a width that begin at a point.
func (g *glaze) lay(img *image.Paletted, pix []uint8, width int, from image.Point) {
	for y := from.Y; len(pix) > 0; y++ {
		row := img.Pix[img.PixOffset(from.X, y):][:width]
		for x, s := range pix[:width] {
			if s > 0 {
				row[x] = g[s][row[x]]
			}
		}
		pix = pix[width:]
	}
}

// near tells whether an arrow from a to b can touch the square in column x and row y.
func near(a, b [2]float64, x, y int) bool {
	low := [2]float64{float64(x) - headWidth/2, float64(y) - headWidth/2}
	from, to := 0.0, 1.0 // the part of the way that is as far to the right as the square, and as far down
	for k := range low {
		d, high := b[k]-a[k], low[k]+1+headWidth
		switch {
		case d != 0:
			s, e := (low[k]-a[k])/d, (high-a[k])/d
			from, to = max(from, min(s, e)), min(to, max(s, e))
		case a[k] < low[k] || a[k] > high:
			return false
		}
	}
	return from <= to
}

// direction is the way from a to b as a vector of length 1; where there is none it is upwards.
func direction(a, b [2]float64) [2]float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	if n := math.Hypot(dx, dy); n > 0 {
		return [2]float64{dx / n, dy / n}
	}
	return [2]float64{0, -1}
}

// along is the point at distance n from p in direction d.
func along(p, d [2]float64, n float64) [2]float64 { return [2]float64{p[0] + n*d[0], p[1] + n*d[1]} }
