// Package pairing says who meets whom in a tournament, and who stands where.
//
// Entrants are numbers from 0, in the order of their seeds, the strongest first. Everything is a pure function of the
// results so far: the same results give the same pairings anywhere.
package pairing

// Bye is who meets an entrant that has nobody to play.
const Bye = -1

// Pair are two entrants who meet, with the sides that they begin with. Second is Bye where First plays nobody.
type Pair struct{ First, Second int }

// Berger is one round, from 0, of n entrants who all meet each other, by the Berger tables (FIDE Handbook C.05, annex
// 1, "Details of Berger Table"). A cycle has Rounds(n) rounds; in every second cycle the sides are exchanged.
func Berger(n, round int) []Pair {
	even := n + n%2
	cycle, round := round/(even-1), round%(even-1)
	var pairs []Pair
	for i := 1; i < even; i++ {
		// The sum of the numbers of all pairs of a round leaves the same remainder, and the last number stands in for the
		// one who would meet itself.
		j := (round+2*even-1-i)%(even-1) + 1
		if j == i {
			j = even
		}
		if j < i {
			continue
		}
		first, second := bergerSides(i, j, even)
		if cycle%2 == 1 {
			first, second = second, first
		}
		pairs = append(pairs, pairOf(first-1, second-1, n))
	}
	return pairs
}

// Rounds is the number of rounds n entrants need to meet each other once.
func Rounds(n int) int { return max(0, n+n%2-1) }

// bergerSides says which of i < j, from 1, begins: with an odd sum the smaller number, with an even one the greater.
// Against the last number the upper half begins.
func bergerSides(i, j, even int) (first, second int) {
	if j == even && i <= even/2 || j < even && (i+j)%2 == 1 {
		return i, j
	}
	return j, i
}

// pairOf is a pair; an entrant beyond n is a bye.
func pairOf(first, second, n int) Pair {
	switch {
	case first >= n:
		return Pair{second, Bye}
	case second >= n:
		return Pair{first, Bye}
	}
	return Pair{first, second}
}

// Cup is the first round of a knockout of n entrants: as in every cup the first seed meets the last one, and the first
// two could meet in the final only. The strongest have byes where n is no power of two. The winners of neighbouring
// pairs meet in the next round.
func Cup(n int) []Pair {
	order := []int{0}
	for len(order) < n {
		var next []int
		for _, seed := range order {
			next = append(next, seed, 2*len(order)-1-seed)
		}
		order = next
	}
	var pairs []Pair
	for i := 0; i+1 < len(order); i += 2 {
		first, second := min(order[i], order[i+1]), max(order[i], order[i+1])
		if i/2%2 == 1 {
			first, second = second, first
		}
		pairs = append(pairs, pairOf(first, second, n))
	}
	return pairs
}
