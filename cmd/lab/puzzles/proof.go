package puzzles

import (
	"context"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
)

// Prove is a puzzle with each move of its solution that has to be found, and is no only one, held against all others
// with so many nodes; false if one is not better any more by MinimumGap.
func Prove(ctx context.Context, brain engine.Brain, p Puzzle, nodes int) (Puzzle, bool, error) {
	if analysis.IsCubeDecision(p.Line.Position()) {
		gambler, ok := brain.(engine.CubeEvaluator)
		if !ok {
			return p, false, nil
		}
		again, ok, err := FindDecision(ctx, gambler, p.Line, nodes/Proof)
		return again, ok && again.Solution[0] == p.Solution[0], err
	}
	line := p.Line
	for n, m := range p.Solution {
		if line.Turn() == p.Line.Turn() && !analysis.IsForced(line.Position()) {
			best, gap, clear, err := ahead(ctx, brain, line, nodes)
			if err != nil || !clear || best.Move != m {
				return p, false, err
			}
			if n == 0 {
				p.Gap, p.Value, p.Nodes = gap, best.Equity, nodes
			}
		}
		next, err := line.Play(m)
		if err != nil {
			return p, false, err
		}
		line = next
	}
	return p, true, nil
}
