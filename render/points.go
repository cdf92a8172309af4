package render

import (
	"cmp"
	"slices"

	"tabuleiro/engine"
)

// table is a board of points as seen from one side: the home of the player at the bottom is on the lower right, the
// opponent's above it. Columns are numbered from the left, 0 to 11, with the bar after the first six.
type table struct {
	*engine.Points
	alphabet
	turn  engine.Side // who has to decide next
	flip  bool        // Second sits at the bottom
	names engine.Side // by whose numbering the points are named
	last  play
	words Words
}

const (
	columns = 12
	stack   = 5 // checkers drawn on a point; with more, the last one shows their number
	most    = 15

	stackOnBar = 3  // the same for the bar, which may hold the cube
	barOf      = 25 // the bar in a player's numbering, where off is 0
)

func newTable(v engine.View, s Style) table {
	return table{
		Points: v.Points, alphabet: lettersOf(v), turn: cmp.Or(v.Turn, v.Points.Turn), flip: s.Flip,
		names: cmp.Or(s.Count, CountedBy(v)), last: follow(v.Last.Hops), words: s.Words.filled(),
	}
}

// sitting returns the player at the bottom, or at the top.
func (t table) sitting(low bool) engine.Side {
	if low == t.flip {
		return engine.Second
	}
	return engine.First
}

// pointNumber returns the number, as in engine.Hop, of the point in column x of the lower or upper row.
func (t table) pointNumber(x int, low bool) int {
	if low {
		return t.sitting(true).Point(columns - x)
	}
	return t.sitting(true).Point(columns + 1 + x)
}

// place returns the column and row of point n.
func (t table) place(n int) (x int, low bool) {
	if k := t.sitting(true).Point(n); k > columns {
		return k - columns - 1, false
	} else {
		return columns - k, true
	}
}

// rolled returns the dice of a side, four of them for a double, and which of them are used. After a tie in the
// opening roll each side has one die.
func (t table) rolled(s engine.Side) (dice []int, used []bool) {
	switch {
	case t.Mover == s && t.Dice[0] == t.Dice[1]:
		dice = []int{t.Dice[0], t.Dice[0], t.Dice[0], t.Dice[0]}
	case t.Mover == s:
		dice = t.Dice[:]
	case t.Mover == engine.Nobody && t.Dice[0] == t.Dice[1] && !t.Ended.Decided():
		dice = t.Dice[s-engine.First:][:1]
	}
	if len(dice) > 0 && dice[0] == 0 { // not rolled
		return nil, nil
	}
	used = make([]bool, len(dice))
	for i, d := range dice {
		used[i] = slices.Contains(t.Used, d) && (i < len(t.Used) || t.Dice[0] != t.Dice[1])
	}
	return dice, used
}

// cube returns the value shown by the cube, 0 if there is none, and beside whom it lies, Nobody for the middle. An
// offered cube lies beside the player who has to answer.
func (t table) cube() (value int, beside engine.Side) {
	switch {
	case t.Crawford || t.Cube < 1:
		return 0, engine.Nobody
	case t.Doubled && t.Mover == engine.First:
		return 2 * t.Cube, engine.Second
	case t.Doubled && t.Mover == engine.Second:
		return 2 * t.Cube, engine.First
	}
	return t.Cube, t.Owner
}

// scored reports whether there is a score to show; a single game has none.
func (t table) scored() bool { return t.Length > 1 || t.Score != [2]int{} }

// play is the effect of the last play on the board, by the numbers of places of engine.Hop.
type play struct {
	in, out [barOf + 1]int // checkers that arrived and left
	hit     [barOf + 1]bool
	ways    [][]int // ways of one checker each
}

// follow combines hops into a play.
func follow(hops []engine.Hop) play {
	var p play
	for _, h := range hops {
		p.out[h.From]++
		p.in[h.To]++
		p.hit[h.To] = p.hit[h.To] || h.Hit
		if n := len(p.ways); n > 0 {
			if w := p.ways[n-1]; w[len(w)-1] == h.From && (w[0] < h.From) == (h.From < h.To) {
				p.ways[n-1] = append(w, h.To)
				continue
			}
		}
		p.ways = append(p.ways, []int{h.From, h.To})
	}
	return p
}

// mark returns the mark of a place. A place that was passed, or where as many checkers arrived as left, counts as
// left.
func (p play) mark(n int) mark {
	switch in, out := p.in[n], p.out[n]; {
	case in > out:
		return arrived
	case out > 0:
		return left
	}
	return unmarked
}
