package club

import (
	"context"
	"errors"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/recent"
	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// results knows what came of matches.
type results struct {
	archive *archive.Archive
	over    *recent.List[string, tournament.Outcome]
}

// mostKnown is the number of results of matches that are kept at hand.
const mostKnown = 5000

func newResults(a *archive.Archive) results {
	return results{a, recent.New[string, tournament.Outcome](mostKnown, recent.Askable)}
}

// played tells what is known of matches, and whether all could be read that were asked for. Without that nothing may be
// made of them: a match that cannot be read is not one that is still played.
func (r results) played(ctx context.Context) (tournament.Played, func() error) {
	var failed error
	return func(id string) tournament.Outcome {
		if o, known := r.over.Get(id); known {
			return o
		}
		m, _, err := r.archive.Load(ctx, id)
		if err != nil {
			if !errors.Is(err, storage.ErrNotFound) { // else it has not begun
				failed = err
			}
			return tournament.Outcome{}
		}
		o := tournament.OutcomeOf(m)
		if o.Over {
			r.over.Put(id, o)
		}
		return o
	}, func() error { return failed }
}
