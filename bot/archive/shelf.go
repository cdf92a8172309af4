package archive

import (
	"context"
	"time"

	"tabuleiro/bot/kv"
)

// Shelf is how long a game that was read from a file is kept after somebody has looked at it. Its head has the end of
// that as its deadline.
const Shelf = 30 * 24 * time.Hour

// Touch notes that somebody looks at a game that was read from a file. It writes once a day at the most.
func (a *Archive) Touch(ctx context.Context, id string, now time.Time) {
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

// Discard takes out a game from a file, and the notes about it, unless somebody has looked at it lately.
func (a *Archive) Discard(ctx context.Context, id string, now time.Time) (gone bool, err error) {
	defer a.Matches.Enter(id)()
	head, err := a.Head(ctx, id)
	if err != nil || head.Deadline.After(now) {
		return false, err
	}
	if err := kv.Forget(ctx, a, kv.Match, id); err != nil {
		return false, err
	}
	if err := a.Delete(ctx, head.ID, head.N); err != nil {
		return false, err
	}
	a.cache.Remove(head.ID)
	return true, nil
}
