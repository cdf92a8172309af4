package render

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// pointsFormat is where things lie in a picture of a board of points, in pixels. From left to right: the frame, six
// points, the bar with the cube, six points, the tray for what is off, the frame.
type pointsFormat struct {
	width, height int
	u             int // width of a point
	half          int // height of a row of points
	gap           int // between the rows: room for dice
	y0            int // upper edge of the board
	left, right   int // left edges of the two fields
	bar, barW     int
	tray, trayW   int
	line          int // thickness of an edge
}

// measurePoints finds the widest points that fit the width.
func measurePoints(s Style) (pointsFormat, error) {
	width, err := s.width()
	if err != nil {
		return pointsFormat{}, err
	}
	f := pointsFormat{width: width, y0: max(width/20, 14), line: max(width/320, 1)}
	margin := max(width/64, 3)
	wide := func() int { return 12*f.u + f.barW + 6*f.line + f.trayW }
	for f.u = (width - 2*margin) / 13; ; f.u-- {
		f.barW, f.trayW = f.u*11/10, f.u*9/10
		if wide() <= width-2*margin {
			break
		}
	}
	if f.u < minCell {
		return pointsFormat{}, fmt.Errorf("a board of points on %d pixels: points would be narrower than %d", width, minCell)
	}
	f.left = (width - wide()) / 2
	f.bar = f.left + 6*f.u + 2*f.line
	f.right = f.bar + f.barW + 2*f.line
	f.tray = f.right + 6*f.u + 2*f.line
	f.half = f.u * 505 / 100
	f.gap = f.u * 13 / 10
	f.height = 2*f.half + f.gap + 2*f.y0
	return f, nil
}

// x is the left edge of column x of the points.
func (f pointsFormat) x(x int) int {
	if x < columns/2 {
		return f.left + x*f.u
	}
	return f.right + (x-columns/2)*f.u
}

// y is the upper edge of a row of points.
func (f pointsFormat) y(low bool) int {
	if low {
		return f.y0 + f.half + f.gap
	}
	return f.y0
}

func (f pointsFormat) bottom() int { return f.y0 + 2*f.half + f.gap }

func (b *points) measure() (a area, err error) {
	if err := checkPoints(b.view); err != nil {
		return area{}, err
	}
	for _, n := range b.style.Marked {
		if n < 0 || n > barOf {
			return area{}, fmt.Errorf("place %d of %d is to be marked", n, barOf)
		}
	}
	if b.places, err = measurePoints(b.style); err != nil {
		return area{}, err
	}
	return area{b.places.width, b.places.height}, nil
}

// draw puts the tiles together.
func (b *points) draw(img *image.Paletted, th *theme) {
	f, t, in := b.places, b.table, th.inks()
	frame, edge, field := in.nearest(th.frame), in.nearest(th.edge), in.nearest(th.field)
	paint(img, img.Rect, edge)
	paint(img, img.Rect.Inset(f.line), frame)
	for _, x := range []int{f.left, f.right} {
		r := image.Rect(x, f.y0, x+6*f.u, f.bottom())
		paint(img, r.Inset(-f.line), edge)
		paint(img, r, field)
	}
	paint(img, image.Rect(f.tray, f.y0, f.tray+f.trayW, f.bottom()).Inset(-f.line), edge)
	for _, r := range []image.Rectangle{image.Rect(f.tray, f.y0, f.tray+f.trayW, f.bottom()),
		image.Rect(f.bar, f.y0, f.bar+f.barW, f.bottom())} {
		paint(img, r, in.nearest(th.well))
	}

	for _, low := range []bool{false, true} {
		f.row(img, t, th, low, b.style.Marked)
		f.player(img, t, th, low)
	}
	f.cube(img, t, th)
	f.arrows(img, t, th, b.style.Arrows)
	f.dice(img, t, th, false) // over the arrows
	f.dice(img, t, th, true)
}

