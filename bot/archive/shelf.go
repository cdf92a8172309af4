package archive

import (
	"context"
	"time"

	"tabuleiro/storage"
)

// Shelf is how long a game that was read from a file is kept after somebody has looked at it. Its head has the end of that as
// its deadline.
const Shelf = 30 * 24 * time.Hour

// Look notes that somebody looks at a game that was read from a file. It writes once a day at the most.
func (a *Archive) Look(ctx context.Context, id string, now time.Time) {
	defer a.Matches.Enter(id)()
	head, err := a.Head(ctx, id)
	if err == nil && head.Deadline.Before(now.Add(Shelf-24*time.Hour)) {
		head.Deadline = now.Add(Shelf)
		err = a.Append(ctx, head)
	}
	if err != nil {
		a.Log.Warn("that somebody looks at a game is not noted", "match", id, "error", err)
	}
}

// Discard takes out a game at which nobody looks any more, and what is kept about it under some keys. The caller holds it.
func (a *Archive) Discard(ctx context.Context, head storage.Head, keys ...string) error {
	for _, key := range keys {
		if err := a.Put(ctx, key, ""); err != nil {
			return err
		}
	}
	if err := a.Delete(ctx, head.ID, head.N); err != nil {
		return err
	}
	a.cache.remove(head.ID)
	return nil
}
