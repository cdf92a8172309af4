package engine

// View is what can be seen of a position: cells, pieces and labels, without rules or pixels.
type View struct {
	Files, Ranks int // size of the board in cells

	// Cells has Files*Ranks entries: a1 first, along the rank to the right, then the next rank up, as seen by First, or
	// by Second if First has the black pieces.
	Cells []Cell

	Red    bool    // the pieces are red and blue, otherwise white and black
	Black  bool    // First has the black pieces and Second the white ones, otherwise the reverse
	Points *Points // a board of points instead of cells; nil for other games

	Edges bool  // files (a, b, ...) and ranks (1, 2, ...) are named along the edge
	Turn  Side  // who decides next
	Last  Trace // what the last move touched; empty if there is none
}

// Cell is one square of the board.
type Cell struct {
	Side  Side   // side of the piece; Nobody: empty
	King  bool   // the piece is a king
	Dark  bool   // the square is drawn dark
	Shade bool   // the square belongs to a zone of the rules, and is drawn a little darker
	Label string // text in the square, "" for none
}

// Trace is the way of a move over a board, in indexes of View.Cells.
type Trace struct {
	Path  []int  // the start square, then every landing square
	Taken []int  // squares of removed pieces
	Lost  []Cell // the pieces on Taken; set by Line.Trace, not by a Position
	Drops []int  // squares where a piece was put
	Hops  []Hop  // on a board of points
}

// Count returns the numbers of men and kings of a side on a board of cells; for Nobody of both sides.
func (v View) Count(side Side) (men, kings int) {
	for _, c := range v.Cells {
		switch {
		case c.Side == Nobody || side != Nobody && c.Side != side:
		case c.King:
			kings++
		default:
			men++
		}
	}
	return men, kings
}

// Points is what can be seen of a position of backgammon, without rules or pixels. Arrays of two are in the order
// First (Black), Second (Red).
type Points struct {
	Points [24]Point // by number on the board; index 0 is point 1
	Bar    [2]int
	Off    [2]int
	Pips   [2]int // pip counts

	Absolute bool // both sides use the numbers on the board, and a stake of 1 is named too

	Turn    Side   // who decides next
	Mover   Side   // who rolls; Nobody before and after a game
	Dice    [2]int // the larger first, 0: not rolled; a tied opening roll stays
	Used    []int  // dice used by a partial play
	Cube    int    // current stake
	Owner   Side   // of the cube; Nobody: both may double
	Doubled bool   // the mover has offered to double
	NoCube  bool   // the game has no cube

	Length   int // of the match in points; 0: money game
	Score    [2]int
	Crawford bool
	Jacoby   bool

	Ended Outcome // result of the current game, even if another follows
}

// Point is one of the 24 points.
type Point struct {
	Side  Side // Nobody: empty
	Count int
}

// Hop is the move of one checker with one die, by numbers on the board. The bar is 0 for First and 25 for Second, and
// off is 25 for First and 0 for Second.
type Hop struct {
	From, To int
	Hit      bool
}

// points24 is the number of points on the board.
const points24 = 24

// Point converts the number of a place on the board, bar and off included (0 and 25), to a side's own numbering, and
// back.
func (s Side) Point(n int) int {
	if s == Second {
		return n
	}
	return points24 + 1 - n
}

// Last returns the point of a side's rearmost checker in its own numbering, 25 for the bar, 0 if all are off.
func (p *Points) Last(side Side) (last int) {
	if p.Bar[side-First] > 0 {
		return points24 + 1
	}
	for i, at := range p.Points {
		if at.Side == side && at.Count > 0 {
			last = max(last, side.Point(i+1))
		}
	}
	return last
}

// Race reports whether the sides have passed each other, so that no checker can be hit.
func (p *Points) Race() bool { return p.Last(First)+p.Last(Second) <= points24 }
