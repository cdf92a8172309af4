package render

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
)

// Table is a table of standings: lines of cells under a head, all with as many. The second column is that of names,
// which takes what room the others leave; all others have their cells in the middle.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
	Lit   int // rows from the top that stand out
}

// Bounds of a table: what is larger cannot be read on a phone.
const (
	MostRows    = 64
	MostColumns = 12
)

// Sizes of a table in pixels, of a picture that a phone shows at half its width.
const (
	tableWidth = 720
	tableType  = 28 // of letters
	tableRow   = 48
	tableSide  = 18 // at the left and the right
	tableGap   = 16 // beside each cell
)

// errTable is what is wrong with a table that cannot be drawn.
var errTable = errors.New("a table has 3 to 12 columns, as many cells in each row, and at most 64 rows")

// Crosstable is a table as a PNG of 720 pixels width in a theme of Themes, "" for the first. Names that are too long
// are shortened, and only what Readable leaves of a text is shown. It is an error if there is no such theme, or if the
// table is out of bounds.
func Crosstable(t Table, theme string) ([]byte, error) {
	if theme == "" {
		theme = Themes[0]
	}
	f := families[theme]
	if f == nil {
		return nil, fmt.Errorf("drawing a table: no theme is called %q", theme)
	}
	if len(t.Head) < 3 || len(t.Head) > MostColumns || len(t.Rows) > MostRows {
		return nil, fmt.Errorf("drawing a table: %w", errTable)
	}
	for _, row := range t.Rows {
		if len(row) != len(t.Head) {
			return nil, fmt.Errorf("drawing a table: %w", errTable)
		}
	}
	look := f.plain
	img := image.NewRGBA(image.Rect(0, 0, tableWidth, tableRow*(len(t.Rows)+2)))
	lines := append([][]string{t.Head}, t.Rows...)
	widths := columnWidths(lines)
	writeRow(img, 0, look.frame, look.lamp, []string{t.Title}, []float64{tableWidth - 2*tableSide}, 0)
	for i, cells := range lines {
		ground, ink := look.frame, look.letter
		switch {
		case i == 0:
			ink = mix(look.frame, look.letter, 0.75)
		case i%2 == 1:
			ground = mix(look.frame, look.letter, 0.12)
		}
		if i > 0 && i <= t.Lit {
			ink = look.lamp
		}
		writeRow(img, i+1, ground, ink, cells, widths, 1)
	}
	return paletted(img)
}

// columnWidths are the widths of columns: as wide as their widest cell, and the second one what is left.
func columnWidths(lines [][]string) []float64 {
	widths := make([]float64, len(lines[0]))
	left := float64(tableWidth - 2*tableSide)
	for i := range widths {
		if i == 1 {
			continue
		}
		for _, cells := range lines {
			widths[i] = max(widths[i], textWidth(cells[i], tableType)+tableGap)
		}
		left -= widths[i]
	}
	widths[1] = max(left, 4*tableType)
	return widths
}

// writeRow paints a row and writes its cells: the one of names from its left, all others in their middle.
func writeRow(img *image.RGBA, row int, ground, ink color.RGBA, cells []string, widths []float64, names int) {
	c := newCanvas(tableWidth, tableRow, ground) // of its own, as every fill of a high one takes its time
	x := float64(tableSide)
	for i, cell := range cells {
		text, size := fit(Readable(cell), tableType, widths[i]-tableGap/2)
		at := x
		c.letters(text, size, widths[i], func(width, height float64) (float64, float64) {
			if i != names {
				at += math.Round((widths[i] - width) / 2)
			}
			return at, math.Round((tableRow + height) / 2)
		})
		x += widths[i]
	}
	c.cover(ink, 1, textShades(tableType))
	draw.Draw(img, image.Rect(0, tableRow*row, tableWidth, tableRow*(row+1)), c.img, image.Point{}, draw.Src)
}

// paletted is a picture as a PNG with the few colours that it has.
func paletted(img *image.RGBA) ([]byte, error) {
	p := image.NewPaletted(img.Rect, nil)
	known := map[color.RGBA]uint8{}
	for i := range p.Pix {
		pix := img.Pix[4*i:][:4]
		ink := color.RGBA{pix[0], pix[1], pix[2], pix[3]}
		at, there := known[ink]
		if !there {
			if len(p.Palette) == 256 {
				return nil, errors.New("drawing a table: too many colours")
			}
			at = uint8(len(p.Palette))
			known[ink] = at
			p.Palette = append(p.Palette, ink)
		}
		p.Pix[i] = at
	}
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, p)
	return b.Bytes(), err
}
