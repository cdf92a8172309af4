package render

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// pointsFormat is the layout of a picture of a board of points, in pixels. From left to right: frame, six points, bar
// with the cube, six points, tray for checkers off, frame.
type pointsFormat struct {
	width, height int
	u             int // width of a point
	half          int // height of a row of points
	gap           int // between the rows, with room for dice
	y0            int // upper edge of the board
	left, right   int // left edges of the two fields
	bar, barW     int
	tray, trayW   int
	line          int // thickness of an edge
}

// x returns the left edge of column x.
func (f pointsFormat) x(x int) int {
	if x < columns/2 {
		return f.left + x*f.u
	}
	return f.right + (x-columns/2)*f.u
}

// y returns the upper edge of a row of points.
func (f pointsFormat) y(low bool) int {
	if low {
		return f.y0 + f.half + f.gap
	}
	return f.y0
}

func (f pointsFormat) bottom() int { return f.y0 + 2*f.half + f.gap }

// points is a board of 24 points.
type points struct {
	view  engine.View
	style Style
	table table
	pointsFormat
}

// measure chooses the widest points that fit the width.
func (b *points) measure() (size image.Point, err error) {
	width, err := b.style.width()
	if err != nil {
		return size, err
	}
	f := &b.pointsFormat
	*f = pointsFormat{width: width, y0: max(width/20, 14), line: max(width/320, 1)}
	margin := max(width/64, 3)
	wide := func() int { return 12*f.u + f.barW + 6*f.line + f.trayW }
	for f.u = (width - 2*margin) / 13; ; f.u-- {
		f.barW, f.trayW = f.u*11/10, f.u*9/10
		if wide() <= width-2*margin {
			break
		}
	}
	if f.u < minCell {
		return size, fmt.Errorf("a board of points on %d pixels: points would be narrower than %d", width, minCell)
	}
	f.left = (width - wide()) / 2
	f.bar = f.left + 6*f.u + 2*f.line
	f.right = f.bar + f.barW + 2*f.line
	f.tray = f.right + 6*f.u + 2*f.line
	f.half = f.u * 505 / 100
	f.gap = f.u * 13 / 10
	f.height = 2*f.half + f.gap + 2*f.y0
	return image.Pt(f.width, f.height), nil
}

func (b *points) draw(d *drawing, th *theme) {
	f, t := b.pointsFormat, b.table
	all := image.Rect(0, 0, f.width, f.height)
	d.box(all, th.edge)
	d.box(all.Inset(f.line), th.frame)
	for _, x := range []int{f.left, f.right} {
		field := image.Rect(x, f.y0, x+6*f.u, f.bottom())
		d.box(field.Inset(-f.line), th.edge)
		d.box(field, th.field)
	}
	d.box(image.Rect(f.bar, f.y0, f.bar+f.barW, f.bottom()), th.well)
	tray := image.Rect(f.tray, f.y0, f.tray+f.trayW, f.bottom())
	d.box(tray.Inset(-f.line), th.edge)
	d.box(tray, th.well)
	for _, low := range []bool{false, true} {
		f.row(d, t, th, low, b.style.Marked)
		f.player(d, t, th, low)
	}
	f.cube(d, t, th)
	d.layPaths(th, b.view.Last, b.style.Arrows, wider*float64(f.u), b.ribbons)
	f.dice(d, t, th, false) // on top of the arrows
	f.dice(d, t, th, true)
}

// row draws one row of points with their numbers, and the half of the bar beside it.
func (f pointsFormat) row(d *drawing, t table, th *theme, low bool, marked []int) {
	y, strip := f.y(low), float64(f.y0-3*f.line)
	names := float64(f.line) + strip/2
	if low {
		names += float64(f.bottom())
	}
	size := 0.9 * strip
	name := func(x, w int, text string) {
		d.figure(text, size, th.letter, float64(x)+float64(w)/2, names, float64(w))
	}
	for x := range columns {
		n := t.pointNumber(x, low)
		d.offset(image.Pt(f.x(x), y), func() { f.point(d, t, th, n, low, (x%2 == 0) == low, slices.Contains(marked, n)) })
		f.stack(d, t, th, n)
		name(f.x(x), f.u, strconv.Itoa(t.names.Point(n)))
	}
	side := t.sitting(!low) // the side that enters from the bar here
	if !low {
		y += f.barW // space for the cube
	}
	place := image.Rect(f.bar, y, f.bar+f.barW, y+f.half-f.barW)
	if slices.Contains(marked, side.Point(barOf)) {
		d.ring(th, place, float64(f.barW))
	}
	f.checkers(d, t, th, side.Point(barOf), side, t.Bar[side-engine.First], stackOnBar)
	name(f.bar, f.barW, Readable(t.words.Bar))
}

// player draws the borne-off checkers of the player at the bottom or at the top.
func (f pointsFormat) player(d *drawing, t table, th *theme, low bool) {
	side := t.sitting(low)
	high := f.half + f.gap/2
	place := image.Rect(f.tray, f.y0, f.tray+f.trayW, f.y0+high)
	if low {
		place = image.Rect(f.tray, f.bottom()-high, f.tray+f.trayW, f.bottom())
	}
	d.box(place, th.tray(t.last.in[side.Point(0)] > 0))
	d.offset(place.Min, func() { d.tray(th, side, t.Off[side-engine.First], low, place.Size()) })
}

// cube draws the cube on the bar: in the middle, or at the edge of its owner.
func (f pointsFormat) cube(d *drawing, t table, th *theme) {
	value, beside := t.cube()
	if value == 0 {
		return
	}
	text, y := strconv.Itoa(value), f.y0+f.half+(f.gap-f.barW)/2
	switch beside {
	case engine.Nobody:
		if value == 1 { // not doubled yet: as on a real cube
			text = "64"
		}
	case t.sitting(true):
		y = f.bottom() - f.barW
	default:
		y = f.y0
	}
	w := float64(f.barW)
	d.cube(th, text, t.Doubled, float64(f.bar)+w/2, float64(y)+w/2, w)
}

// dice draws the dice of a player on the player's right.
func (f pointsFormat) dice(d *drawing, t table, th *theme, low bool) {
	side := t.sitting(low)
	dice, used := t.rolled(side)
	size, space := f.gap, f.u/6
	x := f.left
	if low {
		x = f.right
	}
	x += (6*f.u - len(dice)*size - (len(dice)-1)*space) / 2
	for i, n := range dice {
		w := float64(size)
		d.die(th, side, n, used[i], float64(x+i*(size+space))+w/2, float64(f.y0+f.half)+w/2, w)
	}
}
