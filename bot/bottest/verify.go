// Package bottest has checks shared by the tests of a bot.
package bottest

import (
	"context"
	"errors"
	"testing"

	"tabuleiro/bot"
	"tabuleiro/engine"
	"tabuleiro/storage"
)

// Verify inspects a store like the command check, and fails the test for each problem. A store that is closed or fails
// is skipped.
func Verify(t testing.TB, store storage.Store, games []*engine.Game) {
	t.Helper()
	ctx := context.Background() // the context of the test has ended during cleanup
	found := bot.Inspection{Games: games, Wrong: func(of string, err error) {
		t.Errorf("what is stored at the end: %s: %v",
			of, err)
	}}
	if err := lookThrough(ctx, store, &found); err != nil {
		t.Logf("what is stored at the end cannot be looked at: %v", err)
	}
}

func lookThrough(ctx context.Context, store storage.Store, found *bot.Inspection) error {
	heads, err := store.Find(ctx, storage.Query{})
	if err != nil {
		return err
	}
	for _, h := range heads {
		events, err := store.Events(ctx, h.ID)
		if err != nil {
			return err
		}
		found.Match(h, events)
	}
	keys, err := store.Keys(ctx, "")
	for _, key := range keys {
		value, failed := store.Get(ctx, key)
		if failed != nil {
			return failed
		}
		found.Setting(key, value)
	}
	ratings, failed := store.Ratings(ctx, storage.RatingQuery{})
	err = errors.Join(err, failed)
	for _, r := range ratings {
		found.Rating(r)
	}
	if err == nil {
		found.End()
	}
	return err
}
