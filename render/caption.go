package render

import (
	"image"
	"image/color"
	"strconv"

	"tabuleiro/engine"
)

// captions holds the heights in pixels of the lines above and below a board.
type captions struct {
	banner, title, player, legend int // 0: there is no such line
}

func measureCaptions(s Style, width int) captions {
	height := func(line string, of, least int) int {
		if line == "" {
			return 0
		}
		return max(width/of, least)
	}
	return captions{
		banner: height(s.Banner, 13, 22), title: height(s.Title, 19, 16), player: max(width/15, 22),
		legend: height(s.Shade, 19, 16),
	}
}

func (c captions) above() int { return c.banner + c.title + c.player }

// height returns the height of a picture whose board is board pixels high.
func (c captions) height(board int) int { return c.above() + board + c.legend + c.player }

// draw draws the captions around the board, in a picture of a size.
func (c captions) draw(d *drawing, v engine.View, s Style, t *theme, size image.Point) {
	line := max(size.X/240, 1)
	plate := func(y, h int, ground color.RGBA, draw func(d *drawing, w, h float64)) {
		d.box(image.Rect(0, y, size.X, y+h), t.edge)
		inner := image.Rect(line, y+line, size.X-line, y+h-line)
		d.box(inner, ground)
		d.offset(inner.Min, func() { draw(d, float64(inner.Dx()), float64(inner.Dy())) })
	}
	titled := func(line string, bold bool, ink color.RGBA) func(d *drawing, w, h float64) {
		return func(d *drawing, w, h float64) {
			line, l := letters{min(0.7*h, (h/2-1.5)/tallest), bold}.fit(Readable(line), w-0.7*h)
			d.write(line, l, ink, centred, w/2, h/2)
		}
	}
	switch {
	case c.banner > 0 && s.unlit:
		plate(0, c.banner, t.frame, titled(s.Banner, false, t.letter))
	case c.banner > 0:
		plate(0, c.banner, t.lamp, titled(s.Banner, true, t.frame))
	}
	if c.title > 0 {
		plate(c.banner, c.title, t.frame, titled(s.Title, false, t.letter))
	}
	if c.legend > 0 {
		plate(size.Y-c.player-c.legend, c.legend, t.frame, func(d *drawing, w, h float64) {
			d.box(image.Rect(int(0.4*h), int(0.15*h), int(1.1*h), int(0.85*h)), t.letter)
			d.box(image.Rect(int(0.4*h), int(0.15*h), int(1.1*h), int(0.85*h)).Inset(line), t.square(false, true, unmarked))
			line, l := letters{min(0.7*h, (h/2-1.5)/tallest), false}.fit(Readable(s.Shade), w-1.8*h)
			d.write(line, l, t.letter, leftAligned, 1.45*h, h/2)
		})
	}
	for _, side := range sides {
		y := c.banner + c.title
		if (side == engine.First) != s.Flip {
			y = size.Y - c.player
		}
		plate(y, c.player, t.frame, func(d *drawing, w, h float64) { d.player(v, s, t, side, w, h) })
	}
}

// player draws the line of a player; the name is bold on a filled ground while it is the player's turn.
func (d *drawing) player(v engine.View, s Style, t *theme, side engine.Side, w, h float64) {
	size := min(0.6*h, (h/2-1.5)/tallest)
	to, turn := w-0.35*h, v.Turn
	if v.Points != nil {
		table := newTable(v, s)
		to -= d.write(Readable(table.standing(side)), letters{size, true}, t.letter, rightAligned, to, h/2) + 0.3*h
		turn = table.turn
	} else {
		to = d.counts(t, side, v, to, h, size)
	}
	name, lit := Readable(s.First), turn == side
	ink, edge := t.letter, t.letter
	if side == engine.Second {
		name = Readable(s.Second)
	}
	name, l := letters{size, lit}.fit(name, to-1.8*h)
	if lit {
		end, half := 1.3*h+l.width(name)+0.3*h, 0.5*h-1.5
		d.fill(t.lamp, rectangle(0.2*h, h/2-half, end, h/2+half), polygon(point{end, h/2 - half},
			point{end + 0.45*h, h / 2}, point{end, h/2 + half}))
		ink, edge = t.frame, t.frame
	}
	d.badge(t, side, false, edge, 0.77*h, h/2, 0.8*h)
	d.write(name, l, ink, leftAligned, 1.4*h, h/2)
}

// counts writes a side's numbers of men and kings at the right, each behind a piece of its kind, and returns the
// right end of the space left for the name.
func (d *drawing) counts(t *theme, side engine.Side, v engine.View, to, h, size float64) float64 {
	men, kings := v.Count(side)
	for _, king := range []bool{true, false} {
		n, width := men, 0.62*h
		if king {
			n, width = kings, 0.7*h
		}
		if n > 0 || !king && kings == 0 {
			to -= d.write(strconv.Itoa(n), letters{size, true}, t.letter, rightAligned, to, h/2) + 0.4*h
			d.badge(t, side, king, t.letter, to, h/2, width)
			to -= 0.5 * h
		}
	}
	return to
}

// standing returns a side's pip count, and its score if there is one.
func (t table) standing(side engine.Side) string {
	text := t.words.Pips + " " + strconv.Itoa(t.Pips[side-engine.First])
	if t.scored() {
		text += " · " + t.tally(side)
	}
	return text
}
