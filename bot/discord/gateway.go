package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"
	"github.com/gorilla/websocket"
)

// Codes with which Discord closes the gateway.
const (
	closeNotAuthenticated = 4003
	closeBadToken         = 4004
	closeBadSequence      = 4007
	closeTimedOut         = 4009
	closeBadShard         = 4010
	closeShardingRequired = 4011
	closeBadVersion       = 4012
	closeBadIntents       = 4013
	closeIntentNotGranted = 4014
)

// Timing of connections.
const (
	longestOpening = 30 * time.Second // until the gateway has said READY
	stable         = time.Minute      // a connection that lasted so long is followed by a quick attempt at the next
)

// stayConnected connects and reconnects until the context ends or Discord refuses for good.
func (d *Discord) stayConnected(ctx context.Context) error {
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval = 250 * time.Millisecond
	wait.MaxInterval = 2 * time.Minute // a thousand identifications a day are allowed
	var c *connection
	for {
		if c == nil {
			var err error
			if c, err = d.connection(ctx); err != nil {
				return err
			}
		}
		began := time.Now()
		fresh, err := d.stay(ctx, c)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if fresh {
			c = nil
		}
		if time.Since(began) > stable {
			wait.Reset()
		}
		if sleep(ctx, wait.NextBackOff()) != nil {
			return nil
		}
	}
}

// stay opens a connection and returns when it is lost. fresh tells that only a new session can go on; the error is for
// good.
func (d *Discord) stay(ctx context.Context, c *connection) (fresh bool, err error) {
	err = c.open(ctx)
	var closed *websocket.CloseError
	switch {
	case errors.As(err, &closed):
		return d.closed(closed)
	case err != nil && ctx.Err() == nil:
		d.Log.Warn("connect to Discord", "error", err)
		return c.failed(), nil
	case err != nil:
		return false, nil
	}
	select {
	case <-ctx.Done():
		return false, c.close()
	case <-c.lost:
	}
	d.Log.Info("connection to Discord lost")
	if c.greeted.Swap(false) {
		c.ungreeted = 0
		return false, nil
	}
	// If an invalid session was followed by a refusal, the library has kept the reason to itself: a new session hears it.
	c.ungreeted++
	return c.ungreeted > 1, nil
}

// closed finds out why Discord closed the gateway: for good, or so that only a new session can go on.
func (d *Discord) closed(c *websocket.CloseError) (fresh bool, err error) {
	switch c.Code {
	case closeBadToken:
		return false, errors.New("Discord does not accept the token: copy it again from the page Bot of the application")
	case closeIntentNotGranted:
		if !d.content.Swap(false) {
			return false, errors.New("Discord refuses intents that need no permission: close code 4014")
		}
		d.Log.Error("Discord has not granted the intent to read messages, so moves must be replies or commands. To change that, open " +
			"https://discord.com/developers/applications, choose the application, open Bot, and under Privileged Gateway Intents " +
			"switch on Message Content Intent; then start again")
		return true, nil
	case closeShardingRequired:
		return false, errors.New("Discord wants the bot to be divided: set the number of shards")
	case closeBadShard, closeBadVersion, closeBadIntents:
		return false, fmt.Errorf("Discord refuses the connection: close code %d: %s", c.Code, c.Text)
	case closeNotAuthenticated, closeBadSequence, closeTimedOut:
		return true, nil
	}
	d.Log.Warn("Discord closed the connection", "code", c.Code, "text", c.Text)
	return false, nil
}

// connection is a session of the gateway, opened again and again.
type connection struct {
	session *discordgo.Session
	lost    chan struct{} // the session has closed
	fails   int           // openings in a row that failed

	greeted   atomic.Bool // since it was opened the gateway has said READY or RESUMED
	ungreeted int         // how often in a row it was lost before that

	mu  sync.Mutex
	net net.Conn // the latest
}

