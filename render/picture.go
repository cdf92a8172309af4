package render

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"strconv"

	"tabuleiro/engine"
)

const (
	maxHeight = 2 * MaxSize // pixels, of a picture
	minCell   = 8           // pixels
)

// Picture is the board as a PNG of 16 colours, as wide as Style.Size says; the height follows from the board,
// whose squares are square.
//
// Labels stand in the upper left corner of their squares. Kings are two stacked discs with a crown. The squares that the
// last move left, passed and reached are tinted, those where it took something carry a ring; a dot is on each empty square
// of its way, and an arrow leads from the last one. A way out of the board, which ends on the edge where something was taken, points beyond
// it. A lit disc in the right margin, on its own side of the board, and a lit bar along the edge show who is on turn. Where
// Style names the players they stand above and below with the number of their pieces or their pips, and the picture is so
// much higher.
//
// On a board of points the player at the bottom has his home on the lower right, and what he has off beside it. At the left
// are the players, the lit one on turn, with what they have to go, their score in the corner and the cube beside its owner;
// one that is offered glows beside the player who has to answer. The dice have the colour of the mover, by whose count the
// points are named; used ones have faded. A point where the last play hit is red and has a ring and a cross.
//
// It is an error if the view has no cells, more than MaxSide files or ranks, a number of cells other than Files*Ranks, a
// cell of somebody other than First, Second and Nobody or a trace or mark outside the board, and if there is no such theme
// or the size is out of range (MinSize to MaxSize, cells of at least 8 and a height of at most 4096 pixels). Labels that are too long are clipped. On a
// board of points it is one if a side has more than 15 checkers, or if there is anything that no play can bring about in
// the counts, dice, cube, score or hops; points must be at least 8 pixels wide, which takes a picture of about 140.
//
// Pictures asked for again come from a small cache; each caller has bytes of its own.
func Picture(v engine.View, s Style) ([]byte, error) {
	id := identity(v, s)
	if b := pictures.find(id); b != nil {
		return bytes.Clone(b), nil
	}
	b, err := drawn(v, s)
	if err != nil {
		return nil, fmt.Errorf("drawing the board: %w", err)
	}
	pictures.keep(id, b)
	return bytes.Clone(b), nil
}

// drawn is a picture that is not in the cache.
func drawn(v engine.View, s Style) ([]byte, error) {
	sheet, err := compose(v, s)
	if err != nil {
		return nil, err
	}
	defer sheets.Put(sheet)
	return sheet.encode(), nil
}

// compose draws the board on a sheet that the caller gives back.
func compose(v engine.View, s Style) (*sheet, error) {
	v = s.lettered(v)
	t, err := themeOf(v, s.Theme)
	if err != nil {
		return nil, err
	}
	if v.Points != nil {
		if err := checkPoints(v); err != nil {
			return nil, err
		}
		f, err := measurePoints(s)
		if err != nil {
			return nil, err
		}
		c := measureCaptions(s, f.width)
		sheet := blank(f.width, c.height(f.height), t.inks())
		f.compose(c.board(sheet), newTable(v, s), t)
		c.draw(sheet, v, s, t)
		return sheet, nil
	}
	if err := check(v, s); err != nil {
		return nil, err
	}
	f, err := measure(v, s)
	if err != nil {
		return nil, err
	}
	c := measureCaptions(s, f.width)
	if c.height(f.height) > maxHeight {
		return nil, fmt.Errorf("%d ranks of %d pixels: higher than %d", v.Ranks, f.cell, maxHeight)
	}
	sheet := blank(f.width, c.height(f.height), t.inks())
	f.compose(c.board(sheet), v, s.Marked, t)
	c.draw(sheet, v, s, t)
	return sheet, nil
}

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
	x0, y0        int // upper left corner of the board; the frame is as wide on the other sides, or a few pixels wider
}

// width is the width of the picture that is asked for.
func (s Style) width() (int, error) {
	if s.Size == 0 {
		return DefaultSize, nil
	}
	if s.Size < MinSize || s.Size > MaxSize {
		return 0, fmt.Errorf("a width of %d pixels: must be %d to %d", s.Size, MinSize, MaxSize)
	}
	return s.Size, nil
}

