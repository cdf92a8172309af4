package pairing

import "slices"

// Side is the side that an entrant played in a round.
type Side int8

// Sides, and the values of Past.Float.
const (
	None        Side = 0 // it did not play
	FirstSide   Side = 1
	SecondSide  Side = -1
	downFloated      = 1
	upFloated        = -1
)

// Past is the history of an entrant.
type Past struct {
	Score int    // in half points
	Met   []int  // opponents by number
	Sides []Side // of each round
	Float int8   // in the last round: 1 met a lower score or had the bye, -1 met a higher score
	Bye   bool   // had the bye, or won without playing
	Out   bool   // has left the tournament
}

// Costs of a pair by rule, the least important first: each exceeds the greatest possible sum of all before it among
// MaxEntrants.
const (
	costOrder  = 1
	costColour = 1 << 11 // up to twice per pair
	costFloat  = 1 << 18 // up to twice per pair
	costScore  = 1 << 25 // times the square of the difference, up to mostDifference squared
	costBye    = 1 << 41 // times the difference from the lowest score, up to mostDifference
	costThird  = 1 << 47 // the same side a third time in a row, or three more games with one side than with the other
	costRepeat = 1 << 53 // times the number of earlier meetings

	mostDifference = 40 // in half points; greater ones count the same
	mostRepeats    = 3  // more repeats count the same
)

// MaxEntrants is the maximum number of entrants that Swiss pairs.
const MaxEntrants = 64

// Swiss pairs a round by score, after the Dutch system (FIDE Handbook C.04.3), as the matching of least total cost by
// the rules below, each of which outweighs all that follow. Entrants are in the order of their seeds; at most
// MaxEntrants of those not out are paired.
//
//	nobody meets an opponent again
//	nobody has a side a third time in a row, or three times more than the other side
//	the bye goes to the lowest score that had none
//	scores are as equal as possible
//	nobody floats as in the round before
//	everybody has the due side
//	of equal scores the upper half meets the lower half, in order
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

// byeCost returns the cost of the bye for the entrant at a place in order.
func byeCost(entrants []Past, order []int, at int) int64 {
	who, last := entrants[order[at]], entrants[order[len(order)-1]]
	cost := int64(len(order) - 1 - at)
	if who.Bye {
		cost += costRepeat
	}
	if who.Float == downFloated {
		cost += costFloat
	}
	return cost + costBye*int64(min(who.Score-last.Score, mostDifference))
}

// pairCost returns the cost of pairing the entrants at places a < b in order.
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

// bracket returns the range of places in order with a score: from first up to but not including end.
func bracket(entrants []Past, order []int, score int) (first, end int) {
	first = slices.IndexFunc(order, func(i int) bool { return entrants[i].Score == score })
	for end = first; end < len(order) && entrants[order[end]].Score == score; end++ {
	}
	return first, end
}

// due returns the side that an entrant should have: positive for the first, negative for the second, 0 for either.
// Its size is 3 if the other side was played twice more or the last two times, 2 if it was played once more, 1 if it
// was played last.
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

// sides decides who of a pair begins: the one with the stronger claim to the first side; else they swap as of the
// last round in which they had different sides; else the higher one gets its due side, and in the first round the
// higher one begins on every other board.
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