// connection prepares a session that is not open yet.
func (d *Discord) connection(ctx context.Context) (*connection, error) {
	s, err := d.session()
	if err != nil {
		return nil, err
	}
	c := &connection{session: s, lost: make(chan struct{}, 1)}
	s.ShouldReconnectOnError = false
	s.SyncEvents = true // in order; nothing that is done with an event here waits
	s.ShardID, s.ShardCount = d.Shard, max(d.Shards, 1)
	s.Client = &http.Client{Transport: bound{ctx, d.transport}, Timeout: longestTry}
	s.Dialer = &websocket.Dialer{
		Proxy:            http.ProxyFromEnvironment,
		HandshakeTimeout: longestTry,
		NetDialContext: func(_ context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{Timeout: longestTry}).DialContext(ctx, network, address)
			c.mu.Lock()
			defer c.mu.Unlock()
			c.net = conn
			return conn, err
		},
	}
	s.Identify.Intents = discordgo.IntentsGuildMessages | discordgo.IntentsDirectMessages
	if d.content.Load() {
		s.Identify.Intents |= discordgo.IntentMessageContent
	}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "READY" || e.Type == "RESUMED" {
			c.greeted.Store(true)
		}
		d.dispatch(e)
	})
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case c.lost <- struct{}{}:
		default:
		}
	})
	return c, nil
}

// bound is a transport whose calls end with a context.
type bound struct {
	ctx context.Context
	http.RoundTripper
}

func (b bound) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(b.ctx, cancel)
	context.AfterFunc(r.Context(), func() { stop() }) // the client ends it when the answer is read
	return b.RoundTripper.RoundTrip(r.WithContext(ctx))
}

// open connects, and resumes the session if there is one. The library waits for the gateway without an end, so it is the
// connection under it that is closed when that takes too long.
func (c *connection) open(ctx context.Context) error {
	select {
	case <-c.lost:
	default:
	}
	limited, cancel := context.WithTimeout(ctx, longestOpening)
	defer cancel()
	defer context.AfterFunc(limited, c.drop)()
	err := c.session.Open()
	if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
		err = nil // it was told twice that the one before had closed
	}
	if err == nil {
		c.fails = 0
	}
	return err
}

// failed tells whether so many openings have failed that the session should be given up.
func (c *connection) failed() bool {
	c.fails++
	return c.fails%10 == 0
}

func (c *connection) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.net != nil {
		c.net.Close()
	}
}

func (c *connection) close() error {
	if err := c.session.Close(); err != nil {
		return fmt.Errorf("close the connection to Discord: %w", err)
	}
	return nil
}

// dispatch deals with what the gateway sends, in the goroutine that also reads heartbeats. Events are decoded here and
// not taken from the library: there one component that it does not know makes a whole message empty.
func (d *Discord) dispatch(e *discordgo.Event) {
	defer func() {
		if p := recover(); p != nil {
			d.Log.Error("panic in an event", "event", e.Type, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	var err error
	switch e.Type {
	case "READY":
		err = d.ready(e.RawData)
	case "RESUMED":
		d.Log.Info("connection to Discord resumed")
	case "MESSAGE_CREATE":
		var m message
		err = json.Unmarshal(e.RawData, &m)
		d.hearMessage(&m)
	case "INTERACTION_CREATE":
		var i interaction
		err = json.Unmarshal(e.RawData, &i)
		d.hearInteraction(&i)
	}
	if err != nil {
		d.Log.Warn("an event is not as expected", "event", e.Type, "error", err)
	}
}

// ready notes who the bot is, and sees to the commands.
func (d *Discord) ready(raw json.RawMessage) error {
	var r struct {
		User        user                `json:"user"`
		Application struct{ ID string } `json:"application"`
		Guilds      []json.RawMessage   `json:"guilds"`
	}
	err := json.Unmarshal(raw, &r)
	if r.User.ID == "" {
		return errors.Join(err, errors.New("READY does not say who the bot is"))
	}
	if r.Application.ID == "" {
		r.Application.ID = r.User.ID
	}
	d.self.Store(&r.User.ID)
	d.app.Store(&r.Application.ID)
	d.Log.Info("connected to Discord", "as", r.User.Username, "servers", len(r.Guilds))
	if d.Shard == 0 {
		d.spawn(d.register)
	}
	return err
}
