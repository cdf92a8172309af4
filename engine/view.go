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
