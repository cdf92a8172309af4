// Package pairing computes the pairings and the standings of tournaments.
//
// Entrants are numbers from 0, in the order of their seeds, the strongest first. All functions are pure: the same
// results give the same pairings everywhere.
package pairing

// Bye is the opponent of an entrant without one.
const Bye = -1

// Pair is a pairing of two entrants by the side they play. Second is Bye if First has no opponent.
type Pair struct{ First, Second int }

// Berger returns a round, from 0, of a round-robin of n entrants by the Berger tables (FIDE Handbook C.05, annex 1,
// "Details of Berger Table"). A cycle has Rounds(n) rounds, and every second cycle swaps the sides.
func Berger(n, round int) []Pair {
	even := n + n%2
	cycle, round := round/(even-1), round%(even-1)
	var pairs []Pair
	for i := 1; i < even; i++ {
		// In a round the numbers of all pairs have the same sum modulo even-1; who would meet itself meets the last
		// number.
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

// Rounds returns the number of rounds of a round-robin of n entrants.
func Rounds(n int) int { return max(0, n+n%2-1) }

// bergerSides returns which of i < j, from 1, begins: the smaller number if the sum is odd, else the greater one.
// Against the last number the upper half begins.
func bergerSides(i, j, even int) (first, second int) {
	if j == even && i <= even/2 || j < even && (i+j)%2 == 1 {
		return i, j
	}
	return j, i
}

// pairOf returns a pair; an entrant beyond n is a bye.
func pairOf(first, second, n int) Pair {
	switch {
	case first >= n:
		return Pair{second, Bye}
	case second >= n:
		return Pair{first, Bye}
	}
	return Pair{first, second}
}

// Cup returns the first round of a knockout of n entrants: the first seed meets the last one, and the first two can
// meet only in the final; winners of neighbouring pairs meet in the next round. If n is no power of two the strongest
// have byes.
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
