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
}

// The curve is as wide as a usual board, and half as wide wherever a chat makes pictures smaller.
const (
	curveWidth  = 640
	curveHeight = 240
	curveSpot   = 4 // radius of the dot of a marked move, in pixels, and so much more for each step
	curveStep   = 2
)

// The inks of a curve: the ground of the second side, that of the first side, the line in the middle, and a dot for each mark.
// Dots differ in brightness and size too.
var curveInks = color.Palette{
	color.RGBA{0x3a, 0x3f, 0x44, 0xff}, color.RGBA{0xf2, 0xec, 0xdf, 0xff}, color.RGBA{0x9a, 0x90, 0x80, 0xff},
	color.RGBA{0xe8, 0xc5, 0x47, 0xff}, color.RGBA{0xe0, 0x82, 0x2e, 0xff}, color.RGBA{0xc6, 0x2f, 0x2f, 0xff},
}

// Curve draws how a game went, as a PNG: below the line is what the first side may expect, above it what the second may, from
// the start on the left to the end on the right; a dot stands where a marked move was made. Without points it is nil.
func Curve(points []Point) []byte {
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
			spot(img, int(place(i)), int(height(p)), min(p.Marked, 3))
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	return b.Bytes()
}

// spot draws a disc for a mark with a rim of the dark ground's ink, inside the picture.
func spot(img *image.Paletted, x, y, mark int) {
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
