package render

import (
	"cmp"
	_ "embed"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

//go:embed themes.txt
var themesText string

// family holds the themes of one name by kind of board: white and black pieces, the same with black as First, red and
// blue pieces, and a board of points with black and red checkers.
type family struct{ plain, black, red, points *theme }

// Themes lists the values of Style.Theme; the first is the default.
var Themes, families = readThemes(themesText)

// readThemes parses themes, each a block of lines.
func readThemes(text string) (names []string, all map[string]*family) {
	all = make(map[string]*family)
	for block := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		rows := make(map[string][]string)
		for line := range strings.Lines(block) {
			words := strings.Fields(line)
			rows[words[0]] = words[1:]
		}
		if named := rows["theme"]; named != nil {
			names = append(names, named[0])
			all[named[0]] = newFamily(rows)
		}
	}
	return names, all
}

func newFamily(rows map[string][]string) *family {
	b, p := colours(rows["board"]), colours(rows["points"])
	plain := theme{
		grain: grain(rows["theme"][1]), light: b[0], dark: b[1], onLight: b[2], onDark: b[3],
		frame: b[4], edge: b[5], letter: b[6], trail: b[7], loss: b[8], arrow: b[9], casing: b[10], lamp: b[11],
		first: pieces(rows["white"]), second: pieces(rows["black"]),
	}
	black, red, points := plain, plain, plain
	black.first, black.second = plain.second, plain.first
	red.first, red.second = pieces(rows["red"]), pieces(rows["blue"])
	points.first, points.second = plain.second, red.first
	points.field, points.light, points.dark, points.well, points.cubeFace = p[0], p[1], p[2], p[3], p[4]
	return &family{&plain, &black, &red, &points}
}

// pieces parses the look of one side's pieces.
func pieces(words []string) pieceTheme {
	c := colours(words[:5])
	return pieceTheme{c[0], c[1], c[2], c[3], c[4], sign(words[6]), words[5] == "flat"}
}

// colours parses colours in hexadecimal digits.
func colours(words []string) (all []color.RGBA) {
	for _, word := range words {
		rgb, err := strconv.ParseUint(word, 16, 24)
		if err != nil {
			panic("render: a colour of the built-in themes cannot be read: " + err.Error())
		}
		all = append(all, hex(uint32(rgb)))
	}
	return all
}

// familyOf returns the family of a name, "" for the first.
func familyOf(name string) (*family, error) {
	f := families[cmp.Or(name, Themes[0])]
	if f == nil {
		return nil, fmt.Errorf("no theme is called %q: choose %s", name, strings.Join(Themes, ", "))
	}
	return f, nil
}

// themeOf returns the theme for a view.
func themeOf(v engine.View, name string) (*theme, error) {
	f, err := familyOf(name)
	switch {
	case err != nil:
		return nil, err
	case v.Points != nil:
		return f.points, nil
	case v.Red:
		return f.red, nil
	case v.Black:
		return f.black, nil
	}
	return f.plain, nil
}

// colourNames maps the colours of games to the names of the colours they have in some themes.
var colourNames = map[string]map[string]string{
	"paper":    {"red": "hatched", "blue": "black"},
	"contrast": {"red": "orange"},
}

// ColourName returns what pieces of a colour (white, black, red or blue) look like in a theme: that colour, or one of
// Colours.
func ColourName(theme, colour string) string { return cmp.Or(colourNames[theme][colour], colour) }

// Colours lists what ColourName may return besides the colours of games.
var Colours = []string{"hatched", "orange"}
