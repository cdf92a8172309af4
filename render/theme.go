package render

import (
	"image/color"
	"math"
	"slices"

	"tabuleiro/engine"
)

// theme is the look of pictures of one kind.
type theme struct {
	light, dark         color.RGBA // squares
	grain               grain      // what squares are made of
	onLight, onDark     color.RGBA // labels of squares
	frame, edge, letter color.RGBA // the frame, its outlines, the names on it
	trail, loss         color.RGBA // what marked squares are tinted with: the way of a move, a checker hit
	arrow, casing       color.RGBA // the line of the last move, and what it is edged with
	lamp                color.RGBA // the side on turn
	first, second       pieceTheme

	// On a board of points light and dark are the points, on a ground of their own.
	points      bool
	field, well color.RGBA // the ground, and the bar and where the checkers that are off lie
	cubeFace    color.RGBA
}

// grain is what can be seen of what squares are made of.
type grain string

const (
	timber grain = "timber" // streaks along the ranks
	veins  grain = "veins"  // of marble
	glazed grain = "glazed" // a square in each corner: painted tiles
)

// pieceTheme is the look of one side's pieces.
type pieceTheme struct {
	outline, rim, face, groove, crown color.RGBA // from the edge inwards; a crown, or a number, lies on the face
	sign                              sign
	flat                              bool // without light and shade
}

// sign is a shape on the pieces of a side, for those to whom colours say little.
type sign string

const (
	noSign sign = "plain"
	ring   sign = "ring"  // men have a bold ring, and the crown of kings is in one
	dot    sign = "dot"   // men have a dot, and the crown of kings is among dots
	hatch  sign = "hatch" // stripes
)

// all is every colour of the pieces.
func (p *pieceTheme) all() []color.RGBA {
	return []color.RGBA{p.outline, p.rim, p.face, p.groove, p.crown}
}

func (t *theme) piece(s engine.Side) *pieceTheme {
	if s == engine.First {
		return &t.first
	}
	return &t.second
}

// tint says how much of which colour a mark lays over a square.
func (t *theme) tint(m mark) (color.RGBA, float64) {
	switch m {
	case left, passed:
		return t.trail, 0.45
	case arrived:
		return t.trail, 0.72
	}
	return t.trail, 0
}

// zone is how much of the way to a dark square the squares of a zone go.
const zone = 0.35

// square is the colour of an empty square.
func (t *theme) square(dark, shade bool, m mark) color.RGBA {
	base := t.light
	if dark {
		base = t.dark
	}
	if shade {
		base = mix(base, t.dark, zone)
	}
	over, part := t.tint(m)
	return mix(base, over, part)
}

// flat is every colour that a picture may have in a place without blends: palettes begin with them.
func (t *theme) flat() []color.RGBA {
	all := []color.RGBA{t.frame, t.edge, t.letter, t.lamp, t.arrow, t.casing, t.loss, t.onLight, t.onDark}
	all = slices.Concat(all, t.first.all(), t.second.all())
	if t.points {
		all = append(all, t.field, t.well, t.cubeFace)
	}
	for m := unmarked; m <= arrived; m++ {
		all = append(all, t.square(false, false, m), t.square(true, false, m))
		if !t.points {
			all = append(all, t.square(false, true, m))
		}
	}
	return all
}

func hex(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// mix lays part (0 to 1) of over on base.
func mix(base, over color.RGBA, part float64) color.RGBA {
	p := int(part*256 + 0.5)
	ch := func(a, b uint8) uint8 { return uint8((int(a)*(256-p) + int(b)*p + 128) >> 8) }
	return color.RGBA{ch(base.R, over.R), ch(base.G, over.G), ch(base.B, over.B), 255}
}

// distance compares colours roughly as the eye does.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return 2*r*r + 4*g*g + 3*bl*bl
}

// luminance and contrastOf are defined by WCAG 2.
func luminance(c color.RGBA) float64 {
	channel := func(b uint8) float64 {
		v := float64(b) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(c.R) + 0.7152*channel(c.G) + 0.0722*channel(c.B)
}

func contrastOf(a, b color.RGBA) float64 {
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x, y) / min(x, y)
}

// contrasting is the one of two colours that stands out more from a ground.
func contrasting(ground, a, b color.RGBA) color.RGBA {
	if contrastOf(ground, a) > contrastOf(ground, b) {
		return a
	}
	return b
}
