package render

import (
	"image"

	"tabuleiro/engine"
)

// board is a view in the style of a reader: one of squares, or one of points. This is all that differs between the two.
type board interface {
	// measure finds where things lie in a picture; it comes before draw. It fails if the view or its size cannot be
	// drawn.
	measure() (area, error)
	draw(img *image.Paletted, t *theme)

	text() []string          // the lines of a text board
	legend(turn Sign) []Sign // what the signs there mean, without the pieces; turn is that of the side on turn
}

// area is what a board takes of a picture.
type area struct{ width, height int }

func boardOf(v engine.View, s Style) board {
	if v.Points != nil {
		return &points{v, s, newTable(v, s), pointsFormat{}}
	}
	return &squares{v, s, format{}}
}

// squares is a board of cells.
type squares struct {
	view   engine.View
	style  Style
	places format
}

// points is a board of 24 points.
type points struct {
	view   engine.View
	style  Style
	table  table
	places pointsFormat
}
