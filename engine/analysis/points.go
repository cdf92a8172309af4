package analysis

import "tabuleiro/engine"

// Numbers of a board of points.
const (
	points24  = 24
	home      = 6
	leastLong = 4 // least number of points in a row that make a prime
)

// held returns the number of a side's checkers on its own point n, counted from its last.
func held(v engine.View, side engine.Side, n int) int {
	if at := v.Points.Points[side.Point(n)-1]; at.Side == side {
		return at.Count
	}
	return 0
}

// prime returns the length of the longest prime of a side.
func prime(v engine.View, side engine.Side) (longest int) {
	row := 0
	for n := 1; n <= points24; n++ {
		if row++; held(v, side, n) < 2 {
			row = 0
		}
		longest = max(longest, row)
	}
	return longest
}

// pointsFor is Why on a board of points.
func (c change) pointsFor() (list facts) {
	if len(c.trace.Hops) == 0 || c.before.Points.Race() || c.after.Points.Race() { // not a play, or a race
		return nil
	}
	other := c.side.Other() - engine.First
	hits := c.after.Points.Bar[other] - c.before.Points.Bar[other]
	list.add(Fact{Code: FactHits, Count: hits}, hits > 0)
	long := prime(c.after, c.side)
	list.add(Fact{Code: FactPrime, Count: long}, long >= leastLong && long > prime(c.before, c.side))
	list = append(list, c.pointsMade()...)
	list.add(Fact{Code: FactEscapes},
		c.before.Points.Last(c.side) > points24-home && c.after.Points.Last(c.side) <= points24-home)
	return list
}

// pointsMade returns the important points that the side newly holds.
func (c change) pointsMade() (list []Fact) {
	for n := 1; n <= points24; n++ {
		if held(c.before, c.side, n) >= 2 || held(c.after, c.side, n) < 2 {
			continue
		}
		switch at := []int{c.side.Point(n)}; {
		case n > points24-home:
			list = append(list, Fact{Code: FactAnchor, At: at})
		case n <= home+2:
			list = append(list, Fact{Code: FactPoint, At: at})
		}
	}
	return list
}

// pointsAgainst is Against on a board of points.
func (c change) pointsAgainst() (list facts) {
	if len(c.trace.Hops) == 0 || c.ended() {
		return nil
	}
	long, s := prime(c.before, c.side), shots(c.line, c.moves)
	list.add(Fact{Code: FactBreakPrime, Count: long},
		long >= leastLong && prime(c.after, c.side) < long && !c.after.Points.Race())
	list.add(Fact{Code: FactShots, Count: s.Outside, At: s.Blots}, s.Outside > 0)
	return list
}

// ended reports whether the move ends the current game.
func (c change) ended() bool {
	return c.after.Points.Ended.Decided() || c.next.Outcome().Decided()
}

// shots returns the rolls that hit after a move; none if no roll follows.
func shots(line engine.Line, moves []engine.Move) (s engine.Shots) {
	if len(moves) == 0 {
		return s
	}
	if next, err := line.Play(moves[0]); err == nil {
		if p, ok := next.Position().(engine.DicePosition); ok {
			s = p.Shots()
		}
	}
	return s
}
