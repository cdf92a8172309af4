package render

import (
	"image"
	"image/color"
	"math"

	"tabuleiro/engine"
)

// draw is the tile in the inks of its theme.
func (k tileKey) draw() []uint8 {
	in := k.theme.inks()
	pix := k.paint().Pix
	out := make([]uint8, len(pix)/4)
	known := make(map[color.RGBA]uint8)
	var last color.RGBA // runs of one colour are the rule
	var ink uint8
	for i := range out {
		c := color.RGBA{pix[4*i], pix[4*i+1], pix[4*i+2], 255}
		if c != last {
			n, ok := known[c]
			if !ok {
				n = uint8(in.nearest(c))
				known[c] = n
			}
			last, ink = c, n
		}
		out[i] = ink
	}
	return out
}

// paint is the tile in full colours.
func (k tileKey) paint() *image.RGBA {
	t := k.theme
	switch k.kind {
	case name:
		c := newCanvas(k.w, k.h, t.frame)
		w, h := float64(k.w), float64(k.h)
		c.figure(k.text, 0.85*min(w, h), t.letter, w/2, h/2, w)
		return c.img
	case title, player:
		return k.paintCaption()
	case point, onBar, tray, die, cube, tally:
		return k.paintPoints()
	}

	return k.paintSquare()
}

// paintSquare is a square of the board in full colours.
func (k tileKey) paintSquare() *image.RGBA {
	t, ground := k.theme, k.theme.square(k.dark, k.shade, k.mark)
	c := newCanvas(k.w, k.h, ground)
	unit := float64(min(k.w, k.h))
	if !k.shade && !k.lined {
		c.ground(t, ground, k.dark)
	}
	if k.lined {
		line := max(0.022*unit, 1)
		c.polygon([2]float64{0, 0}, [2]float64{unit, 0}, [2]float64{unit, line}, [2]float64{0, line})
		c.polygon([2]float64{0, line}, [2]float64{line, line}, [2]float64{line, unit}, [2]float64{0, unit})
		c.fill(t.onLight, 0.55)
	}
	if k.ringed {
		line, band := k.ringWidths()
		c.border(0, 2*line+band)
		c.fill(t.casing, 1)
		c.border(line, line+band)
		c.fill(t.lamp, 1)
	}
	x, y := centred(0.5*unit), centred(0.5*unit)
	switch {
	case k.side != engine.Nobody:
		c.piece(t.piece(k.side), k.king, x, y, unit)
	case k.gone != engine.Nobody:
		c.ghost(t.piece(k.gone), k.king, t.square(k.dark, false, unmarked), x, y, unit)
	}
	if k.side != engine.Nobody || k.gone != engine.Nobody || t.grain == tile { // the label reaches over it: part them
		near := k.halo()
		for _, d := range [][2]float64{{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {-.7, -.7}, {.7, -.7}, {-.7, .7}, {.7, .7}} {
			k.label(c, near*d[0], near*d[1])
		}
		c.cover(ground, 1, textShades(float64(k.size)/4))
	}
	ink := t.onLight
	if k.dark {
		ink = t.onDark
	}
	k.label(c, 0, 0)
	c.cover(ink, 1, textShades(float64(k.size)/4))
	return c.img
}

// halo is how far the ground shows around a label, in pixels.
func (k tileKey) halo() float64 { return max(math.Round(0.05*float64(k.w)), 1) }

// label puts the text of a tile into the mask, in its upper left corner, dx, dy pixels off.
func (k tileKey) label(c *canvas, dx, dy float64) {
	if k.text == "" {
		return
	}
	unit := float64(min(k.w, k.h))
	pad := 0.03 * unit
	if k.ringed {
		line, band := k.ringWidths()
		pad = max(pad, 2*line+band+1)
	}
	c.letters(k.text, float64(k.size)/4, unit-2*pad, func(_, height float64) (x, y float64) {
		return pad + dx, pad + height + dy
	})
}

// ringWidths are the widths in pixels of a ring's bright band and of the dark lines on both sides of it. Rings are as
// square as their cells: straight edges make small files.
func (k tileKey) ringWidths() (line, band float64) {
	unit := float64(min(k.w, k.h))
	return max(math.Round(0.02*unit), 1), max(math.Round(0.05*unit), 2)
}

// labelled marks each pixel where a label is, with 2, or right beside it, with 1.
func (k tileKey) labelled() []uint8 {
	c, marks := newCanvas(k.w, k.h, color.RGBA{}), make([]uint8, k.w*k.h)
	near := k.halo()
	for dy := -near; dy <= near; dy += near {
		for dx := -near; dx <= near; dx += near {
			k.label(c, dx, dy)
		}
	}
	for i, a := range c.mask.Pix {
		marks[i] = min(a/64, 1)
	}
	clear(c.mask.Pix)
	k.label(c, 0, 0)
	for i, a := range c.mask.Pix {
		if a >= 0x80 {
			marks[i] = 2
		}
	}
	return marks
}
