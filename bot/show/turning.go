package show

import (
	"context"

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
	move, worst := 0, 0
	for _, one := range played {
		r, ok, err := analyses.Get(ctx, v.Archive, one.ID)
		if err != nil {
			return nil, m, err
		}
		if !ok {
			continue
		}
		for i, n := range r.Marked() {
			if loss := r.Moves[n].Loss; loss > worst {
				of, report, move, worst = one, r, i, loss
			}
		}
	}
	if of == nil {
		return nil, m, nil
	}
	g.Look = g.Voice.Preferences.BoardStyle(of, of.Turn())
	return of, g.Moment(of, report, move), nil
}
