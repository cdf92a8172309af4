package render

import (
	"image"
	"strconv"

	"tabuleiro/engine"
)

// captions is what stands above and below a board, in pixels.
type captions struct {
	banner, title, player int // heights of a line; 0: there is none
}

func measureCaptions(s Style, width int) captions {
	var c captions
	if s.Banner != "" {
		c.banner = max(width/14, 20)
	}
	if s.Title != "" {
		c.title = max(width/22, 15)
	}
	c.player = max(width/17, 20)
	return c
}

func (c captions) above() int { return c.banner + c.title + c.player }

// height is that of a picture with a board of this height.
func (c captions) height(board int) int { return c.above() + board + c.player }

// board is the part of a picture where the board is.
func (c captions) board(s *sheet) *image.Paletted {
	from, to := c.above(), s.Rect.Dy()-c.player
	return &image.Paletted{
		Pix:     s.Pix[from*s.Stride : to*s.Stride],
		Stride:  s.Stride,
		Rect:    image.Rect(0, 0, s.Rect.Dx(), to-from),
		Palette: s.Palette,
	}
}

// draw draws the captions of a view around its board.
func (c captions) draw(sh *sheet, v engine.View, s Style, t *theme) {
	in, img := t.inks(), &sh.Paletted
	line := max(sh.Rect.Dx()/240, 1)
	plate := func(y, h int, k tileKey) {
		r := image.Rect(0, y, sh.Rect.Dx(), y+h)
		paint(img, r, in.nearest(t.edge))
		k.theme, k.w, k.h = t, r.Dx()-2*line, h-2*line
		lay(img, k, line, y+line)
	}
	if c.banner > 0 {
		plate(0, c.banner, tileKey{kind: title, text: Readable(s.Banner), lined: !s.unlit})
	}
	if c.title > 0 {
		plate(c.banner, c.title, tileKey{kind: title, text: Readable(s.Title)})
	}
	for _, side := range sides {
		y := c.banner + c.title
		if (side == engine.First) != s.Flip {
			y = sh.Rect.Dy() - c.player
		}
		k := tileKey{kind: player, side: side, text: Readable(s.First), lined: v.Turn == side}
		if side == engine.Second {
			k.text = Readable(s.Second)
		}
		if v.Points == nil {
			k.men, k.kings = remaining(v, side)
		} else {
			k.tail = Readable(newTable(v, s).counts(side))
		}
		plate(y, c.player, k)
	}
}

// counts are what a side has to go, and the score where there is one.
func (t table) counts(side engine.Side) string {
	text := t.words.Pips + " " + strconv.Itoa(t.Pips[side-engine.First])
	if t.scored() {
		text += " · " + t.tally(side)
	}
	return text
}

// remaining is how many men and kings a side has.
func remaining(v engine.View, s engine.Side) (men, kings int) {
	for _, c := range v.Cells {
		switch {
		case c.Side != s:
		case c.King:
			kings++
		default:
			men++
		}
	}
	return men, kings
}
