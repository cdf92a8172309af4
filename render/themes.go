package render

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"

	"tabuleiro/engine"
)

// Themes are the names that Style.Theme may have, the one that "" stands for first.
var Themes = []string{"wood", "slate", "paper", "contrast", "marble", "azulejo"}

// family is a theme for each kind of board: pieces white and black, red and blue, and on points black and red.
type family struct{ plain, red, points *theme }

var families = map[string]*family{"wood": wood, "slate": slate, "paper": paper, "contrast": contrast, "marble": marble,
	"azulejo": azulejo}

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
	case v.Black:
		return blackFirst[f], nil
	}
	return f.plain, nil
}

// blackFirst are the plain themes with the pieces of the two sides exchanged.
var blackFirst = func() map[*family]*theme {
	all := make(map[*family]*theme)
	for _, f := range families {
		th := *f.plain
		th.first, th.second = th.second, th.first
		all[f] = &th
	}
	return all
}()

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
	return pieceTheme{hex(outline), hex(rim), hex(face), hex(groove), hex(crown), s, false}
}

func newFamily(t theme, white, black, red, blue pieceTheme, g ground) *family {
	t.first, t.second = white, black
	reds, points := t, t
	reds.first, reds.second = red, blue
	points.first, points.second, points.points = black, red, true
	points.field, points.light, points.dark, points.well, points.cubeFace = g.field, g.light, g.dark, g.well, g.cubeFace
	return &family{&t, &reds, &points}
}

var wood = newFamily(
	theme{
		light: hex(0xF0DDBB), dark: hex(0xB5835A), onLight: hex(0x6B4726), onDark: hex(0x1F1007), grain: timber,
		frame: hex(0x5A3620), edge: hex(0x3A2214), letter: hex(0xEBD5AE),
		trail: hex(0xE0C83E), loss: hex(0xB32A18), arrow: hex(0x0E7A4C), casing: hex(0x102018), lamp: hex(0xF7CE46),
	},
	pieces(0x4A2D1A, 0xFFFFFB, 0xF5E9D0, 0xCDB48A, 0xA2301C, noSign),
	pieces(0x0B0806, 0x7A675A, 0x2F2621, 0x120D0A, 0xF0BE4A, noSign),
	pieces(0x4E0F0A, 0xF9B4A4, 0xE5694F, 0xB33E2A, 0x2A0A05, noSign),
	pieces(0x0B1B3A, 0x7FA3DE, 0x17356B, 0x0B2046, 0xFFF3DC, noSign),
	ground{hex(0xDCC297), hex(0xF6EBD3), hex(0xA06C43), hex(0xE3CDA6), hex(0xFBF6E8)},
)

// On slate every piece has a light outline, as no dark one would be seen.
var slate = newFamily(
	theme{
		light: hex(0x66727F), dark: hex(0x434F5C), onLight: hex(0xFAFCFE), onDark: hex(0xE4EAF0),
		frame: hex(0x1D232A), edge: hex(0x0D1014), letter: hex(0xC3CDD8),
		trail: hex(0x1F6B66), loss: hex(0xFF9A8E), arrow: hex(0x86F0DC), casing: hex(0x0A1412), lamp: hex(0xF7CE46),
	},
	pieces(0x8795A3, 0xFFFFFF, 0xE6ECF2, 0xAAB6C3, 0x17605B, noSign),
	pieces(0xC3CDD8, 0x6A7580, 0x15191E, 0x3F4853, 0xF7CE46, noSign),
	pieces(0xFFD3CB, 0xFFC2B8, 0xE88576, 0xB44F42, 0x2A0A05, noSign),
	pieces(0xCFE0FF, 0x6E9AE6, 0x1B3D7A, 0x4A76C4, 0xFFFFFF, noSign),
	ground{hex(0x4B5763), hex(0x6B7885), hex(0x343E48), hex(0x434E5A), hex(0xE4EAF0)},
)

// Paper is black, white and greys, and without light and shade. Things that are red elsewhere are hatched.
var paper = newFamily(
	theme{
		light: hex(0xFFFFFF), dark: hex(0xCCCCCC), onLight: hex(0x000000), onDark: hex(0x000000),
		frame: hex(0xFFFFFF), edge: hex(0x000000), letter: hex(0x000000),
		trail: hex(0xA0A0A0), loss: hex(0x6A6A6A), arrow: hex(0x000000), casing: hex(0xFFFFFF), lamp: hex(0x000000),
	},
	onPaper(noSign),
	printed(pieces(0x000000, 0x000000, 0x000000, 0xCCCCCC, 0xFFFFFF, noSign)),
	onPaper(hatch),
	printed(pieces(0x000000, 0x000000, 0x000000, 0xFFFFFF, 0xFFFFFF, dot)),
	ground{hex(0xFFFFFF), hex(0xDDDDDD), hex(0xA8A8A8), hex(0xEEEEEE), hex(0xFFFFFF)},
)

