package render

import (
	"image"
	"math"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"

	"tabuleiro/engine"
)

// captions is what stands above and below a board, in pixels.
type captions struct {
	title, player int // heights of a line; 0: there is none
}

func measureCaptions(s Style, width int) captions {
	var c captions
	if s.Title != "" {
		c.title = max(width/22, 15)
	}
	if s.First != "" || s.Second != "" {
		c.player = max(width/17, 20)
	}
	return c
}

func (c captions) above() int { return c.title + c.player }

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
	if c.title > 0 {
		plate(0, c.title, tileKey{kind: title, text: readable(s.Title)})
	}
	if c.player == 0 {
		return
	}
	for _, side := range sides {
		y := c.title
		if (side == engine.First) != s.Flip {
			y = sh.Rect.Dy() - c.player
		}
		k := tileKey{kind: player, side: side, text: readable(s.First), lined: v.Turn == side, left: remaining(v, side)}
		if side == engine.Second {
			k.text = readable(s.Second)
		}
		plate(y, c.player, k)
	}
}

// remaining is how many pieces a side has on a board of cells, or its pips.
func remaining(v engine.View, s engine.Side) int {
	if v.Points != nil {
		return v.Points.Pips[s-engine.First]
	}
	n := 0
	for _, c := range v.Cells {
		if c.Side == s {
			n++
		}
	}
	return n
}

// paintCaption is a title or the line of a player in full colours.
func (k tileKey) paintCaption() *image.RGBA {
	t, w, h := k.theme, float64(k.w), float64(k.h)
	c := newCanvas(k.w, k.h, t.frame)
	pad, size := 0.35*h, min(0.62*h, (h/2-1)/tallest)
	from, to := pad, w-pad
	if k.kind == player {
		size = min(0.56*h, size)
		c.badge(t, k.side, k.lined, pad+0.4*h, h/2, 0.8*h)
		from += 1.15 * h
		count := strconv.Itoa(k.left)
		c.write(count, size, t.letter, w, func(width, height float64) (x, y float64) {
			to -= width
			x = to
			to -= pad
			return x, (h + height) / 2
		})
	}
	text, size := fit(k.text, size, to-from)
	c.write(text, size, t.letter, math.Inf(1), func(_, height float64) (x, y float64) { return from, (h + height) / 2 })
	return c.img
}

const (
	longest = 200  // characters of a text that are looked at; no picture has room for so many
	shrink  = 0.75 // a text is written so much smaller before it is cut
	tallest = 0.77 // what a capital with two accents reaches above the middle of the others, in sizes of the type
)

// fit makes a text small and short enough for the room.
func fit(s string, size, room float64) (string, float64) {
	width := func(s string) float64 {
		face, err := opentype.NewFace(bold(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		if err != nil {
			panic("render: the built-in font has no such size: " + err.Error())
		}
		return float64(font.MeasureString(face, s)) / 64
	}
	wide := width(s)
	if wide <= room {
		return s, size
	}
	size *= max(room/wide, shrink)
	if width(s) <= room {
		return s, size
	}
	rs := []rune(s)
	for n := len(rs) - 1; n > 0; n-- {
		if cut := strings.TrimRight(string(rs[:n]), " ") + "…"; width(cut) <= room {
			return cut, size
		}
	}
	return "", size
}

// readable is what the typeface can show of a text: a letter that it lacks without its accents, and no emoji and other signs
// that it lacks. It is empty if there is another letter that the typeface lacks: half a name would be another name.
func readable(s string) string {
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
		case !unicode.IsPrint(r):
			continue
		case has(r):
		case unicode.IsMark(r):
			continue
		case has(plain):
			r = plain
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			return ""
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

// beginning is the part of a long text that is looked at.
func beginning(s string) string {
	const bytes = 16 * longest
	return s[:min(len(s), bytes)]
}
