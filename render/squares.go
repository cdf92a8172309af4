package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// format is the layout of a picture of squares, in pixels.
type format struct {
	grid
	width, height int
	cell          int // width and height of a square
	x0, y0        int // upper left corner of the board
	wide, narrow  int // margins: with names (left and bottom), and without
	edges         bool
}

// squares is a board of cells.
type squares struct {
	view  engine.View
	style Style
	format
}

// measure chooses the largest cells that fit the width.
func (b *squares) measure() (size image.Point, err error) {
	v, f := b.view, &b.format
	if min(v.Files, v.Ranks) < 1 || max(v.Files, v.Ranks) > MaxSide || len(v.Cells) != v.Files*v.Ranks {
		return size, fmt.Errorf("%d cells in %d files and %d ranks: each must be 1 to %d", len(v.Cells), v.Files, v.Ranks,
			MaxSide)
	}
	width, err := b.style.width()
	if err != nil {
		return size, err
	}
	*f = format{grid: gridOf(v, b.style.Flip), width: width, wide: max(width/20, 6), narrow: max(width/64, 3)}
	labelled := slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Label != "" })
	if f.edges = v.Edges && !labelled; !f.edges { // squares have labels or named edges, never both
		f.wide = f.narrow
	}
	if f.cell = (width - f.wide - f.narrow) / v.Files; f.cell < minCell {
		return size, fmt.Errorf("%d files on %d pixels: cells would be smaller than %d", v.Files, width, minCell)
	}
	f.x0 = f.wide + (width-f.wide-f.narrow-f.cell*v.Files)/2
	f.y0 = f.narrow
	f.height = f.cell*v.Ranks + f.wide + f.narrow
	return image.Pt(f.width, f.height), nil
}

func (b *squares) draw(d *drawing, t *theme) {
	f, v, s := b.format, b.view, b.style
	f.frame(d, t)
	m := marks(v.Last, len(v.Cells))
	lined := !slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Dark != v.Cells[0].Dark })
	for i := range v.Cells {
		d.offset(f.corner(f.place(i)), func() { b.tile(d, t, i, m[i], lined) })
	}
	ways := d.layPaths(t, v.Last, s.Arrows, float64(f.cell), b.ribbons)
	if len(v.Last.Path) > 2 && crosses(v.Last.Path) {
		f.stops(d, v, t)
	}
	f.labels(d, v, s, t, ways)
}

// tile draws a square without its label, and the piece that stands there or that the last move took there.
func (b *squares) tile(d *drawing, t *theme, i int, m mark, lined bool) {
	c, last, unit := b.view.Cells[i], b.view.Last, float64(b.cell)
	ground, whole := t.square(c.Dark, c.Shade, m), image.Rect(0, 0, b.cell, b.cell)
	d.box(whole, ground)
	if !c.Shade && !lined {
		d.grain(t, ground, c.Dark, unit)
	}
	if lined {
		line := max(0.022*unit, 1)
		d.glaze(t.onLight, 0.55, rectangle(0, 0, unit, line), rectangle(0, line, line, unit))
	}
	if slices.Contains(b.style.Marked, i) {
		d.ring(t, whole, unit)
	}
	if c.Side != engine.Nobody {
		d.piece(t.piece(c.Side), c.King, unit/2, unit/2, unit)
	} else if lost := slices.Index(last.Taken, i); lost >= 0 && lost < len(last.Lost) {
		d.ghost(t.piece(last.Lost[lost].Side), last.Lost[lost].King, ground, unit/2, unit/2, unit)
	}
}

// grain draws the material of a square.
func (d *drawing) grain(t *theme, colour color.RGBA, dark bool, unit float64) {
	at := func(x float64) int { return int(math.Round(x * unit)) }
	bar := func(left, top, right, bottom float64, ink color.RGBA) {
		d.box(image.Rect(at(left), at(top), at(right), at(bottom)), ink)
	}
	switch {
	case t.grain == timber:
		for _, y := range []float64{0.13, 0.38, 0.62, 0.86} {
			if dark {
				y = 1 - y
			}
			bar(0, y-0.02, 1, y+0.02, mix(colour, t.edge, 0.07))
		}
	case t.grain == veins && !dark:
		bar(0, 0.22, 1, 0.25, mix(colour, t.dark, 0.22))
		bar(0, 0.68, 1, 0.75, mix(colour, t.dark, 0.22))
	case t.grain == glazed && !dark:
		for _, x := range []float64{0, 0.82} {
			bar(x, 0, x+0.18, 0.18, mix(colour, t.frame, 0.2))
			bar(x, 0.82, x+0.18, 1, mix(colour, t.frame, 0.2))
		}
	}
}

