// Package render draws boards: as text for a fixed-width font, and as pictures. A board consists of cells, or of
// points as in backgammon if the view has them.
//
// It knows no game by name. An engine.View tells what stands where, what the last move touched and who is on turn; a
// Style gives the orientation, the size and the texts. All functions are pure and safe for concurrent use: the same
// view and style give the same bytes. (Bytes may differ between processor architectures, where compilers round
// floating-point sums differently.)
package render

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// Style is how the reader wants a board drawn; the zero value is valid.
type Style struct {
	Flip bool // Second sits at the bottom

	Count engine.Side // by whose numbering points are named; Nobody: see CountedBy and Animation
	// omit the labels of squares and name files and ranks along the edge; no effect on boards without labels
	Letters bool

	// Text ignores the following fields.
	Theme string // one of Themes; "" is the first
	Size  int    // width of a picture in pixels, MinSize to MaxSize; 0 is DefaultSize
	// cells to frame, such as pieces that may move or must capture; on a board of points places as in engine.Hop
	Marked []int
	Arrows []Arrow

	// Names of the players, above and below the board, and the title above them. All texts are shortened to fit, and
	// shown as far as they are Readable.
	First, Second string
	Title         string // such as the game, its options, the number of the match
	Shade         string // the meaning of shaded squares, as a legend below the board
	Banner        string // the result, highlighted above all; in an animation only over the last board

	// For an Animation only:
	Titles []string      // one for each board, in place of Title
	Pace   time.Duration // how long each board is shown, MinPace to MaxPace; 0 is DefaultPace

	Words Words // on text boards and on the bar

	unlit bool // the banner is not a result, and is not highlighted
}

// Words are the words on a board of points, in the reader's language. Empty ones default to English.
type Words struct{ Pips, Bar, Off, Cube, Score string }

// filled returns the words with defaults for the empty ones.
func (w Words) filled() Words {
	return Words{
		cmp.Or(w.Pips, "pips"), cmp.Or(w.Bar, "bar"), cmp.Or(w.Off, "off"),
		cmp.Or(w.Cube, "cube"), cmp.Or(w.Score, "score"),
	}
}

// CountedBy returns the player by whose numbering the points are named unless Style.Count says otherwise: Second
// where the rules have one numbering for both, else the player who is to play the roll or, without one, to decide.
// After a game it is the player of the last play, else First.
func CountedBy(v engine.View) engine.Side {
	if v.Points != nil && v.Points.Absolute {
		return engine.Second
	}
	if v.Points != nil {
		order := [...]engine.Side{v.Points.Mover, v.Turn, v.Points.Turn}
		if v.Points.Doubled && v.Points.Dice[0] == 0 {
			order[0], order[1] = order[1], order[0]
		}
		for _, side := range order {
			if side == engine.First || side == engine.Second {
				return side
			}
		}
		for _, h := range v.Last.Hops {
			if h.To < h.From {
				return engine.Second
			}
		}
	}
	return engine.First
}

// Width of a picture, in pixels.
const (
	MinSize     = 96
	DefaultSize = 640
	MaxSize     = 2048
)

const (
	maxHeight = 2 * MaxSize // of a picture, in pixels
	minCell   = 8           // of a square or a point, in pixels
)

// MaxSide is the maximum number of files and ranks: files are named by one letter.
const MaxSide = 26

// grid maps cells to columns from the left and rows from the top.
type grid struct {
	files, ranks int
	flip         bool // the last cell is at the lower left instead of the first
}

// gridOf returns the grid of a view as seen by the side at the bottom.
func gridOf(v engine.View, second bool) grid {
	return grid{v.Files, v.Ranks, second != v.Black}
}

// index returns the cell in column x, row y.
func (g grid) index(x, y int) int {
	if g.flip {
		return y*g.files + g.files - 1 - x
	}
	return (g.ranks-1-y)*g.files + x
}

// place returns the column and row of cell i.
func (g grid) place(i int) (x, y int) {
	x, y = i%g.files, g.ranks-1-i/g.files
	if g.flip {
		x, y = g.files-1-x, g.ranks-1-y
	}
	return x, y
}

// fileName and rankName return the names along the edge of column x and row y.
func (g grid) fileName(x int) byte { return 'a' + byte(g.index(x, 0)%g.files) }
func (g grid) rankName(y int) int  { return g.index(0, y)/g.files + 1 }

// mark is the effect of the last move on a cell. Of several effects the greatest counts.
type mark uint8

const (
	unmarked mark = iota
	taken         // a piece was removed here
	passed        // the piece landed here on its way
	left          // the piece started here
	arrived       // the piece ended here, or one was put here
)

// marks returns the marks of n cells.
func marks(t engine.Trace, n int) []mark {
	m := make([]mark, n)
	set := func(i int, k mark) { m[i] = max(m[i], k) }
	for _, i := range t.Taken {
		set(i, taken)
	}
	for _, i := range t.Drops {
		set(i, arrived)
	}
	for k, i := range t.Path {
		switch k {
		case 0:
			set(i, left)
		case len(t.Path) - 1:
			set(i, arrived)
		default:
			set(i, passed)
		}
	}
	return m
}

// lettered returns the view as it is drawn: with Style.Letters a labelled board has its edges named instead, with a1
// on First's lower left.
func (s Style) lettered(v engine.View) engine.View {
	labelled := func(c engine.Cell) bool { return c.Label != "" }
	if !s.Letters || !slices.ContainsFunc(v.Cells, labelled) {
		return v
	}
	v.Edges, v.Cells = true, slices.Clone(v.Cells)
	for i := range v.Cells {
		v.Cells[i].Label = ""
	}
	return v
}

// width returns the width of the picture, or an error if it is out of range.
func (s Style) width() (int, error) {
	size := cmp.Or(s.Size, DefaultSize)
	if size < MinSize || size > MaxSize {
		return 0, fmt.Errorf("a width of %d pixels: must be %d to %d", size, MinSize, MaxSize)
	}
	return size, nil
}

// sides lists the two players in the order of the arrays of engine.Points.
var sides = [2]engine.Side{engine.First, engine.Second}
