package show

import (
	"context"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/engine/analysis"
	"tabuleiro/engine/match"
)

// Turning tells of the move of some matches that gave most away, by the reports that people have had made of them, and
// in which it was; nil if there are none.
func (v *Viewer) Turning(ctx context.Context, g guide.Guide,
	played []*match.Match) (of *match.Match, m chat.Message, err error) {
	var report analysis.Report
	worst := 0
	for _, one := range played {
		r, _, err := analyses.Get(ctx, v.Archive, one.ID)
		if err != nil {
			return nil, m, err
		}
		if list := r.Worst(1); len(list) > 0 && r.Moves[list[0]].Loss > worst {
			of, report, worst = one, r, r.Moves[list[0]].Loss
		}
	}
	if of == nil {
		return nil, m, nil
	}
	g.Look = g.Voice.Preferences.BoardStyle(of, of.Turn())
	return of, g.Moment(of, report, slices.Index(report.Marked(), report.Worst(1)[0])), nil
}
