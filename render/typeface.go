package render

import (
	"math"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// bold is the typeface of everything written. It is part of the program, so that it cannot fail to be read.
var bold = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(dejavusanscondensedbold.TTF)
	if err != nil {
		panic("render: the built-in font cannot be read: " + err.Error())
	}
	return f
})

// capital is the height of capitals as a part of the size.
const capital = 0.729

// typeface is the typeface in a size, in pixels, or a little less: capitals are whole pixels high, which makes small
// files.
func typeface(size float64) font.Face {
	size = max(math.Floor(size*capital), 1) / capital
	f, err := opentype.NewFace(bold(), &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic("render: the built-in font has no such size: " + err.Error())
	}
	return f
}

// capitals is how high capitals of a size are, in pixels.
func capitals(size float64) float64 { return max(math.Floor(size*capital), 1) }

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