// measure finds the largest cells that fit the width.
func measure(v engine.View, s Style) (format, error) {
	width, err := s.width()
	if err != nil {
		return format{}, err
	}
	margin := max(width/21, 6)
	f := format{grid: grid{v.Files, v.Ranks, s.Flip}, width: width, cell: (width - 2*margin) / v.Files}
	if f.cell < minCell {
		return format{}, fmt.Errorf("%d files on %d pixels: cells would be smaller than %d", v.Files, width, minCell)
	}
	f.x0 = (width - f.cell*v.Files) / 2
	f.y0 = f.x0
	f.height = f.cell*v.Ranks + 2*f.y0
	return f, nil
}

// compose puts the tiles together. The view has been checked.
func (f format) compose(img *image.Paletted, v engine.View, marked []int, t *theme) {
	f.frame(img, v, t)
	m := marks(v.Last, len(v.Cells))
	lined := !slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Dark != v.Cells[0].Dark })
	for y := range f.ranks {
		for x := range f.files {
			i := f.index(x, y)
			c := v.Cells[i]
			k := tileKey{theme: t, w: f.cell, h: f.cell, dark: c.Dark, mark: m[i], side: c.Side}
			k.king = c.King && c.Side != engine.Nobody
			k.text, k.lined, k.ringed = clip(c.Label), lined, slices.Contains(marked, i)
			lay(img, k, f.x0+x*f.cell, f.y0+y*f.cell)
		}
	}
	f.arrow(img, v, t.inks())
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

// lay copies a tile into the picture.
func lay(img *image.Paletted, k tileKey, x, y int) {
	pix := k.pixels()
	for len(pix) > 0 {
		copy(img.Pix[img.PixOffset(x, y):], pix[:k.w])
		pix = pix[k.w:]
		y++
	}
}

// paint fills a rectangle with one ink.
func paint(img *image.Paletted, r image.Rectangle, ink int) {
	if r.Empty() {
		return
	}
	first := img.Pix[img.PixOffset(r.Min.X, r.Min.Y):][:r.Dx()]
	for i := range first {
		first[i] = uint8(ink)
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(img.Pix[img.PixOffset(r.Min.X, y):], first)
	}
}

// frame draws what surrounds the board: names of files and ranks, and whose turn it is.
func (f format) frame(img *image.Paletted, v engine.View, t *theme) {
	in := t.inks()
	frame, edge, lamp := in.nearest(t.frame), in.nearest(t.edge), in.nearest(t.lamp)
	line := max(f.x0/12, 1)
	board := image.Rect(f.x0, f.y0, f.x0+f.files*f.cell, f.y0+f.ranks*f.cell)
	paint(img, img.Rect, edge)
	paint(img, img.Rect.Inset(line), frame)
	paint(img, board.Inset(-line), edge)

	gap := 3 * line // keeps names off the lines
	if v.Edges {
		for x := range f.files {
			k := tileKey{theme: t, kind: name, w: f.cell, h: f.y0 - 2*gap, text: string(f.fileName(x))}
			lay(img, k, f.x0+x*f.cell, board.Max.Y+gap)
		}
		for y := range f.ranks {
			k := tileKey{theme: t, kind: name, w: f.x0 - 2*gap, h: f.cell, text: strconv.Itoa(f.rankName(y))}
			lay(img, k, gap, f.y0+y*f.cell)
		}
	}
	if v.Turn == engine.First || v.Turn == engine.Second {
		bar := image.Rect(board.Min.X, board.Min.Y-3*line, board.Max.X, board.Min.Y)
		y := f.y0
		if f.atBottom(v.Turn) {
			bar = image.Rect(board.Min.X, board.Max.Y, board.Max.X, board.Max.Y+3*line)
			y = board.Max.Y - f.cell
		}
		paint(img, bar, lamp)
		k := tileKey{theme: t, kind: turn, w: f.x0 - 2*line, h: f.cell, side: v.Turn}
		lay(img, k, board.Max.X+line, y)
	}
}
