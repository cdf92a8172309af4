package club

import (
	"context"
	"errors"

	"tabuleiro/engine/tournament"
	"tabuleiro/storage"
)

// mostKnown is the number of results of matches that are kept at hand.
const mostKnown = 5000

// played tells what is known of matches, and whether all could be read that were asked for. Without that nothing may be
// made of them: a match that cannot be read is not one that is still played.
func (c *Club) played(ctx context.Context) (tournament.Played, func() error) {
	var failed error
	return func(id string) tournament.Outcome {
		if o, known := c.over.Get(id); known {
			return o
		}
		m, _, err := c.Archive.Load(ctx, id)
		if err != nil {
			if !errors.Is(err, storage.ErrNotFound) { // else it has not begun
				failed = err
			}
			return tournament.Outcome{}
		}
		o := tournament.OutcomeOf(m)
		if o.Over {
			c.over.Put(id, o)
		}
		return o
	}, func() error { return failed }
}
