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
	dot := tileKey{kind: step, w: f.cell, h: f.cell}.pixels()
	for _, p := range dots {
		f.lay(img, dot, &in.arrow, int(p[0]), int(p[1]))
	}

	last, width := dots[len(dots)-1], shaft(unit)/unit
	st := lend(f.cell, f.cell)
	defer stencils.Put(st)
	mask, r := &st.mask, &st.r
	for y := range f.ranks {
		for x := range f.files {
			if !near(last, tip, x, y) {
				continue
			}
			r.Reset(f.cell, f.cell)
			at := func(p [2]float64) [2]float64 {
				return [2]float64{(p[0] - float64(x)) * unit, (p[1] - float64(y)) * unit}
			}
			n := [2]float64{-dir[1], dir[0]}
			end, foot := along(tip, dir, -headLength*0.9), along(tip, dir, -headLength)
			polygon(r, at(along(last, n, -width/2)), at(along(end, n, -width/2)), at(along(end, n, width/2)), at(along(last, n, width/2)))
			polygon(r, at(along(foot, n, -headWidth/2)), at(tip), at(along(foot, n, headWidth/2)))
			r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
			for i, a := range mask.Pix {
				mask.Pix[i] = strength(coarse(a, shapeShades))
			}
			f.lay(img, mask.Pix, &in.arrow, x, y)
			if c := v.Cells[f.index(x, y)]; c.Label != "" {
				over := &in.onLight
				if c.Dark {
					over = &in.onDark
				}
				k := tileKey{kind: label, w: f.cell, h: f.cell, text: clip(c.Label)}
				for i, s := range k.pixels() { // only where the arrow hides it: twice would be bolder
					if mask.Pix[i] > 0 {
						mask.Pix[i] = s
					}
				}
				f.lay(img, mask.Pix, over, x, y)
			}
			clear(mask.Pix)
		}
	}
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

// lay lays a glaze over the square in column x and row y, as strongly as pix says pixel by pixel.
func (f format) lay(img *image.Paletted, pix []uint8, g *glaze, x, y int) {
	for dy := range f.cell {
		row := img.Pix[img.PixOffset(f.x0+x*f.cell, f.y0+y*f.cell+dy):][:f.cell]
		for dx, s := range pix[dy*f.cell:][:f.cell] {
			if s > 0 {
				row[dx] = g[s][row[dx]]
			}
		}
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
