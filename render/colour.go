package render

import (
	"image/color"
	"math"
)

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
