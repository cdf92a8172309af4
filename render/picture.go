package render

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"tabuleiro/engine"
)

// Picture returns the board as a paletted PNG of width Style.Size, with the players above and below and the name of
// the side on turn bold on a filled ground. It returns an error if there is no such theme, the size is out of range
// (MinSize to MaxSize, cells and points of at least 8 pixels, a height of at most 4096), or the view has no cells,
// more than MaxSide files or ranks, or other than Files*Ranks cells; whether the view can occur in a game is not
// checked.
//
// On a board of cells:
//
//	labels    in a corner of their squares; without labels files and ranks are named along the edge
//	kings     carry a crown
//	last move squares left, passed and reached are tinted, and a line through them ends in an arrow, which
//	          points beyond the edge if the piece left the board
//	captures  pieces in Trace.Lost stay as pale ghosts in a ring
//	players   with their numbers of men and kings
//
// On a board of points:
//
//	home      of the player at the bottom is on the lower right, what is off beside it
//	cube      on the bar beside its owner, or in the middle, with 64 while nobody has doubled; when offered it
//	          glows beside the player who has to answer
//	dice      in the colour of the mover, whose numbering the points have; used dice are faded
//	hits      points where the last play hit are red, with a ring and a cross
//	players   with their pip counts
func Picture(v engine.View, s Style) ([]byte, error) {
	d, size, err := compose(v, s)
	if err != nil {
		return nil, fmt.Errorf("drawing the board: %w", err)
	}
	return d.png(size), nil
}

// board is a view with a style: a board of squares, or of points. Everything else is common to both.
type board interface {
	// measure computes the layout and must be called before draw. It fails if the view cannot be drawn in the size.
	measure() (size image.Point, err error)
	draw(d *drawing, t *theme)

	text() []string     // the lines of a text board
	legend(list *signs) // adds the signs on the board except those of the pieces
}

func boardOf(v engine.View, s Style) board {
	if v.Points != nil {
		return &points{view: v, style: s, table: newTable(v, s)}
	}
	return &squares{view: v, style: s}
}

// compose returns a board with its captions as a drawing of a size.
func compose(v engine.View, s Style) (d *drawing, size image.Point, err error) {
	v = s.lettered(v)
	t, err := themeOf(v, s.Theme)
	if err != nil {
		return nil, size, err
	}
	b := boardOf(v, s)
	if size, err = b.measure(); err != nil {
		return nil, size, err
	}
	c := measureCaptions(s, size.X)
	place := image.Rectangle{Max: size}.Add(image.Pt(0, c.above()))
	if size.Y = c.height(size.Y); size.Y > maxHeight {
		return nil, size, fmt.Errorf("%d pixels: higher than %d", size.Y, maxHeight)
	}
	d = new(drawing)
	d.offset(place.Min, func() { b.draw(d, t) })
	c.draw(d, v, s, t, size)
	return d, size, nil
}

// Get implements png.EncoderBufferPool.
func (p *painter) Get() *png.EncoderBuffer { return p.encoding }

// Put implements png.EncoderBufferPool.
func (p *painter) Put(b *png.EncoderBuffer) { p.encoding = b }

// png encodes the drawing as a picture of a size.
func (d *drawing) png(size image.Point) []byte {
	p := newPainter()
	defer painters.Put(p)
	p.draw(d, size)
	p.Palette = p.Palette[:0]
	for _, c := range p.rgba {
		p.Palette = append(p.Palette, c)
	}
	var out bytes.Buffer
	encoder := png.Encoder{BufferPool: p}
	if err := encoder.Encode(&out, &p.Paletted); err != nil {
		panic("render: a picture in memory cannot be written: " + err.Error())
	}
	return out.Bytes()
}
