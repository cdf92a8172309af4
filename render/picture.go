package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"tabuleiro/engine"
)

// Picture is the board as a PNG with a palette, as wide as Style.Size says; the height follows from the board, whose
// squares are square.
//
// Labels stand in a corner of their squares, beside the piece; files and ranks are named along the edge only where there
// are none. Kings carry a crown. The squares that the last move left, passed and reached are tinted, and a line leads
// through them to an arrow; pieces that it took are left as pale ghosts in a ring, if Trace.Lost has them. A way out of
// the board, which ends on the edge where something was taken, points beyond it. The players stand above and below with
// their pieces and how many they have, or their pips; the name of the side on turn is bold, on a filled ground.
//
// On a board of points the player at the bottom has his home on the lower right, and what he has off beside it. On the
// bar is the cube beside its owner, in the middle with 64 while nobody has doubled; one that is offered glows beside the
// player who has to answer. The dice have the colour of the mover, by whose count the points are named; used ones have
// faded. A point where the last play hit is red and has a ring and a cross.
//
// It is an error if the view has no cells, more than MaxSide files or ranks, or a number of cells other than
// Files*Ranks, and if there is no such theme or the size is out of range (MinSize to MaxSize, cells and points of at
// least 8 and a height of at most 4096 pixels). Otherwise the view has to be one of a game: that is looked for nowhere.
func Picture(v engine.View, s Style) ([]byte, error) {
	d, t, size, err := compose(v, s)
	if err != nil {
		return nil, fmt.Errorf("drawing the board: %w", err)
	}
	return d.png(t.flat(), size), nil
}

// board is a view in the style of a reader: one of squares, or one of points. This is all that differs between the two.
type board interface {
	// measure finds where things lie in a picture; it comes before draw. It fails if the view or its size cannot be
	// drawn.
	measure() (size image.Point, err error)
	draw(d *drawing, t *theme)

	text() []string     // the lines of a text board
	legend(list *signs) // adds what the signs there mean, but for the pieces
}

func boardOf(v engine.View, s Style) board {
	if v.Points != nil {
		return &points{view: v, style: s, table: newTable(v, s)}
	}
	return &squares{view: v, style: s}
}

// compose is a board with its captions as a drawing of a size.
func compose(v engine.View, s Style) (d *drawing, t *theme, size image.Point, err error) {
	v = s.lettered(v)
	if t, err = themeOf(v, s.Theme); err != nil {
		return nil, nil, size, err
	}
	b := boardOf(v, s)
	if size, err = b.measure(); err != nil {
		return nil, nil, size, err
	}
	c := measureCaptions(s, size.X)
	place := image.Rectangle{Max: size}.Add(image.Pt(0, c.above()))
	if size.Y = c.height(size.Y); size.Y > maxHeight {
		return nil, nil, size, fmt.Errorf("%d pixels: higher than %d", size.Y, maxHeight)
	}
	d = new(drawing)
	d.offset(place.Min, func() { b.draw(d, t) })
	c.draw(d, v, s, t, size)
	return d, t, size, nil
}

// Get implements png.EncoderBufferPool.
func (p *painter) Get() *png.EncoderBuffer { return p.encoding }

// Put implements png.EncoderBufferPool.
func (p *painter) Put(b *png.EncoderBuffer) { p.encoding = b }

// png is the drawing in a picture of a size, whose palette begins with some colours.
func (d *drawing) png(flat []color.RGBA, size image.Point) []byte {
	p := newPainter(flat)
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
