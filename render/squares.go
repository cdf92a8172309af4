package render

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

// check tells what is wrong with a view.
func check(v engine.View, s Style) error {
	if min(v.Files, v.Ranks) < 1 || max(v.Files, v.Ranks) > MaxSide {
		return fmt.Errorf("%d files and %d ranks: each must be 1 to %d", v.Files, v.Ranks, MaxSide)
	}
	if n := v.Files * v.Ranks; len(v.Cells) != n {
		return fmt.Errorf("%d cells on a board of %d", len(v.Cells), n)
	}
	for i, c := range v.Cells {
		if c.Side > engine.Second {
			return fmt.Errorf("cell %d holds a piece of side %d, which has none", i, uint8(c.Side))
		}
	}
	for _, c := range v.Last.Lost {
		if c.Side > engine.Second {
			return fmt.Errorf("the last move took a piece of side %d, which has none", uint8(c.Side))
		}
	}
	for _, is := range [][]int{v.Last.Path, v.Last.Taken, v.Last.Drops} {
		for _, i := range is {
			if i < 0 || i >= len(v.Cells) {
				return fmt.Errorf("the last move touches cell %d of %d", i, len(v.Cells))
			}
		}
	}
	for _, i := range s.Marked {
		if i < 0 || i >= len(v.Cells) {
			return fmt.Errorf("cell %d of %d is to be marked", i, len(v.Cells))
		}
	}
	return nil
}

// format is where things lie in a picture, in pixels.
type format struct {
	grid
	width, height int
	cell          int // width and height of a square
	x0, y0        int // upper left corner of the board
	wide, narrow  int // margins: where names stand, at the left and below, and where none do
}

// measure finds the largest cells that fit the width.
func measure(v engine.View, s Style) (format, error) {
	width, err := s.width()
	if err != nil {
		return format{}, err
	}
	f := format{grid: gridOf(v, s.Flip), width: width, wide: max(width/20, 6), narrow: max(width/64, 3)}
	if !v.Edges {
		f.wide = f.narrow
	}
	f.cell = (width - f.wide - f.narrow) / v.Files
	if f.cell < minCell {
		return format{}, fmt.Errorf("%d files on %d pixels: cells would be smaller than %d", v.Files, width, minCell)
	}
	f.x0 = f.wide + (width-f.wide-f.narrow-f.cell*v.Files)/2
	f.y0 = f.narrow
	f.height = f.cell*v.Ranks + f.wide + f.narrow
	return f, nil
}

func (b *squares) measure() (area, error) {
	if err := check(b.view, b.style); err != nil {
		return area{}, err
	}
	f, err := measure(b.view, b.style)
	if err != nil {
		return area{}, err
	}
	b.places = f
	return area{f.width, f.height}, nil
}

// draw puts the tiles together.
func (b *squares) draw(img *image.Paletted, t *theme) {
	f, v, s := b.places, b.view, b.style
	f.frame(img, v, t)
	m := marks(v.Last, len(v.Cells))
	lined := !slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Dark != v.Cells[0].Dark })
	for y := range f.ranks {
		for x := range f.files {
			i := f.index(x, y)
			c := v.Cells[i]
			k := tileKey{theme: t, w: f.cell, h: f.cell, dark: c.Dark, shade: c.Shade, mark: m[i], side: c.Side}
			k.king = c.King && c.Side != engine.Nobody
			k.text, k.size, k.lined, k.ringed = clip(c.Label), f.labelType(), lined, slices.Contains(s.Marked, i)
			if lost := slices.Index(v.Last.Taken, i); lost >= 0 && lost < len(v.Last.Lost) && c.Side == engine.Nobody {
				k.gone, k.king = v.Last.Lost[lost].Side, v.Last.Lost[lost].King
			}
			lay(img, k, f.x0+x*f.cell, f.y0+y*f.cell)
		}
	}
	f.ways(img, v, s, t)
}

// clip cuts a label to maxLabel characters.
func clip(s string) string {
	if len(s) <= maxLabel {
		return s
	}
	if r := []rune(s); len(r) > maxLabel {
		return string(r[:maxLabel])
	}
	return s
}

// frame draws what surrounds the board: names of files and ranks, and whose turn it is.
func (f format) frame(img *image.Paletted, v engine.View, t *theme) {
	in := t.inks()
	frame, edge, lamp := in.nearest(t.frame), in.nearest(t.edge), in.nearest(t.lamp)
	line := max(f.width/320, 1)
	board := image.Rect(f.x0, f.y0, f.x0+f.files*f.cell, f.y0+f.ranks*f.cell)
	around(img, img.Rect, board, edge)
	around(img, img.Rect.Inset(line), board, frame)
	around(img, board.Inset(-line), board, edge)

	gap, strip := f.narrow, f.wide-f.narrow-line // between the lit bar and the edge of the picture
	if v.Edges {
		for x := range f.files {
			k := tileKey{theme: t, kind: name, w: f.cell, h: strip, text: string(f.fileName(x))}
			lay(img, k, f.x0+x*f.cell, board.Max.Y+gap)
		}
		for y := range f.ranks {
			k := tileKey{theme: t, kind: name, w: strip, h: f.cell, text: strconv.Itoa(f.rankName(y))}
			lay(img, k, f.x0-2*line-strip, f.y0+y*f.cell)
		}
	}
	if v.Turn != engine.First && v.Turn != engine.Second {
		return
	}
	bar := image.Rect(board.Min.X, board.Min.Y-f.narrow+line, board.Max.X, board.Min.Y-line)
	if f.atBottom(v.Turn) {
		bar = image.Rect(board.Min.X, board.Max.Y+line, board.Max.X, board.Max.Y+f.narrow-line)
	}
	paint(img, bar, lamp)
}

// labelType is the size of labels in pixels, in quarters.
func (f format) labelType() int {
	return int(4 * min(max(labelSize*float64(f.width), minLabel), max(largeLabel*float64(f.cell), 7)))
}

// Size of a label's type: as part of the picture's width, in pixels the smallest that can be read, and as part of a
// square's width the largest that leaves room for a piece.
const (
	labelSize  = 0.0265
	minLabel   = 9.5
	largeLabel = 0.3
)
