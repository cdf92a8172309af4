package analysis

import (
	"slices"

	"tabuleiro/engine"
)

// road is the long diagonal of a board: cells. It is nil where the squares of the other colour are played on, or all.
func road(v engine.View) (cells []int) {
	n := v.Files
	if n == 0 || n != v.Ranks {
		return nil
	}
	up, down := v.Cells[0].Dark, v.Cells[n-1].Dark
	if up == down {
		return nil
	}
	for i := range n {
		if up {
			cells = append(cells, i*n+i)
		} else {
			cells = append(cells, i*n+n-1-i)
		}
	}
	return cells
}

// lone is where the only piece of a side is, if it is a king, and the other side has at least two, all of them kings.
func lone(v engine.View, side engine.Side) (at int, ok bool) {
	if number(v, side) != 1 || number(v, side.Other()) < 2 {
		return 0, false
	}
	for i, c := range v.Cells {
		switch {
		case c.Side != engine.Nobody && !c.King:
			return 0, false
		case c.Side == side:
			at = i
		}
	}
	return at, true
}

// flies tells whether some move of a position goes further than to the next square without taking anything.
func flies(p engine.Position) bool {
	files := p.View().Files
	for _, t := range traces(p) {
		if len(t.Taken) == 0 && len(t.Path) == 2 && abs(t.Path[0]/files-t.Path[1]/files) > 1 {
			return true
		}
	}
	return false
}

func abs(n int) int { return max(n, -n) }

// comesToRoad tells whether the only king of the side comes to the long diagonal and can stay there for now.
func (c change) comesToRoad() (Fact, bool) {
	from, before := lone(c.before, c.side)
	to, after := lone(c.after, c.side)
	long := road(c.before)
	if !before || !after || slices.Contains(long, from) || !slices.Contains(long, to) || canTake(c.next.Position()) {
		return Fact{}, false
	}
	return Fact{Code: FactRoad, At: []int{to}}, flies(c.line.Position())
}

// keepsOffRoad tells whether the only king of the other side is off the long diagonal and cannot come there with its
// next move, though it could if the side did nothing.
func (c change) keepsOffRoad() bool {
	at, ok := lone(c.after, c.side.Other())
	other, can := c.passed()
	if !ok || !can || c.next.Turn() != c.side.Other() || slices.Contains(road(c.after), at) || !flies(other) {
		return false
	}
	return reaches(other, road(c.after)) && !reaches(c.next.Position(), road(c.after))
}

// reaches tells whether a move of the side on turn ends on one of some cells.
func reaches(p engine.Position, cells []int) bool {
	for _, t := range traces(p) {
		if len(t.Path) > 1 && slices.Contains(cells, t.Path[len(t.Path)-1]) {
			return true
		}
	}
	return false
}