// row draws one row of points with their names, and the half of the bar beside it.
func (f pointsFormat) row(img *image.Paletted, t table, th *theme, low bool, marked []int) {
	y, bar := f.y(low), f.narrow()
	names, strip := f.line, f.y0-bar-f.line
	if low {
		names = f.bottom() + bar
	}
	for x := range columns {
		n := t.at(x, low)
		p := t.Points.Points[n-1]
		k := tileKey{theme: th, kind: point, w: f.u, h: f.half, low: low, dark: (x%2 == 0) == low}
		k.mark, k.hit, k.ringed = t.last.mark(n), t.last.hit[n], slices.Contains(marked, n)
		if p.Count > 0 {
			k.side, k.count = p.Side, int8(p.Count)
		}
		lay(img, k, f.x(x), y)
		lay(img, tileKey{theme: th, kind: tally, w: f.u, h: strip, text: strconv.Itoa(own(t.names, n))}, f.x(x), names)
	}
	side := t.sitting(!low) // who comes in here
	k := tileKey{theme: th, kind: onBar, w: f.barW, h: f.half - f.barW, low: low, side: side,
		count: int8(t.Bar[side-engine.First])}
	if k.ringed = slices.Contains(marked, own(side, barOf)); !low {
		y += f.barW // the room of the cube
	}
	lay(img, k, f.bar, y)
	lay(img, tileKey{theme: th, kind: tally, w: f.barW, h: strip, text: Readable(t.words.Bar)}, f.bar, names)
}

// narrow is the height of the light of the side on turn.
func (f pointsFormat) narrow() int { return 3 * f.line }

// player draws what belongs to the player at the bottom or at the top: what he has off, and whether it is his turn.
func (f pointsFormat) player(img *image.Paletted, t table, th *theme, low bool) {
	side := t.sitting(low)
	k := tileKey{theme: th, kind: tray, w: f.trayW, h: f.half + f.gap/2, low: low, side: side,
		count: int8(t.Off[side-engine.First])}
	if t.last.in[own(side, 0)] > 0 {
		k.mark = arrived
	}
	y := f.y0
	if low {
		y = f.bottom() - k.h
	}
	lay(img, k, f.tray, y)
	if side != t.turn {
		return
	}
	lamp := th.inks().nearest(th.lamp)
	for _, x := range []int{f.left, f.right} {
		bar := image.Rect(x, f.y0-f.narrow(), x+6*f.u, f.y0-f.line/2)
		if low {
			bar = image.Rect(x, f.bottom()+f.line/2, x+6*f.u, f.bottom()+f.narrow())
		}
		paint(img, bar, lamp)
	}
}

// cube draws the cube on the bar: in the middle, or at the edge of the one whose it is.
func (f pointsFormat) cube(img *image.Paletted, t table, th *theme) {
	value, beside := t.cube()
	if value == 0 {
		return
	}
	k := tileKey{theme: th, kind: cube, w: f.barW, h: f.barW, text: strconv.Itoa(value), lined: t.Doubled}
	y := f.y0 + f.half + (f.gap-f.barW)/2
	switch beside {
	case engine.Nobody:
		if value == 1 { // nobody has doubled: as on a real cube
			k.text = "64"
		}
	case t.sitting(true):
		y = f.bottom() - f.barW
	default:
		y = f.y0
	}
	lay(img, k, f.bar, y)
}

// dice draws the dice of a player on his right.
func (f pointsFormat) dice(img *image.Paletted, t table, th *theme, low bool) {
	dice, used := t.rolled(t.sitting(low))
	size, space := f.gap, f.u/6
	x := f.left
	if low {
		x = f.right
	}
	x += (6*f.u - len(dice)*size - (len(dice)-1)*space) / 2
	for i, d := range dice {
		k := tileKey{theme: th, kind: die, w: size, h: size, side: t.sitting(low), count: int8(d), dark: used[i]}
		lay(img, k, x+i*(size+space), f.y0+f.half)
	}
}
