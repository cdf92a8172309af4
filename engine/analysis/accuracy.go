package analysis

import (
	"math"
	"slices"

	"tabuleiro/engine"
	"tabuleiro/engine/search"
)

// Accuracy is how accurate a move was by its loss of winning chances, of engine.ProbScale: lichess' published formula,
// 103.1668 exp(-0.04354 loss in points) - 3.1669 percent.
func Accuracy(loss int) int {
	percent := 1_031_668*search.Decay(loss*4354, 10_000_000)/search.One - 31_669 // in parts of 10,000
	return int(max(0, min((percent+50)/100, engine.ProbScale)))
}

// Bounds of the weight of a move, of engine.ProbScale.
const (
	leastWeight = engine.ProbScale * 5 / 1000
	mostWeight  = engine.ProbScale * 12 / 100
)

// accuracies are those of First and Second in moves that follow one another, of engine.ProbScale, which a side has that
// decided nothing. In a game with a stake it is the mean of the moves. In the others a game that is lost already would
// hide by many moves that cost nothing where it was lost: as lichess publishes it, the accuracy of a game is halfway
// between the harmonic mean of its moves and their mean weighted by how much the chances change around each.
func accuracies(moves []Judged, stake bool) (of [2]int) {
	for i, side := range []engine.Side{engine.First, engine.Second} {
		var sum, weights, count int
		var inverse float64
		for n, j := range moves {
			if j.Side != side || j.Forced {
				continue
			}
			is, weight := Accuracy(j.Loss), 1
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

// weightOf is how much a move counts: the standard deviation of the chances before and after the moves up to it, a
// tenth of the game long, from 2 to 8 moves.
func weightOf(moves []Judged, n int) int {
	wide := max(2, min(len(moves)/10, 8))
	from := max(0, n+2-wide) // chances[i] are before move i
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

// Decisive is the index of the move that decided a game against a side, and false if none did: of those with a mark
// that the side made after it last stood at least as well as the other one, the move that cost most. In a game with a
// stake a loss of more than the stake counts as the stake, so that no move decides what was lost before it. Of a game
// that Nobody lost it is the move that cost most.
func (r *Report) Decisive(l engine.Line, loser engine.Side) (n int, ok bool) {
	limits := LimitsOf(l.Position())
	even, least := engine.ProbScale/2, 0
	if limits == Equities {
		even, least = 0, -engine.ProbScale
	}
	worst := 0
	for i, j := range slices.Backward(r.Moves) {
		before, after := j.Equities()
		loss := max(before, least) - max(after, least)
		if j.Mark != Good && (j.Side == loser || loser == engine.Nobody) && limits.MarkFor(loss) != Good && loss > worst {
			n, worst, ok = i, loss, true
		}
		if i == 0 || loser == engine.Nobody {
			continue
		}
		stands := r.Moves[i-1].Value // before this move, for First
		if loser == engine.Second {
			stands = 2*even - stands
		}
		if stands >= even {
			break
		}
	}
	return n, ok
}
