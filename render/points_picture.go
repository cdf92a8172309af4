package render

import (
	"fmt"
	"image"
	"strconv"

	"tabuleiro/engine"
)

// pointsFormat is where things lie in a picture of a board of points, in pixels. From left to right: the frame with the
// cube, six points, the bar, six points, the tray for what is off, the frame.
type pointsFormat struct {
	width, height int
	u             int // width of a point and of the bar
	half          int // height of a row of points
	gap           int // between the rows
	y0            int // upper edge of the board
	panel         int // left edge of the column with the cube
	left, right   int // left edges of the two fields
	bar           int // left edge of the checkers on the bar
	tray, trayW   int
	space         int // between the points and the tray
	line          int // thickness of an edge
}

// measurePoints finds the widest points that fit the width.
func measurePoints(s Style) (pointsFormat, error) {
	width, err := s.width()
	if err != nil {
		return pointsFormat{}, err
	}
	f := pointsFormat{width: width}
	margin := max(width/32, 4)
	f.y0 = max(width/17, 14)
	f.line = max(f.y0/14, 1)
	// In tenths of a point: 120 for the points, 10 for the bar, 12 for the cube, 12 for the tray and 3 beside it. Two pixels are
	// a byte: points at even places look alike in the file.
	wide := func() int { return 13*f.u + 4*f.line + 2*f.trayW + f.space }
	for f.u = ((width-2*margin)*10/158 + 1) &^ 1; ; f.u -= 2 {
		f.trayW, f.space = f.u*12/10&^1, f.u*3/10&^1
		if wide() <= width-margin {
			break
		}
	}
	if f.u < minCell {
		return pointsFormat{}, fmt.Errorf("a board of points on %d pixels: points would be narrower than %d", width, minCell)
	}
	f.panel = (width - wide()) / 2 &^ 1
	f.left = f.panel + f.trayW
	f.bar = f.left + 6*f.u + 2*f.line
	f.right = f.bar + f.u + 2*f.line
	f.tray = f.right + 6*f.u + f.space
	f.half = f.u * 515 / 100
	f.gap = f.u * 15 / 10
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
	if b.places, err = measurePoints(b.style); err != nil {
		return area{}, err
	}
	return area{b.places.width, b.places.height, [2]int{b.places.y0, b.places.bottom()}}, nil
}

// draw puts the tiles together.
func (b *points) draw(img *image.Paletted, th *theme) {
	f, t, in := b.places, b.table, th.inks()
	frame, edge, field := in.nearest(th.frame), in.nearest(th.edge), in.nearest(th.field)
	paint(img, img.Rect, edge)
	paint(img, img.Rect.Inset(f.line), frame)
	fields := [2]image.Rectangle{
		image.Rect(f.left, f.y0, f.left+6*f.u, f.bottom()),
		image.Rect(f.right, f.y0, f.right+6*f.u, f.bottom()),
	}
	for _, r := range fields {
		paint(img, r.Inset(-f.line), edge)
		paint(img, r, field)
	}
	paint(img, image.Rect(f.tray, f.y0, f.tray+f.trayW, f.bottom()).Inset(-f.line), edge)
	for _, r := range []image.Rectangle{image.Rect(f.tray, f.y0, f.tray+f.trayW, f.bottom()), image.Rect(f.bar, f.y0, f.bar+f.u, f.bottom())} {
		paint(img, r, in.nearest(th.well))
	}

	for _, low := range []bool{false, true} {
		f.row(img, t, th, low)
		f.player(img, t, th, low, b.style.named())
	}
	f.arrows(img, t, in)
	f.dice(img, t, th, false) // over the arrows
	f.dice(img, t, th, true)
}

