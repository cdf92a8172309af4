package analysis

import (
	"math"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Accuracy returns the accuracy of a move from its loss of winning chances, of engine.ProbScale, by lichess's
// published formula: 103.1668 exp(-0.04354 loss in percentage points) - 3.1669 percent.
func Accuracy(loss int) int {
	percent := 1_031_668*search.Decay(loss*4354, 10_000_000)/search.One - 31_669 // in parts of 10,000
	return int(max(0, min((percent+50)/100, engine.ProbScale)))
}

// Bounds of the weight of a move, of engine.ProbScale.
const (
	leastWeight = engine.ProbScale * 5 / 1000
	mostWeight  = engine.ProbScale * 12 / 100
)

// accuracies returns the accuracies of First and Second over consecutive moves; it is engine.ProbScale for a side
// without decisions. It is the mean of the moves in a game with a stake, and else, as published by lichess, halfway
// between the harmonic mean and the mean weighted by weightOf.
func accuracies(moves []Judged, stake bool) (of [2]int) {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		var sum, weights, count int
		var inverse float64
		for n, j := range moves {
			if j.Side != side || j.Forced {
				continue
			}
			is, weight := Accuracy(j.Loss), 1
			// Otherwise many harmless moves in a lost game would hide where it was lost.
			if !stake {
				weight = weightOf(moves, n)
			}
			sum, weights, count = sum+is*weight, weights+weight, count+1
			inverse += 1 / float64(max(is, 1))
		}
		switch {
		case count == 0:
			of[i] = engine.ProbScale
		case stake:
			of[i] = sum / weights
		default:
			of[i] = (sum/weights + int(float64(count)/inverse)) / 2
		}
	}
	return of
}

// weightOf returns the weight of a move: the standard deviation of the winning chances before and after the moves up
// to it, over a tenth of the game, but 2 to 8 moves.
func weightOf(moves []Judged, n int) int {
	wide := max(2, min(len(moves)/10, 8))
	from := max(0, n+2-wide) // chances(i) are those before move i
	chances := func(i int) int {
		switch {
		case i > 0:
			return moves[i-1].Value
		case moves[0].Side == engine.Second:
			return moves[0].Value - moves[0].Loss
		}
		return moves[0].Value + moves[0].Loss
	}
	var sum, squares int
	for i := from; i < from+wide; i++ {
		sum += chances(i)
	}
	for i := from; i < from+wide; i++ {
		off := chances(i) - sum/wide
		squares += off * off
	}
	return max(leastWeight, min(int(math.Sqrt(float64(squares/wide))), mostWeight))
}

// Decisive returns the index of the marked move that decided a game against a side: of its moves since it last stood
// at least equal, the one that lost most; of a drawn game, with Nobody as loser, the one that lost most of all. It
// returns false if there is none.
func (r *Report) Decisive(l engine.Line, loser engine.Side) (n int, ok bool) {
	limits := LimitsOf(l.Position())
	even, least := engine.ProbScale/2, 0
	if limits == Equities {
		even, least = 0, -engine.ProbScale
	}
	worst := 0
	for i, j := range slices.Backward(r.Moves) {
		// With a stake only the loss above minus one stake counts: no move decides what was already lost.
		before, after := j.Equities()
		loss := max(before, least) - max(after, least)
		if j.Mark != Good && (j.Side == loser || loser == engine.Nobody) && limits.MarkFor(loss) != Good && loss > worst {
			n, worst, ok = i, loss, true
		}
		if i == 0 || loser == engine.Nobody {
			continue
		}
		stands := r.Moves[i-1].Value // standing of First before this move
		if loser == engine.Second {
			stands = 2*even - stands
		}
		if stands >= even {
			break
		}
	}
	return n, ok
}
