// Package gateway keeps a bot connected to Discord's gateway. It resumes its session whenever Discord allows that, and
// begins new ones as rarely as possible.
//
// It replaces the library's connection, which answers an invalid session by identifying again at once on the same
// socket, over and over, while a bot that identifies more than a thousand times a day loses its token; which notices a
// dead connection only after five heartbeats, and then abandons the session; and which resumes at the wrong address.
// The rules followed here are at https://discord.com/developers/docs/events/gateway.
//
// The package uses no clock but package time, so that it can be tested with testing/synctest.
package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Config configures a connection. All fields are required unless stated otherwise.
type Config struct {
	Token   string // of the bot, without "Bot "
	Intents int    // the events to receive

	// Ask requests GET /gateway/bot. A *Refusal is permanent.
	Ask func(context.Context) (discordgo.GatewayBotResponse, error)

	Dial  func(ctx context.Context, network, address string) (net.Conn, error) // nil for the network
	Notes Notes
	Log   *slog.Logger

	// Handle handles an event. It is called in order and must block on nothing but locks; a panic is logged, and the
	// next event follows.
	Handle func(ctx context.Context, e Event)

	// Missed reports that a new session has begun, in which events since a time will not be delivered. It is called
	// from the goroutine of Handle.
	Missed func(since time.Time)
}

// Event is an event of the gateway.
type Event struct {
	discordgo.Event
	Replayed bool      // it came before the session was resumed: a crashed process may have handled it already
	Opened   time.Time // when its connection was opened
}

// Notes persists texts by key.
type Notes interface {
	Get(ctx context.Context, key string) (string, error) // "" if there is none
	Put(ctx context.Context, key, value string) error
}

// Refusal is an error of Discord that retrying would not change.
type Refusal struct {
	Code int // close code of the gateway
	Text string
}

func (r *Refusal) Error() string {
	return fmt.Sprintf("Discord refuses the connection: close code %d: %s", r.Code, r.Text)
}

// Run keeps the connection until ctx ends, and then returns nil. Any other error is a *Refusal.
func Run(ctx context.Context, c Config) error {
	g := &gateway{Config: c}
	err := g.recall(ctx)
	if err == nil {
		err = g.stay(ctx)
	}
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// Intervals between identifications. They are longer when few are left of a day's quota, so that a process in a crash
// loop does not use it up, and a good one can still start.
const (
	apart    = 5*time.Second + 250*time.Millisecond
	reserve  = 50
	farApart = 10 * time.Minute
)

// awaitTurn asks Discord how to connect, and returns when the bot may identify itself. To resume a session it asks only
// once, because the answer carries Discord's time.
func (g *gateway) awaitTurn(ctx context.Context) error {
	for g.last.ID == "" || !g.asked {
		told, err := g.Ask(ctx)
		starts := told.SessionStartLimit
		if err == nil && (told.URL == "" || starts.Total <= 0) {
			err = errors.New("no address to connect to, or no times left")
		}
		if err != nil {
			return err
		}
		if g.asked = true; g.last.ID != "" {
			break
		}
		g.last.Address = told.URL
		turn := g.turn(starts)
		if !turn.After(time.Now()) {
			break
		}
		sleep(ctx, time.Until(turn))
	}
	return ctx.Err()
}

// turn returns when the bot may identify itself, from Discord's answer or its own count, the lower one.
func (g *gateway) turn(told discordgo.SessionInformation) time.Time {
	now, s := time.Now(), &g.last
	if s.Left = min(s.Left, told.Remaining); !now.Before(s.Reset) {
		s.Left = told.Remaining
	}
	s.Reset = now.Add(cmp.Or(time.Duration(told.ResetAfter)*time.Millisecond, 24*time.Hour))
	switch {
	case s.Left <= 0:
		g.Log.Error("Discord accepts no more connections of this bot today; connecting again later", "at", s.Reset)
		return s.Reset
	case s.Began.After(now): // the clock was set back
		return now
	case s.Left <= min(reserve, told.Total/20):
		return s.Began.Add(farApart)
	}
	return s.Began.Add(apart)
}

// sleep waits for a time, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
