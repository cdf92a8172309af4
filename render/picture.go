package render

import (
	"bytes"
	"fmt"

	"tabuleiro/engine"
)

// Picture is the board as a PNG of 16 colours, as wide as Style.Size says; the height follows from the board,
// whose squares are square.
//
// Labels stand in the upper left corner of their squares. Kings carry a crown. The squares that the last move left,
// passed and reached are tinted, and a line leads through them to an arrow; pieces that it took are left as pale
// ghosts, if Trace.Lost tells them. A way out of the board, which ends on the edge where something was taken, points
// beyond it. A lit bar along the edge shows who is on turn. Where Style names the players they stand above and below
// with their pieces, the lit one on turn, and how many they have, or their pips; without names the lit piece of the
// side on turn is in the right margin.
//
// On a board of points the player at the bottom has his home on the lower right, and what he has off beside it. At the
// left are the score and the cube beside its owner, in the middle with 64 while nobody has doubled; one that is offered
// glows beside the player who has to answer. Without names the players and what they have to go are there, too. The
// dice have the colour of the mover, by whose count the points are named; used ones have faded. A point where the last
// play hit is red and has a ring and a cross.
//
// It is an error if the view has no cells, more than MaxSide files or ranks, a number of cells other than Files*Ranks,
// a piece of another side than First and Second, or a trace or mark outside the board, and if there is no such theme or
// the size is out of range (MinSize to MaxSize, cells of at least 8 and a height of at most 4096 pixels). Labels that
// are too long are clipped. On a board of points it is one if a side has more than 15 checkers, or if there is anything
// that no play can bring about in the counts, dice, cube, score or hops; points must be at least 8 pixels wide, which
// takes a picture of about 140.
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
	b := boardOf(v, s)
	a, err := b.measure()
	if err != nil {
		return nil, err
	}
	c := measureCaptions(s, a.width)
	if height := c.height(a.height); height > maxHeight {
		return nil, fmt.Errorf("%d pixels: higher than %d", height, maxHeight)
	}
	sheet := blank(a.width, c.height(a.height), t.inks())
	sheet.differ = v.Points != nil
	b.draw(c.board(sheet), t)
	c.draw(sheet, v, s, t)
	return sheet, nil
}
