package puzzle

import (
	"math"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// guesser is the rating of a player who plays random legal moves.
const guesser = 1000

// strengths caches Strength by game and position; it has at most one entry per puzzle.
var strengths sync.Map

// A cube decision is easy if one answer is better by at least plain, and harder by up to harder the smaller the
// difference.
const (
	plain  = engine.ProbScale * 40 / 100
	easy   = guesser + 100
	harder = 700
)

// Strength returns the rating of a puzzle, on the scale of player ratings. It follows from the number of legal moves,
// so that a guesser is expected to solve it as often as by chance, or for a cube decision from the difference of its
// answers.
func (p Puzzle) Strength(g *engine.Game) float64 {
	key := [2]string{g.Name, p.Position}
	found, ok := strengths.Load(key)
	if !ok {
		found, _ = strengths.LoadOrStore(key, p.strength(g))
	}
	return found.(float64)
}

func (p Puzzle) strength(g *engine.Game) float64 {
	if p.Cube != nil {
		return easy + harder*float64(max(0, plain-p.Gap))/plain
	}
	ways := 1.0
	lines := p.lines(g)
	for _, line := range lines[:min(len(lines), len(p.Solution))] {
		if line.Turn() == lines[0].Turn() {
			ways *= float64(len(slices.Collect(line.Position().Moves())))
		}
	}
	return guesser + 400*math.Log10(max(ways-1, 1))
}
