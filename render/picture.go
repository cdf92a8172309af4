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
// Labels stand in the upper left corner of their squares. Kings carry a crown. The squares that the last move left, passed
// and reached are tinted, and a line leads through them to an arrow; pieces that it took are left as pale ghosts, if
// Trace.Lost tells them. A way out of the board, which ends on the edge where something was taken, points beyond it. A lit
// bar along the edge shows who is on turn. Where Style names the players they stand above and below with their pieces, the lit
// one on turn, and how many they have, or their pips; without names the lit piece of the side on turn is in the right margin.
//
// On a board of points the player at the bottom has his home on the lower right, and what he has off beside it. At the left
// are the score and the cube beside its owner, in the middle with 64 while nobody has doubled; one that is offered glows beside
// the player who has to answer. Without names the players and what they have to go are there, too. The dice have the colour of
// the mover, by whose count the points are named; used ones have faded. A point where the last play hit is red and has a ring
// and a cross.
//
// It is an error if the view has no cells, more than MaxSide files or ranks, a number of cells other than Files*Ranks, a piece of
// another side than First and Second, or a trace or mark outside the board, and if there is no such theme or the size is out of
// range (MinSize to MaxSize, cells of at least 8 and a height of at most 4096 pixels). Labels that are too long are clipped. On
// a board of points it is one if a side has more than 15 checkers, or if there is anything that no play can bring about in the
// counts, dice, cube, score or hops; points must be at least 8 pixels wide, which takes a picture of about 140.
//
// Pictures asked for again come from a small cache; each caller has bytes of its own.
func Picture(v engine.View, s Style) ([]byte, error) {
	key := cacheKey(v, s)
	if b := pictures.find(key); b != nil {
		return bytes.Clone(b), nil
	}
	b, err := drawn(v, s)
	if err != nil {
		return nil, fmt.Errorf("drawing the board: %w", err)
	}
	pictures.keep(key, b)
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
		sheet.differ = [2]int{c.above() + f.y0, c.above() + f.bottom()}
		table := newTable(v, s)
		table.fullness, sheet.fullness = s.fullness(v), s.fullness(v)
		f.compose(c.board(sheet), table, t, c.player > 0)
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
	if slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Dark }) {
		sheet.differ = [2]int{c.above() + f.y0/2, c.above() + f.y0 + f.ranks*f.cell}
	}
	sheet.fullness = s.fullness(v)
	f.compose(c.board(sheet), v, s, t)
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

// named tells whether the players stand above and below the board.
func (s Style) named() bool { return s.First != "" || s.Second != "" }

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
	f := format{grid: grid{v.Files, v.Ranks, s.Flip}, width: width, wide: max(width/20, 6), narrow: max(width/40, 4)}
	if !v.Edges {
		f.wide = f.narrow
	}
	right := f.narrow
	if !s.named() {
		right = max(width/20, 6) // whose turn it is
	}
	f.cell = (width - f.wide - right) / v.Files &^ 1 // two pixels are a byte: even squares look alike in the file
	if f.cell < minCell {
		return format{}, fmt.Errorf("%d files on %d pixels: cells would be smaller than %d", v.Files, width, minCell)
	}
	f.x0 = f.wide + (width-f.wide-right-f.cell*v.Files)/2
	f.y0 = f.narrow
	f.height = f.cell*v.Ranks + f.wide + f.narrow
	return f, nil
}

