package puzzle

import (
	"math"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// guesser is what a person would be rated who plays any legal move.
const guesser = 1000

// strengths has what Strength has found, by the game and the position: there are no more than the puzzles of the files.
var strengths sync.Map

// A decision about the stake is easy where one answer is better by as much as plain, and harder by the rest the less it
// is better.
const (
	plain  = engine.ProbScale * 40 / 100
	easy   = guesser + 100
	harder = 700
)

// Strength is the rating of a puzzle of a game, on the scale of ratings of people. It follows from the moves that there
// are to choose from: a guesser is expected to solve it as often as guessing does. Where there are just two answers it
// follows from how near they are.
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
