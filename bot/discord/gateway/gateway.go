// Package gateway keeps a bot connected to Discord's gateway: any number of shards, each with a session that is resumed
// whenever Discord allows that, and begun anew as seldom as possible.
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
	"golang.org/x/sync/errgroup"
)

// Config has the parts of a connection. All fields are needed but for those that say something else.
type Config struct {
	Token   string // of the bot, without "Bot "
	Shards  int    // in how many parts the servers are divided; 0: as many as Discord wants
	Only    int    // the one shard that this process serves, -1: all
	Intents int    // which events are wanted

	// Ask is GET /gateway/bot. A *Refusal is for good.
	Ask func(context.Context) (Limits, error)

	Dial  func(ctx context.Context, network, address string) (net.Conn, error) // nil: the net's own
	Notes Notes
	Log   *slog.Logger

	// Handle deals with an event. It is called in order for each shard, and must not wait for anything but locks. A
	// panic in it is logged, and the next event follows.
	Handle func(ctx context.Context, s Shard, e Event)

	// Missed tells that a session of a shard has begun in which what happened since then will not be told. It is called
	// from the goroutine that calls Handle.
	Missed func(s Shard, since time.Time)
}

// Event is what the gateway tells.
type Event struct {
	Kind     string
	Data     json.RawMessage
	Replayed bool // it came before the session was resumed: a process that fell may have dealt with it already
}

// Shard is one of several parts of a bot, counted from 0. Servers belong to shards by their ids, direct messages to the
// first.
type Shard struct{ ID, Of int }

// Serves reports whether the events of a server come to the shard; "" is a direct talk.
func (s Shard) Serves(guild string) bool {
	var id uint64
	if _, err := fmt.Sscan(guild, &id); guild != "" && err != nil {
		return false
	}
	return s.Of <= 1 || int(id>>22%uint64(s.Of)) == s.ID
}

// Limits are what Discord tells a bot before it connects.
type Limits struct {
	URL    string `json:"url"`
	Shards int    `json:"shards"` // recommended
	Starts Starts `json:"session_start_limit"`
}

// Starts are how often a bot may identify itself.
type Starts struct {
	Total       int   `json:"total"` // in a day
	Remaining   int   `json:"remaining"`
	ResetAfter  int64 `json:"reset_after"`     // milliseconds until Total are there again
	Concurrency int   `json:"max_concurrency"` // at once, every five seconds
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

// Gateway is a connection of all shards that this process serves.
type Gateway struct {
	Config
	gate *gate
	url  string
}

// Run connects and keeps connected until ctx ends, and then returns nil. Another error is a *Refusal.
func Run(ctx context.Context, c Config) error {
	g := &Gateway{Config: c, gate: newGate(c.Notes, c.Log)}
	for {
		limits, err := g.ask(ctx)
		if err != nil || ctx.Err() != nil {
			return err
		}
		err = g.serve(ctx, limits)
		var r *Refusal
		if errors.As(err, &r) && r.Code == ShardingRequired && c.Shards == 0 {
			c.Log.Warn("Discord wants more shards than before")
			if sleep(ctx, time.Minute) != nil {
				return nil
			}
			continue
		}
		return err
	}
}

// ask asks for the limits until there is an answer.
func (g *Gateway) ask(ctx context.Context) (Limits, error) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = time.Minute
	for ctx.Err() == nil {
		limits, err := g.Ask(ctx)
		if err == nil && limits.URL != "" {
			return limits, nil
		}
		if r := (*Refusal)(nil); errors.As(err, &r) {
			return limits, err
		}
		g.Log.Warn("connect to Discord", "error", err)
		_ = sleep(ctx, wait.NextBackOff())
	}
	return Limits{}, nil
}

// serve keeps the shards connected until one of them is refused.
func (g *Gateway) serve(ctx context.Context, limits Limits) error {
	g.url = limits.URL
	g.gate.open(ctx, limits.Starts)
	of := g.Shards
	if of == 0 {
		of = max(limits.Shards, 1)
	}
	shards, ctx := errgroup.WithContext(ctx)
	for id := range of {
		if g.Only >= 0 && id != g.Only {
			continue
		}
		s := &shard{Gateway: g, Shard: Shard{id, of}}
		shards.Go(func() error { return s.run(ctx) })
	}
	return shards.Wait()
}

// sleep waits, or returns an error when ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return ctx.Err()
	}
}
