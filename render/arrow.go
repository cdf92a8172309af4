package render

import (
	"image"
	"slices"

	"tabuleiro/engine"
)

// Measures of the way of a move as parts of a square's width.
const (
	shaftWidth = 0.06
	headLength = 0.20
	headWidth  = 0.24
	wayDot     = 0.085 // radius, where it begins
	clearance  = 0.44  // from the centre of a square with a piece to the tip
	overLabel  = 0.71  // the same where the way comes over the corner with the label: the whole head lies before it
)

// way is a line over the squares: from where a piece stood through every square where it landed, with an arrow at its end.
// Lengths are squares, from the upper left corner of the board.
type way struct {
	stops [][2]float64 // the last one is where the head begins
	dir   [2]float64   // of the head
	tip   [2]float64
}

// wayOf is the way of the last move; false if it has none.
func (f format) wayOf(v engine.View) (way, bool) {
	path := v.Last.Path
	if len(path) < 2 {
		return way{}, false
	}
	var w way
	for _, c := range path {
		x, y := f.place(c)
		w.stops = append(w.stops, [2]float64{float64(x) + 0.5, float64(y) + 0.5})
	}
	end := len(path) - 1
	w.tip, w.dir = w.stops[end], direction(w.stops[end-1], w.stops[end])
	switch to := v.Cells[path[end]]; {
	case to.Side != engine.Nobody && to.Label != "" && w.dir[0] > 0.3 && w.dir[1] > 0.3:
		w.tip = along(w.tip, w.dir, -overLabel)
	case to.Side != engine.Nobody:
		w.tip = along(w.tip, w.dir, -clearance)
	case f.out(v.Last):
		w.tip = along(w.tip, w.dir, 0.5)
	}
	w.stops[end] = along(w.tip, w.dir, -headLength)
	return w, true
}

// arrow lays the way of the last move over the squares, one by one, and only over those that it touches.
func (f format) arrow(img *image.Paletted, v engine.View, in *inks) {
	w, ok := f.wayOf(v)
	if !ok {
		return
	}
	st := lend(f.cell, f.cell)
	defer stencils.Put(st)
	for y := range f.ranks {
		for x := range f.files {
			if f.cut(st, w, x, y) {
				f.spare(st.mask.Pix, v.Cells[f.index(x, y)].Label)
				st.stamp(img, &in.arrow, f.corner(x, y))
			}
		}
	}
}

// cut puts into the stencil the part of a way that lies on the square in column x and row y; false if there is none.
func (f format) cut(st *stencil, w way, x, y int) bool {
	unit := float64(f.cell)
	half := shaft(unit) / unit / 2
	at := func(p [2]float64) [2]float64 {
		return [2]float64{(p[0] - float64(x)) * unit, (p[1] - float64(y)) * unit}
	}
	touched := false
	st.r.Reset(f.cell, f.cell)
	for i, from := range w.stops[:len(w.stops)-1] {
		to := w.stops[i+1]
		if !near(from, to, x, y) {
			continue
		}
		touched = true
		d := direction(from, to)
		n := [2]float64{-d[1], d[0]}
		polygon(&st.r, at(along(from, n, -half)), at(along(to, n, -half)), at(along(to, n, half)), at(along(from, n, half)))
		round, middle := half, at(from) // where the way turns
		if i == 0 {
			round = wayDot
		}
		arc(&st.r, middle[0], middle[1], round*unit, 1)
	}
	if foot := w.stops[len(w.stops)-1]; near(foot, w.tip, x, y) {
		touched = true
		n := [2]float64{-w.dir[1], w.dir[0]}
		polygon(&st.r, at(along(foot, n, -headWidth/2)), at(w.tip), at(along(foot, n, headWidth/2)))
	}
	if !touched {
		return false
	}
	st.cut()
	return true
}

// spare leaves the label of a square free of a way, and a little around it.
func (f format) spare(pix []uint8, text string) {
	if text == "" {
		return
	}
	k := tileKey{kind: label, w: f.cell, h: f.cell, text: clip(text), size: f.labelType()}
	for i, s := range k.pixels() {
		if s > 0 {
			pix[i] = 0
		}
	}
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
