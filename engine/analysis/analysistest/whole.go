// Package analysistest analyses lines in tests.
package analysistest

import (
	"context"

	"tabuleiro/engine"
	"tabuleiro/engine/analysis"
)

// Whole runs an analysis to its end.
func Whole(ctx context.Context, brain engine.Brain, line engine.Line, task engine.Limits) (analysis.Report, error) {
	r := analysis.New(brain, line, task)
	for {
		done, err := r.Step(ctx)
		if err != nil || done {
			return r.Report(), err
		}
	}
}
