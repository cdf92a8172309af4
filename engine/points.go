package engine

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
