package render

import (
	"cmp"
	"slices"

	"tabuleiro/engine"
)

// table says how a board of points lies: the player at the bottom has his home on the lower right, his opponent above
// it. Columns are counted from the left, 0 to 11; the bar parts the first six from the others.
type table struct {
	*engine.Points
	alphabet
	turn  engine.Side // who decides next
	flip  bool        // Second sits at the bottom
	names engine.Side // by whose count the points are named
	last  play
	words Words
}

const (
	columns = 12
	stack   = 5 // checkers drawn on a point; where there are more, the last one carries their number
	most    = 15

	stackOnBar = 3  // the same on the bar, where the cube may lie
	barOf      = 25 // the bar in a player's own count; off is 0
)

func newTable(v engine.View, s Style) table {
	return table{
		Points: v.Points, alphabet: lettersOf(v), turn: cmp.Or(v.Turn, v.Points.Turn), flip: s.Flip,
		names: cmp.Or(s.Count, CountedBy(v)), last: follow(v.Last.Hops), words: s.Words.filled(),
	}
}

// sitting is the player at the bottom, or at the top.
func (t table) sitting(low bool) engine.Side {
	if low == t.flip {
		return engine.Second
	}
	return engine.First
}

// pointNumber is the number on the board of the point in column x of the lower or upper row.
func (t table) pointNumber(x int, low bool) int {
	if low {
		return t.sitting(true).Point(columns - x)
	}
	return t.sitting(true).Point(columns + 1 + x)
}

// place is where point n lies.
func (t table) place(n int) (x int, low bool) {
	if k := t.sitting(true).Point(n); k > columns {
		return k - columns - 1, false
	} else {
		return columns - k, true
	}
}

// rolled is the dice of a side, those of a double four times; used tells which of them a part of a play has used. In a
// tie of the opening throw each side has one.
func (t table) rolled(s engine.Side) (dice []int, used []bool) {
	switch {
	case t.Mover == s && t.Dice[0] == t.Dice[1]:
		dice = []int{t.Dice[0], t.Dice[0], t.Dice[0], t.Dice[0]}
	case t.Mover == s:
		dice = t.Dice[:]
	case t.Mover == engine.Nobody && t.Dice[0] == t.Dice[1] && !t.Ended.Decided():
		dice = t.Dice[s-engine.First:][:1]
	}
	if len(dice) > 0 && dice[0] == 0 { // not thrown
		return nil, nil
	}
	used = make([]bool, len(dice))
	for i, d := range dice {
		used[i] = slices.Contains(t.Used, d) && (i < len(t.Used) || t.Dice[0] != t.Dice[1])
	}
	return dice, used
}

// cube is what the doubling cube shows and beside whom it lies, Nobody for the middle; 0 if there is none. A double
// that is offered lies beside the one who has to answer.
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

// scored reports whether there is a score worth showing: a single game has none.
func (t table) scored() bool { return t.Length > 1 || t.Score != [2]int{} }

// play is what the last play did to the places of the board, by the numbers that engine.Hop has for them.
type play struct {
	in, out [barOf + 1]int // checkers that came and went
	hit     [barOf + 1]bool
	ways    [][]int // of one checker each
}

// follow sums up hops.
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

// mark is what the last play did to a place. A place that was passed, or where as many came as went, counts as left.
func (p play) mark(n int) mark {
	switch in, out := p.in[n], p.out[n]; {
	case in > out:
		return arrived
	case out > 0:
		return left
	}
	return unmarked
}
