package engine

// View is what there is to see of a position: cells, pieces and labels, free of rules and of pixels.
type View struct {
	Files, Ranks int // size of the board in cells

	// Cells has Files*Ranks entries: a1 first, along the rank to the right, then the next rank up, as First sees it;
	// where First has the black pieces, as Second does.
	Cells []Cell

	Red    bool    // the pieces are red and blue; otherwise they are white and black
	Black  bool    // First has the black pieces and Second the white ones; otherwise it is the other way round
	Points *Points // a board of points instead of cells; nil for all other games

	Edges bool  // the files (a, b, ...) and ranks (1, 2, ...) are named along the edge
	Turn  Side  // who decides next
	Last  Trace // what the last move touched; empty if there was none
}

// Cell is one square of the board.
type Cell struct {
	Side  Side   // whose piece stands here; Nobody: empty
	King  bool   // the piece is a king
	Dark  bool   // the square is drawn dark
	Shade bool   // the square belongs to a zone that the rules speak of, and is drawn a little darker
	Label string // printed in the square, "" for none
}

// Trace is the way of a move over a board, in indexes of View.Cells.
type Trace struct {
	Path  []int  // where the piece stood, then every square where it landed
	Taken []int  // what was removed
	Lost  []Cell // what stood on each of Taken; Line.Trace knows it, a Position leaves it out
	Drops []int  // where something was put
	Hops  []Hop  // on a board of points
}

// Count counts the men and kings of a side on a board of cells, for Nobody those of both.
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

// Points is what there is to see of a position of backgammon, free of rules and of pixels. Sides are in the order First
// (Black), Second (Red).
type Points struct {
	Points [24]Point // by the number on the board: the first one is point 1
	Bar    [2]int
	Off    [2]int
	Pips   [2]int // how far each side has to go

	Absolute bool // the rules have the numbers on the board for both sides, and tell the stake even where it is 1

	Turn    Side   // who decides next
	Mover   Side   // whose roll it is; Nobody before and after a game
	Dice    [2]int // the larger first, 0: not thrown; a tie of the opening throw is still there
	Used    []int  // dice that a part of a play has used
	Cube    int    // what the game is played for
	Owner   Side   // of the cube; Nobody: both may double
	Doubled bool   // the mover has offered to double
	NoCube  bool   // the game is played without

	Length   int // of the match in points; 0: money
	Score    [2]int
	Crawford bool
	Jacoby   bool

	Ended Outcome // how the game on the board ended, also if another one follows
}

// Point is one of the 24.
type Point struct {
	Side  Side // empty if Nobody
	Count int
}

// Hop is the way of one checker with one die, by the numbers on the board. The bar is 0 for First and 25 for Second,
// and off the other way round.
type Hop struct {
	From, To int
	Hit      bool
}

// points24 is the number of points the board has.
const points24 = 24

// Point turns the number of a place on the board, its bar at 25 and 0, into the one that a side counts it by, and back.
func (s Side) Point(n int) int {
	if s == Second {
		return n
	}
	return points24 + 1 - n
}

// Last is the own point of a side's last checker, 25 for the bar, 0 if all are off. First counts the points of the
// board the other way round.
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

// Race reports whether no checker can be hit any more.
func (p *Points) Race() bool { return p.Last(First)+p.Last(Second) <= points24 }
