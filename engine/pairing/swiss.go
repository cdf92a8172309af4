package pairing

import "slices"

// Side is what an entrant played in a round.
type Side int8

// The sides.
const (
	None        Side = 0 // it did not play
	FirstSide   Side = 1
	SecondSide  Side = -1
	downFloated      = 1
	upFloated        = -1
)

// Past is how an entrant did so far.
type Past struct {
	Score int    // in half points
	Met   []int  // by number
	Sides []Side // of each round
	Float int8   // in the last round it met one of another score: 1 a lower one, or it had the bye, -1 a higher one
	Bye   bool   // it had the bye, or a win without a game
	Out   bool   // it takes part no more
}

// Costs of a pair, from the least rule to the greatest: each is more than all of those before could sum up to among
// MaxEntrants.
const (
	costOrder  = 1
	costColour = 1 << 13 // twice a pair
	costFloat  = 1 << 20 // twice a pair
	costScore  = 1 << 27 // times the square of the difference, up to mostDifference squared
	costThird  = 1 << 46 // a third time the same side in a row, or a third more of one side than of the other
	costRepeat = 1 << 52 // times how often they have met

	mostDifference = 100 // half points; more are not told apart
	mostRepeats    = 3   // the same
)

// MaxEntrants is the largest number of entrants that Swiss pairs.
const MaxEntrants = 64

// Swiss pairs a round by score, after the Dutch system (FIDE Handbook C.04.3): those who have not met, nobody a third
// time more of one side than of the other or three times the same side in a row, then of equal score as far as can be,
// then no float as in the round before, then to each the side that is due, and last the upper half of those of a score
// against the lower half in order. Each rule counts more than all behind it, and the whole round is the best there is
// by them: a matching of the least cost, not the first that is found. The bye goes to the last who had none.
//
// Entrants are in the order of their seeds; at most MaxEntrants are taken of those who are not out, the others get no
// pair.
func Swiss(entrants []Past) []Pair {
	var order []int // by score, then by seed
	for i, e := range entrants {
		if !e.Out && len(order) < MaxEntrants {
			order = append(order, i)
		}
	}
	n := len(order)
	slices.SortStableFunc(order, func(a, b int) int { return entrants[b].Score - entrants[a].Score })
	even := n + n%2
	mates := lightest(even, func(a, b int) int64 {
		if b == n {
			return byeCost(entrants, order, a)
		}
		return pairCost(entrants, order, a, b)
	})
	var pairs []Pair
	for a, b := range mates {
		switch {
		case b == n:
			pairs = append(pairs, Pair{order[a], Bye})
		case a < b:
			pairs = append(pairs, sides(entrants, order[a], order[b], len(pairs)))
		}
	}
	slices.SortStableFunc(pairs, func(p, q Pair) int { // the bye last
		return min(q.Second, 0) - min(p.Second, 0)
	})
	return pairs
}

// byeCost is what it costs that the one at a place of the order has the bye.
func byeCost(entrants []Past, order []int, at int) int64 {
	who, last := entrants[order[at]], entrants[order[len(order)-1]]
	cost := int64(len(order) - 1 - at)
	if who.Bye {
		cost += costRepeat
	}
	if who.Float == downFloated {
		cost += costFloat
	}
	return cost + costScore*square(who.Score-last.Score)
}

// pairCost is what it costs that those at two places of the order meet, a before b.
func pairCost(entrants []Past, order []int, a, b int) int64 {
	upper, lower := entrants[order[a]], entrants[order[b]]
	met := 0
	for _, other := range upper.Met {
		if other == order[b] {
			met++
		}
	}
	cost := costRepeat*int64(min(met, mostRepeats)) + costScore*square(upper.Score-lower.Score)
	if upper.Score == lower.Score {
		from, to := bracket(entrants, order, upper.Score)
		half := (to - from) / 2
		cost += costOrder * int64(abs(b-a-half))
	} else {
		_, end := bracket(entrants, order, upper.Score)
		begin, _ := bracket(entrants, order, lower.Score)
		cost += costOrder * int64(end-1-a+b-begin)
		if upper.Float == downFloated {
			cost += costFloat
		}
		if lower.Float == upFloated {
			cost += costFloat
		}
	}
	due, other := upper.due(), lower.due()
	if due*other > 0 {
		cost += costColour
		if abs(due) > 1 && abs(other) > 1 {
			cost += costColour
		}
		if abs(due) > 2 && abs(other) > 2 {
			cost += costThird
		}
	}
	return cost
}

// bracket are the places of the order that have a score: from first up to but not end.
func bracket(entrants []Past, order []int, score int) (first, end int) {
	first = slices.IndexFunc(order, func(i int) bool { return entrants[i].Score == score })
	for end = first; end < len(order) && entrants[order[end]].Score == score; end++ {
	}
	return first, end
}

// due is the side that an entrant should have: positive the first one, negative the second, 0 either. 3: it must have
// it, since it had the other side twice more or twice in a row; 2: it had the other side once more; 1: it had the other
// side last.
func (p Past) due() int {
	var sum, row int
	last := None
	for _, s := range p.Sides {
		if s == None {
			continue
		}
		if s != last {
			row = 0
		}
		sum, last, row = sum+int(s), s, row+1
	}
	switch {
	case sum > 1:
		return -3
	case sum < -1:
		return 3
	case row > 1:
		return -3 * int(last)
	case sum != 0:
		return -2 * sum
	}
	return -int(last)
}

// sides says who of a pair begins: the one to whom it is due more, else the other way round than when they last had
// different sides, else the higher one as its due is; in the first round the higher ones of every other board.
func sides(entrants []Past, upper, lower, board int) Pair {
	a, b := entrants[upper], entrants[lower]
	want := a.due() - b.due()
	for i, j := len(a.Sides)-1, len(b.Sides)-1; want == 0 && i >= 0 && j >= 0; i, j = i-1, j-1 {
		want = int(b.Sides[j]) - int(a.Sides[i])
	}
	if want == 0 {
		want = a.due()
	}
	if want > 0 || want == 0 && board%2 == 0 {
		return Pair{upper, lower}
	}
	return Pair{lower, upper}
}

func square(difference int) int64 {
	d := int64(min(abs(difference), mostDifference))
	return d * d
}

func abs(n int) int { return max(n, -n) }