// onPaper is a white piece.
func onPaper(s sign) pieceTheme {
	return printed(pieces(0x000000, 0xFFFFFF, 0xFFFFFF, 0x555555, 0x000000, s))
}

// printed is a piece without light and shade.
func printed(p pieceTheme) pieceTheme {
	p.flat = true
	return p
}

// Contrast has few strong colours. Things that are red elsewhere are amber, which no kind of colour blindness takes for
// dark blue, and every light piece has a ring where the dark ones have a dot.
var contrast = newFamily(
	theme{
		light: hex(0xFFFFFF), dark: hex(0x8F8F8F), onLight: hex(0x000000), onDark: hex(0x000000),
		frame: hex(0x000000), edge: hex(0x000000), letter: hex(0xFFFFFF),
		trail: hex(0xFFE14D), loss: hex(0xB00000), arrow: hex(0x002080), casing: hex(0xFFFFFF), lamp: hex(0xFFE14D),
	},
	light(0xFFFFFF), dark(0x000000), light(0xF5A300), dark(0x002B6B),
	ground{hex(0xFFFFFF), hex(0xC8C8C8), hex(0x8F8F8F), hex(0xE8E8E8), hex(0xFFFFFF)},
)

func light(face uint32) pieceTheme {
	return printed(pieces(0x000000, face, face, 0x000000, 0x000000, ring))
}

func dark(face uint32) pieceTheme {
	return printed(pieces(0x000000, 0xFFFFFF, face, 0xFFFFFF, 0xFFFFFF, dot))
}

// Marble is white and green stone with veins, in a dark frame.
var marble = newFamily(
	theme{
		light: hex(0xF1EEE9), dark: hex(0x6F8E80), onLight: hex(0x3F4A45), onDark: hex(0x0C1713), grain: veins,
		frame: hex(0x2B3230), edge: hex(0x151A18), letter: hex(0xE2E6E1),
		trail: hex(0xE6C65A), loss: hex(0xA8261C), arrow: hex(0x1C4E9A), casing: hex(0xFFF8F0), lamp: hex(0xF4CF5C),
	},
	pieces(0x343A37, 0xFFFFFF, 0xF8F6F2, 0xC9C6BF, 0x9C2B1E, noSign),
	pieces(0x0A0C0B, 0x6B736F, 0x232826, 0x0E1110, 0xF2CB5B, noSign),
	pieces(0x55130F, 0xF8B0A6, 0xE46A5C, 0xB03C31, 0x2A0705, noSign),
	pieces(0x0C1838, 0x7D98D6, 0x1A3170, 0x0D1C48, 0xFFF4DF, noSign),
	ground{hex(0xDAD7D0), hex(0xF7F5F1), hex(0x6F8F80), hex(0xC9CCC6), hex(0xFBFAF6)},
)

// Azulejo is the painted tiles of Lisbon: cobalt on white, in a frame of yellow and blue.
var azulejo = newFamily(
	theme{
		light: hex(0xF7F5EC), dark: hex(0x8FB0DA), onLight: hex(0x24437F), onDark: hex(0x0A1C40), grain: glazed,
		frame: hex(0x1F3F86), edge: hex(0x12275A), letter: hex(0xF3F0E2),
		trail: hex(0xF2CC45), loss: hex(0xA8241A), arrow: hex(0x0B5D3F), casing: hex(0xFFF9E8), lamp: hex(0xF8D34A),
	},
	pieces(0x2B4A8C, 0xFFFFFF, 0xFBFAF4, 0xB9C6E0, 0x9A3412, noSign),
	pieces(0x0A0D16, 0x66708A, 0x20242F, 0x0D1018, 0xF8D34A, noSign),
	pieces(0x4E1A0A, 0xF8BD9C, 0xE4754A, 0xB04E2A, 0x2A0D05, noSign),
	pieces(0x08142F, 0x6F92D8, 0x17357A, 0x0B1F50, 0xFFF6DC, noSign),
	ground{hex(0xE3E6EA), hex(0xFBFAF5), hex(0x6F97CC), hex(0xD3DBE8), hex(0xFDFCF6)},
)