// row draws one row of points with their names, and the half of the bar beside it.
func (f pointsFormat) row(img *image.Paletted, t table, th *theme, low bool) {
	y := f.y(low)
	names, strip := 2*f.line, f.y0-5*f.line
	if low {
		names = f.bottom() + 3*f.line
	}
	for x := range columns {
		n := t.at(x, low)
		p := t.Points.Points[n-1]
		k := tileKey{theme: th, kind: point, w: f.u, h: f.half, low: low, dark: (x%2 == 0) == low}
		k.mark, k.hit, k.sharp = t.last.mark(n), t.last.hit[n], t.fullness > usual
		if p.Count > 0 {
			k.side, k.count = p.Side, int8(p.Count)
		}
		lay(img, k, f.x(x), y)
		lay(img, tileKey{theme: th, kind: tally, w: f.u, h: strip, text: strconv.Itoa(own(t.names, n))}, f.x(x), names)
	}
	side := t.sitting(!low) // who comes in here
	k := tileKey{theme: th, kind: onBar, w: f.u, h: f.half, low: low, side: side, count: int8(t.Bar[side-engine.First]), sharp: t.fullness > usual}
	lay(img, k, f.bar, y)
	lay(img, tileKey{theme: th, kind: tally, w: f.u + 2*f.line, h: strip, text: Readable(t.words.Bar)}, f.bar-f.line, names)
}

// player draws what belongs to the player at the bottom or at the top: what he has off, whether it is his turn, his score and
// his cube, and if he is not named beside the board his piece and his pips.
func (f pointsFormat) player(img *image.Paletted, t table, th *theme, low, named bool) {
	side := t.sitting(low)
	i := side - engine.First
	k := tileKey{theme: th, kind: tray, w: f.trayW, h: f.half + f.gap/2, low: low, side: side, count: int8(t.Off[i])}
	if t.last.in[own(side, 0)] > 0 {
		k.mark = arrived
	}
	y := f.y0
	if low {
		y = f.bottom() - k.h
	}
	lay(img, k, f.tray, y)

	room, from := f.left-4*f.line, 0 // from the edge of the board
	put := func(k tileKey, height int) {
		k.theme, k.w, k.h = th, room, height
		y := f.y0 + from
		if low {
			y = f.bottom() - from - height
		}
		lay(img, k, 2*f.line, y)
		from += height
	}
	if !named {
		put(tileKey{kind: seat, side: side, lined: side == t.turn}, f.u)
		put(tileKey{kind: tally, text: strconv.Itoa(t.Pips[i])}, f.u*7/10)
	}
	if t.scored() {
		put(tileKey{kind: tally, text: t.score(side), lined: true}, f.u*9/10)
	}
	value, beside := t.cube()
	if value > 0 && beside == side {
		put(tileKey{kind: cube, text: strconv.Itoa(value), lined: t.Doubled, sharp: t.fullness == fullest}, f.trayW)
	}
	if value > 0 && beside == engine.Nobody && low {
		k := tileKey{theme: th, kind: cube, w: room, h: f.trayW, text: strconv.Itoa(value), sharp: t.fullness == fullest}
		if value == 1 { // nobody has doubled: as on a real cube
			k.text = "64"
		}
		lay(img, k, 2*f.line, f.y0+f.half+(f.gap-k.h)/2)
	}
	if side != t.turn {
		return
	}
	lamp := th.inks().nearest(th.lamp)
	for _, x := range []int{f.left, f.right} {
		bar := image.Rect(x, f.y0-3*f.line, x+6*f.u, f.y0)
		if low {
			bar = image.Rect(x, f.bottom(), x+6*f.u, f.bottom()+3*f.line)
		}
		paint(img, bar, lamp)
	}
}

// dice draws the dice of a player on his right.
func (f pointsFormat) dice(img *image.Paletted, t table, th *theme, low bool) {
	dice, used := t.rolled(t.sitting(low))
	size, space := f.u, f.u/4
	x := f.left
	if low {
		x = f.right
	}
	x += (6*f.u - len(dice)*size - (len(dice)-1)*space) / 2
	for i, d := range dice {
		k := tileKey{theme: th, kind: die, w: size, h: size, side: t.sitting(low), count: int8(d), dark: used[i]}
		lay(img, k, x+i*(size+space), f.y0+f.half+(f.gap-size)/2)
	}
}
