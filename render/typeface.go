package render

import (
	"math"
	"strings"
	"sync"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// fonts are the typeface of everything written: usual and bold. They are part of the program, so that they cannot fail
// to be read.
var fonts = [2]func() *opentype.Font{parsed(dejavusanscondensed.TTF), parsed(dejavusanscondensedbold.TTF)}

func parsed(ttf []byte) func() *opentype.Font {
	return sync.OnceValue(func() *opentype.Font {
		f, err := opentype.Parse(ttf)
		if err != nil {
			panic("render: a built-in font cannot be read: " + err.Error())
		}
		return f
	})
}

// letters are those of a size in pixels, or a little less: capitals are whole pixels high, which makes small files.
type letters struct {
	size float64
	bold bool
}

// capital is the height of capitals as a part of the size.
const capital = 0.729

// capitals is how high capitals are, in pixels.
func (l letters) capitals() float64 { return max(math.Floor(l.size*capital), 1) }

func (l letters) face() font.Face {
	f := fonts[0]
	if l.bold {
		f = fonts[1]
	}
	face, err := opentype.NewFace(f(), &opentype.FaceOptions{Size: l.capitals() / capital, DPI: 72,
		Hinting: font.HintingFull})
	if err != nil {
		panic("render: the built-in font has no such size: " + err.Error())
	}
	return face
}

// width is the width of a line in pixels.
func (l letters) width(line string) float64 { return float64(font.MeasureString(l.face(), line)) / 64 }

const (
	longest = 200  // characters of a text that are looked at; no picture has room for so many
	shrink  = 0.75 // a text is written so much smaller before it is cut
	tallest = 0.77 // what a capital with two accents reaches above the middle of the others, in sizes of the type
)

// fit makes a line small and short enough for the room.
func (l letters) fit(line string, room float64) (string, letters) {
	wide := l.width(line)
	if wide <= room {
		return line, l
	}
	if l.size *= max(room/wide, shrink); l.width(line) <= room {
		return line, l
	}
	rs := []rune(line)
	for n := len(rs) - 1; n > 0; n-- {
		if cut := strings.TrimRight(string(rs[:n]), " ") + "…"; l.width(cut) <= room {
			return cut, l
		}
	}
	return "", l
}

// Readable is what pictures can show of a text. The typeface has the Latin, Greek and Cyrillic letters of living
// languages; what it lacks is left out, as are emoji. Nothing may be left: then the caller may have another name.
func Readable(s string) string {
	var b strings.Builder
	var buf sfnt.Buffer
	has := func(r rune) bool {
		g, err := fonts[1]().GlyphIndex(&buf, r)
		return err == nil && g != 0
	}
	n := 0
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s[:min(len(s), 16*longest)], "")) {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case !unicode.IsPrint(r) || unicode.IsMark(r): // a mark alone has no letter that it belongs to
			continue
		case !scripted(r) || !has(r):
			continue
		}
		if n++; n > longest {
			break
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// scripted reports whether a character may be shown: half of an Arabic or Hebrew word, which the typeface has, would be
// read in the wrong direction.
func scripted(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || !unicode.IsLetter(r) && r < 0x2500
}
