// Package gateway keeps a bot connected to Discord's gateway, with a session that is resumed whenever Discord allows
// that, and begun anew as seldom as possible.
//
// It is there beside the library's own connection because that answers an invalid session by identifying at once on the
// same socket, over and over, while a bot that identifies more than a thousand times a day loses its token; because it
// notices a dead connection only after five heartbeats, and then ends the session with it; and because it resumes at
// the wrong address. See https://discord.com/developers/docs/events/gateway for the rules that are kept here.
//
// Time is read and waited for with package time only, so that hours can pass in an instant in testing/synctest.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Config has the parts of a connection. All fields are needed but for those that say something else.
type Config struct {
	Token   string // of the bot, without "Bot "
	Intents int    // which events are wanted

	// Ask is GET /gateway/bot. A *Refusal is for good.
	Ask func(context.Context) (Limits, error)

	Dial  func(ctx context.Context, network, address string) (net.Conn, error) // nil: the net's own
	Notes Notes
	Log   *slog.Logger

	// Handle deals with an event. It is called in order, and must not wait for anything but locks. A panic in it is
	// logged, and the next event follows.
	Handle func(ctx context.Context, e Event)

	// Missed tells that a session has begun in which what happened since then will not be told. It is called from the
	// goroutine that calls Handle.
	Missed func(since time.Time)
}

// Event is what the gateway tells.
type Event struct {
	Kind     string
	Data     json.RawMessage
	Replayed bool      // it came before the session was resumed: a process that fell may have dealt with it already
	Opened   time.Time // when the connection began that it came over
}

// Limits are what Discord tells a bot before it connects.
type Limits struct {
	URL    string `json:"url"`
	Starts Starts `json:"session_start_limit"`
}

// Starts are how often a bot may identify itself.
type Starts struct {
	Total      int   `json:"total"` // in a day
	Remaining  int   `json:"remaining"`
	ResetAfter int64 `json:"reset_after"` // milliseconds until Total are there again
}

// Notes keep texts under keys, across restarts.
type Notes interface {
	Get(ctx context.Context, key string) (string, error) // "" if nothing was put
	Put(ctx context.Context, key, value string) error
}

// Refusal is a reason of Discord's that trying again would not change.
type Refusal struct {
	Code int // with which the gateway was closed
	Text string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("Discord refuses the connection: close code %d: %s", r.Code, r.Text)
}

// Run connects and keeps connected until ctx ends, and then returns nil. Another error is a *Refusal.
func Run(ctx context.Context, c Config) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	g := &gateway{Config: c}
	limits, err := retry(ctx, time.Minute, "connect to Discord", c.Log, func() (Limits, error) {
		limits, err := c.Ask(ctx)
		switch r := (*Refusal)(nil); {
		case errors.As(err, &r):
			err = backoff.Permanent(err)
		case err == nil && (limits.URL == "" || limits.Starts.Total <= 0):
			err = errors.New("no address to connect to, or no times left")
		}
		return limits, err
	})
	if err == nil {
		g.url = limits.URL
		g.readBudget(ctx, limits.Starts)
		err = g.recall(ctx)
	}
	if err == nil {
		err = g.stay(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// retry does something until it works, is refused for good or ctx ends, with ever longer pauses.
func retry[T any](ctx context.Context, longest time.Duration, what string, log *slog.Logger,
	do func() (T, error)) (T, error) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = longest
	return backoff.Retry(ctx, do, backoff.WithBackOff(wait), backoff.WithMaxElapsedTime(0),
		backoff.WithNotify(func(err error, _ time.Duration) { log.Warn(what, "error", err) }))
}

// sleep waits, or returns an error when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
	return ctx.Err()
}