// compose puts the tiles together. The view has been checked.
func (f format) compose(img *image.Paletted, v engine.View, s Style, t *theme) {
	f.frame(img, v, t, s.named())
	m := marks(v.Last, len(v.Cells))
	lined := !slices.ContainsFunc(v.Cells, func(c engine.Cell) bool { return c.Dark != v.Cells[0].Dark })
	sharp := s.fullness(v) > usual
	for y := range f.ranks {
		for x := range f.files {
			i := f.index(x, y)
			c := v.Cells[i]
			k := tileKey{theme: t, w: f.cell, h: f.cell, dark: c.Dark, shade: c.Shade, mark: m[i], side: c.Side}
			k.king = c.King && c.Side != engine.Nobody
			k.text, k.size, k.lined, k.ringed = clip(c.Label), f.labelType(), lined, slices.Contains(s.Marked, i)
			k.sharp = k.text != "" && sharp
			if lost := slices.Index(v.Last.Taken, i); lost >= 0 && lost < len(v.Last.Lost) && c.Side == engine.Nobody {
				k.gone, k.king = v.Last.Lost[lost].Side, v.Last.Lost[lost].King
			}
			lay(img, k, f.x0+x*f.cell, f.y0+y*f.cell)
		}
	}
	f.arrow(img, v, t.inks())
}

// fullness is how much the last move has left on a board, and what there is no room for in the file.
type fullness uint8

const (
	usual   fullness = iota
	full             // shades along the edges of pieces
	fullest          // shades along any edges but those of letters, and the pale edge of arrows
)

// fullness of a view: it is full after a play with more hops than two different dice give, each of which takes some 700 bytes, and
// on a large board after a move that takes several pieces. A banner besides makes it the fullest.
func (s Style) fullness(v engine.View) fullness {
	const (
		manyHops  = 3
		manyCells = 65
		manyTaken = 3
	)
	taken, most := len(v.Last.Taken), full
	if s.Banner != "" {
		taken, most = taken+1, fullest
	}
	if s.moving || len(v.Last.Hops) < manyHops && (len(v.Cells) < manyCells || taken < manyTaken) {
		return usual
	}
	return most
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

// around fills a rectangle but for a hole in it with one ink.
func around(img *image.Paletted, r, hole image.Rectangle, ink int) {
	paint(img, image.Rect(r.Min.X, r.Min.Y, r.Max.X, hole.Min.Y), ink)
	paint(img, image.Rect(r.Min.X, hole.Min.Y, hole.Min.X, hole.Max.Y), ink)
	paint(img, image.Rect(hole.Max.X, hole.Min.Y, r.Max.X, hole.Max.Y), ink)
	paint(img, image.Rect(r.Min.X, hole.Max.Y, r.Max.X, r.Max.Y), ink)
}

// frame draws what surrounds the board: names of files and ranks, and whose turn it is, if the players are not named.
func (f format) frame(img *image.Paletted, v engine.View, t *theme, named bool) {
	in := t.inks()
	frame, edge, lamp := in.nearest(t.frame), in.nearest(t.edge), in.nearest(t.lamp)
	line := max(f.width/320, 1)
	board := image.Rect(f.x0, f.y0, f.x0+f.files*f.cell, f.y0+f.ranks*f.cell)
	around(img, img.Rect, board, edge)
	around(img, img.Rect.Inset(line), board, frame)
	around(img, board.Inset(-line), board, edge)

	gap, strip := 3*line, f.wide-5*line // between the lit bar and the edge of the picture
	if v.Edges {
		for x := range f.files {
			k := tileKey{theme: t, kind: name, w: f.cell, h: strip, text: string(f.fileName(x))}
			lay(img, k, f.x0+x*f.cell, board.Max.Y+gap)
		}
		for y := range f.ranks {
			k := tileKey{theme: t, kind: name, w: strip, h: f.cell, text: strconv.Itoa(f.rankName(y))}
			lay(img, k, f.x0-gap-strip, f.y0+y*f.cell)
		}
	}
	if v.Turn != engine.First && v.Turn != engine.Second {
		return
	}
	bar := image.Rect(board.Min.X, board.Min.Y-3*line, board.Max.X, board.Min.Y)
	y := f.y0
	if f.atBottom(v.Turn) {
		bar = image.Rect(board.Min.X, board.Max.Y, board.Max.X, board.Max.Y+3*line)
		y = board.Max.Y - f.cell
	}
	paint(img, bar, lamp)
	if !named {
		k := tileKey{theme: t, kind: turn, w: f.width - board.Max.X - 2*line, h: f.cell, side: v.Turn}
		lay(img, k, board.Max.X+line, y)
	}
}
