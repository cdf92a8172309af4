package render

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// Point is how a game stood after a move.
type Point struct {
	First  float64 // what the first side may expect, from 0 to 1
	Marked int     // how bad the move was, from 0 (not marked) to 3
	Number string  // of a marked move, such as "12", beside its dot; "" for none
}

// CurveNames is what stands on a curve besides: of First and of Second.
type CurveNames struct {
	Names   [2]string // only what Readable leaves of them is shown
	Colours [2]string // of their pieces: see engine.Game
	Result  string    // at the end; "" for none
}

// The curve is as wide as a usual board, and half as wide wherever a chat makes pictures smaller.
const (
	curveWidth  = 640
	curveHeight = 240
	curveSpot   = 4 // radius of the dot of a marked move, in pixels, and so much more for each step
	curveStep   = 2
)

// The inks of a curve: the ground of the second side, that of the first side, the line in the middle, and a dot for
// each mark. Dots differ in brightness and size too.
var curveInks = color.Palette{
	color.RGBA{0x3a, 0x3f, 0x44, 0xff}, color.RGBA{0xf2, 0xec, 0xdf, 0xff}, color.RGBA{0x9a, 0x90, 0x80, 0xff},
	color.RGBA{0xe8, 0xc5, 0x47, 0xff}, color.RGBA{0xe0, 0x82, 0x2e, 0xff}, color.RGBA{0xc6, 0x2f, 0x2f, 0xff},
	color.RGBA{0x1a, 0x1a, 0x1a, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}, color.RGBA{0x2f, 0x55, 0xb5, 0xff},
}

// Inks of words and of pieces.
const (
	curveBlack = 6
	curveWhite = 7
)

// curvePieces are the inks of pieces by their colours.
var curvePieces = map[string]uint8{"white": curveWhite, "black": curveBlack, "red": 5, "blue": 8}

// Curve draws how a game went, as a PNG: below the line is what the first side may expect, above it what the second
// may, from the start on the left to the end on the right; a dot stands where a marked move was made, with its number.
// The sides stand on the left, the second one above, and the result on the right. Without points it is nil.
func Curve(points []Point, names CurveNames) []byte {
	if len(points) == 0 {
		return nil
	}
	img := image.NewPaletted(image.Rect(0, 0, curveWidth, curveHeight), curveInks)
	height := func(p Point) float64 { return (1 - min(max(p.First, 0), 1)) * (curveHeight - 1) }
	place := func(i int) float64 {
		if len(points) == 1 {
			return curveWidth / 2
		}
		return float64(i) * (curveWidth - 1) / float64(len(points)-1)
	}
	for x := range curveWidth {
		y := height(points[0])
		if len(points) > 1 {
			at := float64(x) * float64(len(points)-1) / (curveWidth - 1)
			i := min(int(at), len(points)-2)
			y = height(points[i]) + (at-float64(i))*(height(points[i+1])-height(points[i]))
		}
		for row := int(y); row < curveHeight; row++ {
			img.SetColorIndex(x, row, 1)
		}
		if x/6%2 == 0 {
			img.SetColorIndex(x, curveHeight/2, 2)
		}
	}
	for i, p := range points {
		if p.Marked > 0 {
			disc(img, int(place(i)), int(height(p)), min(p.Marked, 3))
		}
	}
	for i, p := range points {
		if p.Number != "" {
			r := curveSpot + min(p.Marked, 3)*curveStep
			x, y := int(place(i)), int(height(p))
			if y -= r + 2*curveType/3; y < curveType {
				y = int(height(p)) + r + 2*curveType/3
			}
			w := int(textWidth(p.Number, curveType))
			words(img, min(max(x-w/2, 4), curveWidth-4-w), min(max(y, curveType), curveHeight-curveType), p.Number)
		}
	}
	for i, name := range names.Names {
		y := curveHeight - curveType
		if i == 1 {
			y = curveType
		}
		if ink, ok := curvePieces[names.Colours[i]]; ok && name != "" {
			for dy := -7; dy <= 7; dy++ {
				for dx := -7; dx <= 7; dx++ {
					switch d := dx*dx + dy*dy; {
					case d <= 30:
						img.SetColorIndex(14+dx, y+dy, ink)
					case d <= 49:
						img.SetColorIndex(14+dx, y+dy, 2)
					}
				}
			}
			words(img, 28, y, name)
		}
	}
	if names.Result != "" {
		w := int(min(textWidth(Readable(names.Result), curveType), curveRoom))
		words(img, curveWidth-10-w, curveHeight-curveType, names.Result)
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	return b.Bytes()
}

// Of words on a curve: their size, and how wide they may be, in pixels.
const (
	curveType = 20
	curveRoom = curveWidth * 9 / 20
)

// words writes dark letters with a light halo: left is where they begin, and y the middle of their height.
func words(img *image.Paletted, left, y int, text string) {
	text, _ = fit(Readable(text), curveType, curveRoom)
	w, h := int(textWidth(text, curveType))+8, 2*curveType
	c := newCanvas(w, h, black)
	c.letters(text, curveType, float64(w), func(_, height float64) (float64, float64) {
		return 4,
			(float64(h) + height) / 2
	})
	on := func(x, y int) bool { return image.Pt(x, y).In(c.mask.Rect) && c.mask.AlphaAt(x, y).A >= 0x80 }
	for dy := range h {
		for dx := range w {
			near := false
			for n := range 25 {
				near = near || on(dx+n%5-2, dy+n/5-2)
			}
			p := image.Pt(left-4+dx, y-h/2+dy)
			switch {
			case !p.In(img.Rect):
			case on(dx, dy):
				img.SetColorIndex(p.X, p.Y, curveBlack)
			case near:
				img.SetColorIndex(p.X, p.Y, curveWhite)
			}
		}
	}
}

// disc draws a disc for a mark with a rim of the dark ground's ink, inside the picture.
func disc(img *image.Paletted, x, y, mark int) {
	r := curveSpot + mark*curveStep
	x = min(max(x, r), curveWidth-1-r)
	y = min(max(y, r), curveHeight-1-r)
	for dy := -r; dy <= r; dy++ {
		for dx := -r; dx <= r; dx++ {
			switch d := dx*dx + dy*dy; {
			case d <= (r-2)*(r-2):
				img.SetColorIndex(x+dx, y+dy, uint8(2+mark))
			case d <= r*r:
				img.SetColorIndex(x+dx, y+dy, 0)
			}
		}
	}
}
