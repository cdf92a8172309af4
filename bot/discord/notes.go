package discord

import (
	"context"
	"log/slog"
)

// Settings keep texts under keys.
type Settings interface {
	Get(ctx context.Context, key string) (string, error) // "" if nothing was put
	Put(ctx context.Context, key, value string) error
}

// notes are what the adapter knows beyond the life of a process. One that cannot be had or made is logged: it costs a
// call more.
type notes struct {
	Settings
	log *slog.Logger
}

// get is what is noted under a key, "" if nothing is.
func (n notes) get(ctx context.Context, key string) string {
	text, err := n.Get(ctx, key)
	if err != nil {
		n.log.Warn("what was noted is not known", "key", key, "error", err)
	}
	return text
}

// put notes something, and forgets it if it is "".
func (n notes) put(ctx context.Context, key, value string) {
	if err := n.Put(context.WithoutCancel(ctx), key, value); err != nil {
		n.log.Warn("something could not be noted", "key", key, "error", err)
	}
}
