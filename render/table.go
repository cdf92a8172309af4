package render

import (
	"fmt"
	"image"
	"image/color"
)

// Table is a table of standings: a head and rows, all with the same number of cells. The second column holds names
// and takes the width the others leave; the cells of the others are centred.
type Table struct {
	Title string
	Head  []string
	Rows  [][]string
	Lit   int // number of rows from the top to highlight
}

// Limits of a table: larger ones are illegible on a phone.
const (
	mostRows    = 64
	mostColumns = 12
)

// Sizes of a table in pixels, for a picture that a phone shows at half its width.
const (
	tableWidth = 720
	tableType  = 28 // type size
	tableRow   = 48
	tableSide  = 18 // left and right margin
	tableGap   = 16 // around each cell
)

var tableLetters = letters{tableType, true}

// Crosstable returns a table as a PNG 720 pixels wide in a theme of Themes, "" for the first; texts are shortened to
// fit and shown as far as they are Readable. It returns an error if there is no such theme, or if the table exceeds
// its limits.
func Crosstable(t Table, theme string) ([]byte, error) {
	f, err := familyOf(theme)
	if err != nil {
		return nil, fmt.Errorf("drawing a table: %w", err)
	}
	if len(t.Head) > mostColumns || len(t.Rows) > mostRows {
		return nil, fmt.Errorf("drawing a table: %d columns and %d rows: at most %d and %d", len(t.Head), len(t.Rows),
			mostColumns, mostRows)
	}
	look := f.plain
	size := image.Pt(tableWidth, tableRow*(len(t.Rows)+2))
	lines := append([][]string{t.Head}, t.Rows...)
	widths := columnWidths(lines)
	d := new(drawing)
	d.box(image.Rectangle{Max: size}, look.frame)
	d.row(0, look.lamp, []string{t.Title}, []float64{tableWidth - 2*tableSide}, 0)
	for i, cells := range lines {
		ink := look.letter
		switch {
		case i > 0 && i <= t.Lit:
			ink = look.lamp
		case i == 0:
			ink = mix(look.frame, look.letter, 0.75)
		}
		if i%2 == 1 {
			d.box(image.Rect(0, tableRow*(i+1), tableWidth, tableRow*(i+2)), mix(look.frame, look.letter, 0.12))
		}
		d.row(i+1, ink, cells, widths, 1)
	}
	return d.png(size), nil
}

// columnWidths returns the width of each column: that of its widest cell, and for the second one the rest.
func columnWidths(lines [][]string) []float64 {
	widths := make([]float64, len(lines[0]))
	left := float64(tableWidth - 2*tableSide)
	for i := range widths {
		if i == 1 {
			continue
		}
		for _, cells := range lines {
			widths[i] = max(widths[i], tableLetters.width(cells[i])+tableGap)
		}
		left -= widths[i]
	}
	widths[1] = max(left, 4*tableType)
	return widths
}

// row writes the cells of a row: the column of names left-aligned, the others centred.
func (d *drawing) row(row int, ink color.RGBA, cells []string, widths []float64, names int) {
	x, y := float64(tableSide), float64(tableRow*row)+tableRow/2
	for i, cell := range cells {
		line, l := tableLetters.fit(Readable(cell), widths[i]-tableGap/2)
		if i == names {
			d.write(line, l, ink, leftAligned, x, y)
		} else {
			d.write(line, l, ink, centred, x+widths[i]/2, y)
		}
		x += widths[i]
	}
}
