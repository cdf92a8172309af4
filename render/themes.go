package render

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"tabuleiro/engine"
)

// Themes are the names that Style.Theme may have, the one that "" stands for first.
var Themes = []string{"wood", "slate", "paper", "contrast"}

// family is a theme for each kind of board: pieces white and black, red and blue, and on points black and red.
type family struct{ plain, red, points *theme }

var families = map[string]*family{"wood": wood, "slate": slate, "paper": paper, "contrast": contrast}

// themeOf is the look of a view.
func themeOf(v engine.View, name string) (*theme, error) {
	if name == "" {
		name = Themes[0]
	}
	f := families[name]
	switch {
	case f == nil:
		return nil, fmt.Errorf("no theme is called %q: choose %s", name, strings.Join(Themes, ", "))
	case v.Points != nil:
		return f.points, nil
	case v.Red:
		return f.red, nil
	}
	return f.plain, nil
}

// called are the names of colours that are others in a theme: by theme, and by the colour that the game has.
var called = map[string]map[string]string{
	"paper":    {"red": "hatched", "blue": "black"},
	"contrast": {"red": "orange"},
}

// Called is what pieces of a colour (white, black, red or blue) look like in a theme: that colour, or one of those that
// Colours lists besides.
func Called(theme, colour string) string { return cmp.Or(called[theme][colour], colour) }

// Colours are what Called may give besides the colours of games.
var Colours = []string{"hatched", "orange"}

// ground is what a board of points lies on.
type ground struct{ field, light, dark, well, cubeFace color.RGBA }

// pieces is the look of one side's pieces, from the edge inwards.
func pieces(outline, rim, face, groove, crown uint32, s sign) pieceTheme {
	return pieceTheme{hex(outline), hex(rim), hex(face), hex(groove), hex(crown), s}
}

func newFamily(t theme, white, black, red, blue pieceTheme, g ground) *family {
	t.first, t.second = white, black
	f := &family{plain: newTheme(t)}
	t.first, t.second = red, blue
	f.red = newTheme(t)
	t.first, t.second, t.points = black, red, true
	t.field, t.light, t.dark, t.well, t.cubeFace = g.field, g.light, g.dark, g.well, g.cubeFace
	f.points = newTheme(t)
	return f
}

var wood = newFamily(
	theme{
		light: hex(0xF0DDBB), dark: hex(0xB5835A), onLight: hex(0x6B4726), onDark: hex(0x1F1007),
		frame: hex(0x6A4329), edge: hex(0x45291A), letter: hex(0xEBD5AE),
		trail: hex(0xD9C04A), loss: hex(0xC2452F), arrow: hex(0x0C3A2E), lamp: hex(0xF2C94C),
	},
	pieces(0x45291A, 0xFFFDF6, 0xF7EDD8, 0xCDB891, 0xA8341F, noSign),
	pieces(0x0E0A08, 0x6B5A4F, 0x2B221E, 0x54463D, 0xF0BE4A, noSign),
	pieces(0x4E0F0A, 0xF7B3A4, 0xE5694F, 0xB8432E, 0x2A0A05, noSign),
	pieces(0x0B1B3A, 0x7FA3DE, 0x17356B, 0x3C64A8, 0xFFF3DC, noSign),
	ground{hex(0xDCC297), hex(0xF4E8CF), hex(0xA87349), hex(0xE3CDA6), hex(0xF7F1E3)},
)

// On slate every piece has a light outline, as no dark one would be seen.
var slate = newFamily(
	theme{
		light: hex(0x5F6B79), dark: hex(0x36404C), onLight: hex(0xFAFCFE), onDark: hex(0xD5DDE5),
		frame: hex(0x1D232A), edge: hex(0x0D1014), letter: hex(0xC3CDD8),
		trail: hex(0x1F6B66), loss: hex(0xD8625A), arrow: hex(0x8BE0D0), lamp: hex(0xF2C94C),
	},
	pieces(0xFFFFFF, 0xFFFFFF, 0xE4EAF0, 0xAEB9C5, 0x1F6B66, noSign),
	pieces(0xD5DDE5, 0x36404C, 0x12161A, 0x5F6B79, 0xF2C94C, noSign),
	pieces(0xFFD3CB, 0xF4A89B, 0xE57A6A, 0xA8382B, 0x2A0A05, noSign),
	pieces(0xCFE0FF, 0x6E9AE6, 0x1B3D7A, 0x4A76C4, 0xFFFFFF, noSign),
	ground{hex(0x2A323B), hex(0x5F6B79), hex(0x414D5B), hex(0x15191E), hex(0xE4EAF0)},
)

// Paper is black, white and greys. Things that are red elsewhere are hatched.
var paper = newFamily(
	theme{
		light: hex(0xFFFFFF), dark: hex(0xCCCCCC), onLight: hex(0x000000), onDark: hex(0x000000),
		frame: hex(0xFFFFFF), edge: hex(0x000000), letter: hex(0x000000),
		trail: hex(0xA0A0A0), loss: hex(0x555555), arrow: hex(0x000000), lamp: hex(0x000000),
	},
	onPaper(noSign),
	pieces(0x000000, 0x000000, 0x000000, 0xCCCCCC, 0xFFFFFF, noSign),
	onPaper(hatch),
	pieces(0x000000, 0x000000, 0x000000, 0xFFFFFF, 0xFFFFFF, dot),
	ground{hex(0xFFFFFF), hex(0xDDDDDD), hex(0xA8A8A8), hex(0xEEEEEE), hex(0xFFFFFF)},
)

// onPaper is a white piece.
func onPaper(s sign) pieceTheme {
	return pieces(0x000000, 0xFFFFFF, 0xFFFFFF, 0x555555, 0x000000, s)
}

// Contrast has few strong colours. Things that are red elsewhere are amber, which no kind of colour blindness takes for dark
// blue, and every light piece has a ring where the dark ones have a dot.
var contrast = newFamily(
	theme{
		light: hex(0xFFFFFF), dark: hex(0x8F8F8F), onLight: hex(0x000000), onDark: hex(0x000000),
		frame: hex(0x000000), edge: hex(0x000000), letter: hex(0xFFFFFF),
		trail: hex(0xFFE14D), loss: hex(0xD00000), arrow: hex(0x002080), lamp: hex(0xFFE14D),
	},
	light(0xFFFFFF), dark(0x000000), light(0xF5A300), dark(0x002B6B),
	ground{hex(0xFFFFFF), hex(0xC8C8C8), hex(0x8F8F8F), hex(0xE8E8E8), hex(0xFFFFFF)},
)

func light(face uint32) pieceTheme {
	return pieces(0x000000, face, face, 0x000000, 0x000000, ring)
}

func dark(face uint32) pieceTheme {
	return pieces(0x000000, 0xFFFFFF, face, 0xFFFFFF, 0xFFFFFF, dot)
}
