package render

import (
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// paintCaption is a title, a banner or the line of a player in full colours.
func (k tileKey) paintCaption() *image.RGBA {
	t, w, h := k.theme, float64(k.w), float64(k.h)
	ground, ink := t.frame, t.letter
	if k.kind == title && k.lined {
		ground, ink = t.lamp, t.frame
	}
	c := newCanvas(k.w, k.h, ground)
	pad, size := 0.35*h, min(0.62*h, (h/2-1.5)/tallest)
	from, to := pad, w-pad
	if k.kind == player {
		size = min(0.56*h, size)
		c.inset(pad+0.42*h, h/2, h, ground, func(c *canvas, x, y float64) {
			c.badge(t, k.side, false, k.lined, x, y,
				0.84*h)
		})
		from += 1.15 * h
		to = k.paintCounts(c, to, size)
	}
	text, size := fit(k.text, size, to-from)
	if k.kind == title {
		from = (w - textWidth(text, size)) / 2
	}
	c.write(text, size, ink, math.Inf(1), func(_, height float64) (x, y float64) { return from, (h + height) / 2 })
	return c.img
}

// paintCounts writes at the right what a player has, each number behind the thing it counts, and returns where a name
// must end.
func (k tileKey) paintCounts(c *canvas, to, size float64) float64 {
	t, h := k.theme, float64(k.h)
	count := func(n int, thing func(c *canvas, x, y float64)) {
		c.write(strconv.Itoa(n), size, t.letter, math.Inf(1), func(width, height float64) (x, y float64) {
			to -= width
			return to, (h + height) / 2
		})
		to -= 0.40 * h
		c.inset(to, h/2, 0.8*h, t.frame, thing) // up to the number, which stands there already
		to -= 0.50 * h
	}
	switch {
	case k.tail != "":
		c.write(k.tail, size, t.letter, math.Inf(1), func(width, height float64) (x, y float64) {
			to -= width + 0.3*h
			return to + 0.3*h, (h + height) / 2
		})
	default:
		if k.kings > 0 {
			count(k.kings, func(c *canvas, x, y float64) { c.badge(t, k.side, true, false, x, y, 0.7*h) })
		}
		if k.men > 0 || k.kings == 0 {
			count(k.men, func(c *canvas, x, y float64) { c.badge(t, k.side, false, false, x, y, 0.62*h) })
		}
	}
	return to
}

const (
	longest = 200  // characters of a text that are looked at; no picture has room for so many
	shrink  = 0.75 // a text is written so much smaller before it is cut
	tallest = 0.77 // what a capital with two accents reaches above the middle of the others, in sizes of the type
)

// textWidth is the width of a text in pixels.
func textWidth(s string, size float64) float64 {
	return float64(font.MeasureString(typeface(size), s)) / 64
}

// fit makes a text small and short enough for the room.
func fit(s string, size, room float64) (string, float64) {
	wide := textWidth(s, size)
	if wide <= room {
		return s, size
	}
	size *= max(room/wide, shrink)
	if textWidth(s, size) <= room {
		return s, size
	}
	rs := []rune(s)
	for n := len(rs) - 1; n > 0; n-- {
		if cut := strings.TrimRight(string(rs[:n]), " ") + "…"; textWidth(cut, size) <= room {
			return cut, size
		}
	}
	return "", size
}

// Readable is what pictures can show of a text. The typeface has the Latin, Greek and Cyrillic letters of living
// languages; a letter that it lacks stands there without its accents if it has it so, and else is left out, as are
// emoji. Nothing may be left: then the caller may have another name.
func Readable(s string) string {
	var b strings.Builder
	var buf sfnt.Buffer
	has := func(r rune) bool {
		g, err := bold().GlyphIndex(&buf, r)
		return err == nil && g != 0
	}
	n := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(beginning(s), "")) {
		plain := []rune(norm.NFD.String(string(r)))[0]
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r) || unicode.IsMark(r): // a mark alone has no letter that it belongs to
			continue
		case scripted(r) && has(r):
		case scripted(plain) && has(plain):
			r = plain
		default:
			continue
		}
		if n++; n > longest {
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// scripted tells whether a character may be shown: half of an Arabic or Hebrew word, which the typeface has, would be
// read in the wrong direction.
func scripted(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || !unicode.IsLetter(r) && r < 0x2500
}

// beginning is the part of a long text that is looked at.
func beginning(s string) string {
	const bytes = 16 * longest
	return s[:min(len(s), bytes)]
}
