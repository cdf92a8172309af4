// Package render draws a board: as text for a fixed-width font, and as a picture. A board is one of cells, or of points
// as in backgammon if the view has them.
//
// It knows no game by name. An engine.View tells it what stands where, what the last move touched and who is on turn; a
// Style tells which way round, how large and with what words underneath. Everything here is a pure function of the two:
// the same view and style give the same bytes, from any number of goroutines at once. (Exact bytes may differ between
// processor families, where compilers round floating-point sums differently.)
package render

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tabuleiro/engine"
)

// Style is how the reader wants a board; the zero value is good.
type Style struct {
	Flip bool // Second sits at the bottom

	Count engine.Side // by whose count points are numbered; Nobody: see Counted and Animation
	// squares have no labels; the names of files and ranks stand along the edge. Other boards stay as they are
	Letters bool

	// Text does not use the following.
	Theme string // one of Themes; "" is the first
	Size  int    // width of a picture in pixels, MinSize to MaxSize; 0 is DefaultSize
	// cells to be framed: pieces that may move, that must capture; on a board of points places, numbered as in engine.Hop
	Marked []int
	Arrows []Arrow

	// Above and below the board stand the players, and above them the title. All are shortened
	// to fit, and only what Readable leaves of them is shown.
	First, Second string
	Title         string // such as the game, its options, the number of the match
	Shade         string // what the shaded squares of a board are: a legend under it
	Banner        string // how the game ended, lit above all; in an animation over its last board

	// Of an animation alone:
	Titles []string      // one for each board, instead of Title
	Pace   time.Duration // how long a board is shown, MinPace to MaxPace; 0 is a second

	Words Words // on text boards and on the bar

	unlit bool // the banner is no result
}

// Words are what stands on a board of points beside its numbers, in the reader's language. Those that are left out are
// in English.
type Words struct{ Pips, Bar, Off, Cube, Score string }

// filled has all words.
func (w Words) filled() Words {
	return Words{
		cmp.Or(w.Pips, "pips"), cmp.Or(w.Bar, "bar"), cmp.Or(w.Off, "off"),
		cmp.Or(w.Cube, "cube"), cmp.Or(w.Score, "score"),
	}
}

// CountedBy is the player by whose count the points of a board are numbered, unless a Style says otherwise: the one whose
// numbers are the board's where the rules have these for both, else the one who is to play the throw or, without one, to
// decide. If that is neither, as after a game, it is the player of the last play, else First.
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
	minCell   = 8           // of a square or a point: pixels
)

// MaxSide is the largest number of files or ranks that is drawn: files are named by one letter.
const MaxSide = 26

// grid says where the cells of a view lie on the screen: columns from the left, rows from the top.
type grid struct {
	files, ranks int
	flip         bool // the last cell is at the lower left, not the first
}

// gridOf is how a view is drawn, as the side that sits at the bottom sees it.
func gridOf(v engine.View, second bool) grid {
	return grid{v.Files, v.Ranks, second != v.Black}
}

// index is the cell drawn in column x, row y.
func (g grid) index(x, y int) int {
	if g.flip {
		return y*g.files + g.files - 1 - x
	}
	return (g.ranks-1-y)*g.files + x
}

// place is the column and row in which cell i is drawn.
func (g grid) place(i int) (x, y int) {
	x, y = i%g.files, g.ranks-1-i/g.files
	if g.flip {
		x, y = g.files-1-x, g.ranks-1-y
	}
	return x, y
}

// fileName and rankName are the names along the edge for column x and row y.
func (g grid) fileName(x int) byte { return 'a' + byte(g.index(x, 0)%g.files) }
func (g grid) rankName(y int) int  { return g.index(0, y)/g.files + 1 }

// mark is what the last move did to a cell.
type mark uint8

const (
	unmarked mark = iota
	taken         // a piece was removed here
	passed        // the piece landed here on its way
	left          // the piece started here
	arrived       // the piece ended here, or one was put here; wins where a way crosses itself
)

// marks gives each of n cells its mark.
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

// lettered is the view as it is drawn: for a reader who prefers letters without labels and with names along the edge.
// From First's side a1 is on the lower left.
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

// width is the width of the picture that is asked for.
func (s Style) width() (int, error) {
	size := cmp.Or(s.Size, DefaultSize)
	if size < MinSize || size > MaxSize {
		return 0, fmt.Errorf("a width of %d pixels: must be %d to %d", size, MinSize, MaxSize)
	}
	return size, nil
}

// sides are the two players in the order in which Points has them.
var sides = [2]engine.Side{engine.First, engine.Second}
