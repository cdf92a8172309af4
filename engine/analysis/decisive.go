package analysis

import (
	"slices"

	"tabuleiro/engine"
)

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
