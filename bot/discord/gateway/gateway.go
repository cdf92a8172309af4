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
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Config has the parts of a connection. All fields are needed but for those that say something else.
type Config struct {
	Token   string // of the bot, without "Bot "
	Intents int    // which events are wanted

	// Ask is GET /gateway/bot. A *Refusal is for good.
	Ask func(context.Context) (discordgo.GatewayBotResponse, error)

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
	discordgo.Event
	Replayed bool      // it came before the session was resumed: a process that fell may have dealt with it already
	Opened   time.Time // when the connection began that it came over
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

// How far apart a bot identifies itself: later when few times are left of a day's, which a process that ends again and
// again must not spend, so that the one who starts it in good order finds some.
const (
	apart    = 5*time.Second + 250*time.Millisecond
	reserve  = 50
	farApart = 10 * time.Minute
)

// awaitTurn asks Discord how to connect, and returns when the bot may identify itself. Where a session goes on it asks
// once, as the answer tells Discord's time.
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

// turn is when the bot may identify itself, by what Discord says. If this side has counted more, that counts.
func (g *gateway) turn(told discordgo.SessionInformation) time.Time {
	now, s := time.Now(), &g.last
	if s.Left = min(s.Left, told.Remaining); !now.Before(s.Reset) {
		s.Left = told.Remaining
	}
	s.Reset = now.Add(cmp.Or(time.Duration(told.ResetAfter)*time.Millisecond, 24*time.Hour))
	switch {
	case s.Left <= 0:
		g.Log.Error("Discord takes no more connections of this bot today: it connects again later", "at", s.Reset)
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
