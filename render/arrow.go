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
	startDot   = 0.085 // radius
	clearance  = 0.44  // from the centre of a square with a piece to the tip
)

// arrow lays the way of the last move over the squares. It is drawn square by square, and only on those it crosses.
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
	ps[end] = along(tip, dir, -headLength*0.9)
	reach := append(ps[:end:end], tip)

	st := lend(f.cell, f.cell)
	defer stencils.Put(st)
	mask, r := &st.mask, &st.r
	for y := range f.ranks {
		for x := range f.files {
			if !near(reach, x, y) {
				continue
			}
			r.Reset(f.cell, f.cell)
			at := func(p [2]float64) [2]float64 {
				return [2]float64{(p[0] - float64(x)) * unit, (p[1] - float64(y)) * unit}
			}
			width := max(shaftWidth*unit, 2) / unit
			for i, p := range ps {
				q := at(p)
				switch i {
				case 0:
					arc(r, q[0], q[1], max(startDot, width*0.8)*unit, 1)
				case end:
				default:
					arc(r, q[0], q[1], width/2*unit, 1)
				}
				if i > 0 {
					d := direction(ps[i-1], p)
					n := [2]float64{-d[1], d[0]}
					polygon(r, at(along(ps[i-1], n, -width/2)), at(along(p, n, -width/2)), at(along(p, n, width/2)), at(along(ps[i-1], n, width/2)))
				}
			}
			n := [2]float64{-dir[1], dir[0]}
			foot := along(tip, dir, -headLength)
			polygon(r, at(along(foot, n, -headWidth/2)), at(tip), at(along(foot, n, headWidth/2)))
			r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
			for i, a := range mask.Pix {
				mask.Pix[i] = strength(a)
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

// near tells whether an arrow through ps can touch the square in column x and row y.
func near(ps [][2]float64, x, y int) bool {
	low := [2]float64{float64(x) - headWidth/2, float64(y) - headWidth/2}
	for i := 1; i < len(ps); i++ {
		from, to := 0.0, 1.0 // the part of the way that is as far to the right as the square, and as far down
		for k := range low {
			a, d, high := ps[i-1][k], ps[i][k]-ps[i-1][k], low[k]+1+headWidth
			switch {
			case d != 0:
				s, e := (low[k]-a)/d, (high-a)/d
				from, to = max(from, min(s, e)), min(to, max(s, e))
			case a < low[k] || a > high:
				to = -1
			}
		}
		if from <= to {
			return true
		}
	}
	return false
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
