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

// fonts holds the typeface of all text, regular and bold. It is part of the program, so that reading it cannot fail.
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

// letters is a type size in pixels and a weight. The size is rounded down so that capitals are whole pixels high,
// which makes smaller files.
type letters struct {
	size float64
	bold bool
}

// capital is the height of capitals, in sizes of the type.
const capital = 0.729

// capitals returns the height of capitals in pixels.
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

// width returns the width of a line in pixels.
func (l letters) width(line string) float64 { return float64(font.MeasureString(l.face(), line)) / 64 }

const (
	longest = 200  // maximum characters of a text; no picture has room for so many
	shrink  = 0.75 // how far a text is scaled down before it is cut
	tallest = 0.77 // height of a capital with two accents above the middle of the capitals, in sizes of the type
)

// fit scales down and then cuts a line until it fits the width room.
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

// Readable returns the part of a text that pictures can show: the typeface has the Latin, Greek and Cyrillic letters
// of living languages, and other characters, such as emoji, are dropped. The result may be empty; then the caller may
// use another name.
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
		case !unicode.IsPrint(r) || unicode.IsMark(r): // a mark not composed with a letter
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

// scripted reports whether a character may be shown. Arabic and Hebrew are left out although the typeface has them,
// because words without shaping would read in the wrong direction.
func scripted(r rune) bool {
	return unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) || !unicode.IsLetter(r) && r < 0x2500
}
