package render

import (
	"image/color"
	"math"

	"tabuleiro/engine"
)

// theme holds the colours of pictures of one kind of board.
type theme struct {
	light, dark         color.RGBA // squares
	grain               grain      // material of squares
	onLight, onDark     color.RGBA // labels of squares
	frame, edge, letter color.RGBA // the frame, its outlines, and the names on it
	trail, loss         color.RGBA // tints of marked squares: the way of a move, a hit
	arrow, casing       color.RGBA // the line of the last move, and its edge
	lamp                color.RGBA // highlights the side on turn
	first, second       pieceTheme

	// On a board of points light and dark are the colours of the points.
	field, well color.RGBA // the ground, and the bar and tray
	cubeFace    color.RGBA
}

// grain is the visible material of squares.
type grain string

const (
	timber grain = "timber" // streaks along the ranks
	veins  grain = "veins"  // of marble
	glazed grain = "glazed" // painted tiles, with a square in each corner
)

// pieceTheme holds the look of one side's pieces.
type pieceTheme struct {
	outline, rim, face, groove, crown color.RGBA // from the edge inwards; crown: a crown or number on the face
	sign                              sign
	flat                              bool // without highlights and shadows
}

// sign is a shape on the pieces of a side, for people who cannot tell the colours apart.
type sign string

const (
	noSign sign = "plain"
	ring   sign = "ring"  // men have a bold ring, and the crown of kings stands in one
	dot    sign = "dot"   // men have a dot, and the crown of kings stands among dots
	hatch  sign = "hatch" // stripes
)

func (t *theme) piece(s engine.Side) *pieceTheme {
	if s == engine.First {
		return &t.first
	}
	return &t.second
}

// tint returns the colour that a mark lays over a square, and its opacity.
func (t *theme) tint(m mark) (color.RGBA, float64) {
	switch m {
	case left, passed:
		return t.trail, 0.45
	case arrived:
		return t.trail, 0.72
	}
	return t.trail, 0
}

// ringLine returns the colour of the lines of a ring.
func (t *theme) ringLine() color.RGBA { return contrasting(t.lamp, t.casing, t.edge) }

// zone is how far the colour of shaded squares is from their own towards a dark square's.
const zone = 0.35

// square returns the colour of an empty square.
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

func hex(rgb uint32) color.RGBA {
	return color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}
}

// mix lays over on base with an opacity of part, 0 to 1.
func mix(base, over color.RGBA, part float64) color.RGBA {
	p := int(part*256 + 0.5)
	ch := func(a, b uint8) uint8 { return uint8((int(a)*(256-p) + int(b)*p + 128) >> 8) }
	return color.RGBA{ch(base.R, over.R), ch(base.G, over.G), ch(base.B, over.B), 255}
}

// distance returns the squared distance of two colours, weighted roughly as the eye does.
func distance(a, b color.RGBA) int {
	r, g, bl := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return 2*r*r + 4*g*g + 3*bl*bl
}

// luminance and contrastOf are the relative luminance and the contrast ratio of WCAG 2.
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

// contrasting returns the one of two colours with more contrast to a ground.
func contrasting(ground, a, b color.RGBA) color.RGBA {
	if contrastOf(ground, a) > contrastOf(ground, b) {
		return a
	}
	return b
}