// labels writes the labels of squares, each in the first corner that no way crosses, at a size that fits beside a
// piece, or not at all. In a marked square the ring makes room for it.
func (f format) labels(d *drawing, v engine.View, s Style, t *theme, ways []ribbon) {
	m, cell := marks(v.Last, len(v.Cells)), float64(f.cell)
	pad := 0.03 * cell
	for i, c := range v.Cells {
		label, l := c.Label, letters{f.labelType(), false}
		width, empty := l.width(label), c.Side == engine.Nobody && m[i] != taken
		for l.size >= minLabel && !f.fits(empty, width+pad, l.capitals()+pad) {
			l.size -= 1 / capital
			width = l.width(label)
		}
		if label == "" || l.size < minLabel {
			continue
		}
		ground, ink := t.square(c.Dark, c.Shade, m[i]), t.onLight
		if c.Dark {
			ink = t.onDark
		}
		w, h := cell/2-pad-width/2, cell/2-pad-l.capitals()/2
		corners := f.corners(i, w, h)
		p := corners[max(slices.IndexFunc(corners, func(p point) bool {
			return !slices.ContainsFunc(ways, func(r ribbon) bool { return r.passes(p, 0.2*cell) })
		}), 0)]
		if slices.Contains(s.Marked, i) {
			d.clearRing(ground, f.centre(i), p, cell, math.Round(width+2*pad), math.Round(l.capitals()+2*pad))
		}
		d.write(label, l, ink, centred, p[0], p[1])
	}
}

// fits reports whether a label of a size in the corner of a square leaves the piece there uncovered.
func (f format) fits(empty bool, width, height float64) bool {
	half := float64(f.cell) / 2
	if empty {
		return max(width, height) <= 2*half
	}
	return width < half && math.Hypot(half-width, half-height) >= 2*pieceRadius*half
}

// corners returns four positions around the centre of a cell, the upper left one first.
func (f format) corners(cell int, across, down float64) []point {
	p := f.centre(cell)
	return []point{{p[0] - across, p[1] - down}, {p[0] + across, p[1] - down}, {p[0] - across, p[1] + down},
		{p[0] + across, p[1] + down}}
}

// frame draws what surrounds the board, with the names of files and ranks.
func (f format) frame(d *drawing, t *theme) {
	line := max(f.width/320, 1)
	all, board := image.Rect(0, 0, f.width, f.height), image.Rect(f.x0, f.y0, f.x0+f.files*f.cell, f.y0+f.ranks*f.cell)
	d.box(all, t.edge)
	d.box(all.Inset(line), t.frame)
	d.box(board.Inset(-line), t.edge)
	strip := float64(f.wide - f.narrow - line)
	if f.edges {
		size, half := 0.85*min(strip, float64(f.cell)), float64(f.cell)/2
		for x := range f.files {
			at := f.corner(x, 0)
			d.figure(string(f.fileName(x)), size, t.letter, float64(at.X)+half, float64(board.Max.Y+f.narrow)+strip/2, 2*half)
		}
		for y := range f.ranks {
			at := f.corner(0, y)
			d.figure(strconv.Itoa(f.rankName(y)), size, t.letter, float64(f.x0-2*line)-strip/2, float64(at.Y)+half, strip)
		}
	}
}

// corner returns the upper left corner of the square in column x and row y.
func (f format) corner(x, y int) image.Point { return image.Pt(f.x0+x*f.cell, f.y0+y*f.cell) }

// labelType returns the size in pixels of labels where no piece stands.
func (f format) labelType() float64 { return max(labelSize*float64(f.width), minLabel) }

// Type size of labels: in widths of the picture, and the minimum in pixels.
const (
	labelSize = 0.029
	minLabel  = 10
)
