package render

import (
	"image"
	"image/color"
	"slices"
)

// Point is the state of a game after a move.
type Point struct {
	First  float64 // expected result of the first side, from 0 to 1
	Marked int     // severity of the mistake, from 0 (not marked) to 3
	Number string  // number beside the dot of a marked move, such as "12"; "" for none
}

// CurveNames holds the texts of a curve; its arrays are indexed by First and Second.
type CurveNames struct {
	Names   [2]string // shown as far as they are Readable
	Colours [2]string // of their pieces; see engine.Game
	Result  string    // at the right end; "" for none
}

// Size of a curve in pixels: as wide as a default board, for chats that show pictures at half their width.
const (
	curveWidth  = 640
	curveHeight = 240
	curveSpot   = 4 // radius of the dot of a marked move, which grows by curveStep per degree of severity
	curveStep   = 2
)

// Colours of a curve: the areas of Second and First, the middle line, and the dots by severity, which differ in
// brightness and size too.
var (
	curveSecond, curveFirst, curveLine = hex(0x3a3f44), hex(0xf2ecdf), hex(0x9a9080)
	curveMarks                         = [...]color.RGBA{1: hex(0xe8c547), hex(0xe0822e), hex(0xc62f2f)}
	curvePieces                        = map[string]color.RGBA{
		"white": white, "black": curveInk, "red": curveMarks[3], "blue": hex(0x2f55b5)}
	curveInk = hex(0x1a1a1a) // of text
)

// Size of the text on a curve and its maximum width, in pixels.
const (
	curveType = 20
	curveRoom = curveWidth * 9 / 20
)

var curveLetters = letters{curveType, true}

// Curve returns the course of a game as a PNG, from the start on the left to the end on the right: the area below the
// curve is what First may expect, the area above it what Second may, and a numbered dot stands at each marked move.
// The names stand on the left, Second's above, and the result on the right, in the larger area; without points Curve returns nil.
func Curve(points []Point, names CurveNames) []byte {
	if len(points) == 0 {
		return nil
	}
	return curve(points, names).png(image.Pt(curveWidth, curveHeight))
}

func curve(points []Point, names CurveNames) *drawing {
	d := new(drawing)
	d.box(image.Rect(0, 0, curveWidth, curveHeight), curveSecond)
	var line []point
	for i, p := range points {
		x := curveWidth * float64(i) / float64(max(len(points)-1, 1))
		line = append(line, point{x, (1 - min(max(p.First, 0), 1)) * curveHeight})
	}
	area := append([]point{{0, curveHeight}, {0, line[0][1]}}, line...)
	d.fill(curveFirst, path{append(area, point{curveWidth, line[len(line)-1][1]}, point{curveWidth, curveHeight})})
	for x := 0; x < curveWidth; x += 12 {
		d.box(image.Rect(x, curveHeight/2, x+6, curveHeight/2+1), curveLine)
	}
	var taken []image.Rectangle // by dots and texts
	space := func(x, y, across, down float64) image.Rectangle {
		return image.Rect(int(x-across), int(y-down), int(x+across), int(y+down))
	}
	write := func(line string, to align, x, y float64) {
		line, l := curveLetters.fit(Readable(line), curveRoom)
		half := l.width(line) / 2
		for _, o := range []point{{-2, -2}, {0, -2}, {2, -2}, {-2, 0}, {2, 0}, {-2, 2}, {0, 2}, {2, 2}} { // a halo
			d.write(line, l, white, to, x+o[0], y+o[1])
		}
		d.write(line, l, curveInk, to, x, y)
		taken = append(taken, space(x+float64(1-to)*half, y, half, curveType/2))
	}
	for i, p := range points {
		if p.Marked > 0 {
			r := float64(curveSpot + p.Marked*curveStep)
			x, y := min(max(line[i][0], r), curveWidth-1-r), min(max(line[i][1], r), curveHeight-1-r)
			d.fill(curveSecond, disc(x, y, r))
			d.fill(curveMarks[p.Marked], disc(x, y, r-2))
			taken = append(taken, space(x, y, r, r))
		}
	}
	const bottom = curveHeight - curveType
	for i, y := range []float64{bottom, curveType} {
		if ink, ok := curvePieces[names.Colours[i]]; ok && names.Names[i] != "" {
			d.fill(curveLine, disc(14, y, 7))
			d.fill(ink, disc(14, y, 5.5))
			write(names.Names[i], leftAligned, 28, y)
		}
	}
	end := float64(bottom)
	if line[len(line)-1][1] > curveHeight/2 { // in the larger area
		end = curveType
	}
	write(names.Result, rightAligned, curveWidth-10, end)
	for i, p := range points {
		half := curveLetters.width(Readable(p.Number)) / 2
		x := min(max(line[i][0], 4+half), curveWidth-4-half)
		off := float64(curveSpot+p.Marked*curveStep) + 2*curveType/3
		for k := range 2 * curveHeight / curveType { // above the dot, below it, then farther away
			y := line[i][1] + (off+float64(k/2)*curveType)*float64(2*(k%2)-1)
			free := !slices.ContainsFunc(taken, space(x, y, half, curveType/2).Overlaps)
			if free && y >= curveType && y <= bottom {
				write(p.Number, centred, x, y)
				break
			}
		}
	}
	return d
}
