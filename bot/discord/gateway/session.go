package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Opcodes of the protocol.
const (
	opEvent     = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Close codes after which the same session or configuration cannot continue.
const (
	NotAuthenticated = 4003
	BadToken         = 4004
	BadSequence      = 4007
	SessionTimedOut  = 4009
	ShardingRequired = 4011
	BadVersion       = 4012
	BadIntents       = 4013
	IntentNotGranted = 4014
)

// closeResumable is the close code that keeps the session alive.
const closeResumable = 4900

// Timing and limits of connections.
const (
	longestOpening = 30 * time.Second // until READY or RESUMED
	longestWrite   = 10 * time.Second
	heartbeat      = 12 * time.Second // longest heartbeat interval: a dead connection is noticed within two
	noteInterval   = 2 * time.Second  // between writes of the session; later events are replayed on resuming
	stable         = time.Minute      // after which a session counts as good
	leastApart     = time.Second      // between connections
	savingTimeout  = 2 * time.Second  // of a write of the session
	mostResumes    = 6                // failed attempts in a row after which a new session begins
	mostDoublings  = 7                // of a pause: up to 2 minutes between attempts, 10 between short sessions
	largestPacket  = 16 << 20
)

// gateway holds a session.
type gateway struct {
	Config
	asked  bool      // Ask has been called
	last   session   // to be resumed; none if its ID is ""
	since  time.Time // since when events were lost; zero if none were
	failed int       // attempts in a row without a session
	fresh  int       // short sessions in a row
	noted  time.Time // when the session was last written
}

// sessionKey is the key of the session in Notes, for the only shard.
const sessionKey = "discord/session/1/0"

// session is what the next process needs to resume it. It does not contain the token.
type session struct {
	ID      string    `json:"id"`
	Address string    `json:"address"` // for resuming
	Seq     int64     `json:"seq"`     // of the last event
	Heard   time.Time `json:"heard"`   // events were received up to then

	// quota of identifications; it is written before it is used
	Left  int       `json:"left"`
	Reset time.Time `json:"reset"` // when the quota is renewed
	Began time.Time `json:"began"` // last identification
}

// lost describes the end of a connection.
type lost struct {
	why     string
	greeted bool          // the session was established
	pause   time.Duration // minimum before the next connection
	forget  bool          // the session is over
	refusal *Refusal
}

// stay keeps connected until ctx ends or Discord refuses. It resumes the last process's session.
func (g *gateway) stay(ctx context.Context) error {
	defer g.note(ctx, true)
	for ctx.Err() == nil {
		began := time.Now()
		end := g.connect(ctx)
		if ctx.Err() != nil {
			break
		}
		if end.refusal != nil {
			return end.refusal
		}
		g.Log.Info("no connection to Discord", "reason", end.why)
		if end.forget {
			g.forget()
		}
		sleep(ctx, g.pause(end, time.Since(began)))
	}
	return nil
}

// pause returns how long to wait after a connection: no longer than leastApart in all after one with a session, with
// exponential backoff after failed attempts and after short sessions.
func (g *gateway) pause(end lost, lasted time.Duration) time.Duration {
	pause := max(end.pause, leastApart-lasted)
	if !end.greeted {
		pause = max(pause, time.Second<<min(g.failed, mostDoublings))
		g.failed++
	} else if lasted > stable {
		g.fresh = 0
	}
	if g.last.ID == "" && g.fresh > 0 {
		pause = max(pause, 5*time.Second<<min(g.fresh, mostDoublings))
	}
	return pause
}

// forget abandons the session. A new one does not deliver the events since the last one received.
func (g *gateway) forget() {
	if g.since.IsZero() {
		g.since = g.last.Heard
	}
	g.last.ID, g.last.Seq = "", 0
}

// note writes the session for the next process, at most every noteInterval unless it must.
func (g *gateway) note(ctx context.Context, must bool) {
	if !must && time.Since(g.noted) < noteInterval {
		return
	}
	is := g.last
	if !g.since.IsZero() {
		is.Heard = g.since
	}
	text, err := json.Marshal(is)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), savingTimeout)
		defer cancel()
		err = g.Notes.Put(ctx, sessionKey, string(text))
	}
	if err != nil {
		g.Log.Warn("the session cannot be stored for the next process", "error", err)
	}
	g.noted = time.Now()
}

// recall reads the session of the last process. It retries until it succeeds or ctx ends, because without the session
// it would be unknown which events were missed.
func (g *gateway) recall(ctx context.Context) error {
	text, err := g.Notes.Get(ctx, sessionKey)
	for ; err != nil; text, err = g.Notes.Get(ctx, sessionKey) {
		g.Log.Warn("the session is not known, trying again", "error", err)
		if sleep(ctx, time.Second); ctx.Err() != nil {
			return err
		}
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &g.last); err != nil {
			g.Log.Warn("the session cannot be read", "error", err)
		}
	}
	if g.last.ID == "" {
		g.since = g.last.Heard
	}
	return nil
}

// connect opens a connection and returns when it is lost.
func (g *gateway) connect(ctx context.Context) lost {
	if g.last.ID != "" && g.failed >= mostResumes {
		return lost{why: "the session cannot be resumed", forget: true}
	}
	if err := g.awaitTurn(ctx); err != nil {
		return ended(err)
	}
	c, err := g.dial(ctx)
	if err != nil {
		return ended(err)
	}
	ctx, done := context.WithCancel(ctx)
	defer done()
	defer c.close()
	defer context.AfterFunc(ctx, c.close)()
	return g.listen(ctx, c)
}

// dial opens a connection to the gateway, with a deadline for the session to be established.
func (g *gateway) dial(ctx context.Context) (*connection, error) {
	dialer := &websocket.Dialer{NetDialContext: g.Dial, HandshakeTimeout: longestOpening}
	socket, _, err := dialer.DialContext(ctx, g.last.Address+"/?v=10&encoding=json", nil)
	if err != nil {
		return nil, err
	}
	socket.SetReadLimit(largestPacket)
	socket.SetCloseHandler(func(int, string) error { return nil }) // the code is read from the error
	c := &connection{Conn: socket}
	c.seq.Store(g.last.Seq)
	return c, c.SetReadDeadline(time.Now().Add(longestOpening))
}

// introduce answers HELLO, which carries the heartbeat interval: it starts the heartbeat and resumes the session or
// begins one.
func (g *gateway) introduce(ctx context.Context, c *connection, hello json.RawMessage) error {
	var h struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if json.Unmarshal(hello, &h) != nil || h.Interval < 1 || h.Interval > 1e7 {
		return errors.New("no HELLO")
	}
	go c.beat(ctx, min(time.Duration(h.Interval*float64(time.Millisecond)), heartbeat), g.Log)
	token := "Bot " + g.Token
	if g.last.ID != "" {
		return c.write(opResume, map[string]any{"token": token, "session_id": g.last.ID, "seq": g.last.Seq})
	}
	g.fresh++
	g.last.Began = time.Now()
	g.last.Left--
	g.note(ctx, true)
	return c.write(opIdentify, map[string]any{
		"token": token, "intents": g.Intents,
		"properties": map[string]string{"os": runtime.GOOS, "browser": "tabuleiro", "device": "tabuleiro"},
	})
}

// listen handles the messages of a connection, and returns when it is lost.
func (g *gateway) listen(ctx context.Context, c *connection) (end lost) {
	opened, greeted := time.Now(), false
	defer func() { end.greeted = greeted }()
	for {
		e := Event{Opened: opened, Replayed: !greeted}
		if err := c.ReadJSON(&e.Event); err != nil {
			return ended(err)
		}
		if greeted {
			g.last.Heard = time.Now()
		}
		switch e.Operation {
		case opEvent:
			c.seq.Store(e.Sequence)
			if e.Type == "READY" || e.Type == "RESUMED" {
				_ = c.SetReadDeadline(time.Time{}) // from now on missing heartbeats reveal a dead connection
				greeted, g.failed, g.last.Heard = true, 0, time.Now()
			}
			g.event(ctx, e)
			g.last.Seq = e.Sequence
			g.note(ctx, e.Type == "READY")
		case opHello:
			if err := g.introduce(ctx, c, e.RawData); err != nil {
				return ended(err)
			}
		case opHeartbeat:
			_ = c.sendBeat() // reading notices a lost connection
		case opAck:
			c.acked.Store(true)
			g.note(ctx, false)
		case opReconnect:
			return lost{why: "Discord asks to connect again"}
		case opInvalid:
			var again bool
			_ = json.Unmarshal(e.RawData, &again)
			return lost{why: "invalid session", forget: !again, pause: 3 * time.Second}
		}
	}
}

// event passes an event to Handle, and takes the session from READY.
func (g *gateway) event(ctx context.Context, e Event) {
	defer func() {
		if panicked := recover(); panicked != nil {
			g.Log.Error("panic in an event handler", "event", e.Type, "panic", panicked, "stack", string(debug.Stack()))
		}
	}()
	if e.Type == "READY" {
		ready := struct {
			Session string `json:"session_id"`
			Resume  string `json:"resume_gateway_url"`
		}{Resume: g.last.Address}
		_ = json.Unmarshal(e.RawData, &ready) // the handler reports a malformed one
		g.last.ID, g.last.Address = ready.Session, ready.Resume
	}
	g.Handle(ctx, e)
	if e.Type == "READY" && !g.since.IsZero() {
		since := g.since
		g.since = time.Time{}
		g.Missed(since)
	}
}

// ended classifies the end of a connection: permanent, or in need of a new session.
func ended(err error) lost {
	end := lost{why: err.Error()}
	_ = errors.As(err, &end.refusal)
	c, ok := errors.AsType[*websocket.CloseError](err)
	if !ok {
		return end
	}
	switch c.Code {
	case BadToken, ShardingRequired, BadVersion, BadIntents, IntentNotGranted:
		end.refusal = &Refusal{c.Code, c.Text}
	case NotAuthenticated, BadSequence, SessionTimedOut:
		end.forget = true
	}
	return end
}

// connection is a websocket. One goroutine reads from it, several may write.
type connection struct {
	*websocket.Conn
	seq     atomic.Int64 // of the last event
	acked   atomic.Bool  // the last heartbeat was answered
	writing sync.Mutex
}

func (c *connection) write(op int, data any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_ = c.SetWriteDeadline(time.Now().Add(longestWrite))
	return c.WriteJSON(map[string]any{"op": op, "d": data})
}

// close closes the connection so that it can be resumed. It does not wait for the other side.
func (c *connection) close() {
	_ = c.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(closeResumable, ""),
		time.Now().Add(time.Second))
	c.Conn.Close()
}

// sendBeat sends a heartbeat.
func (c *connection) sendBeat() error {
	var seq any // null before the first event
	if n := c.seq.Load(); n > 0 {
		seq = n
	}
	return c.write(opHeartbeat, seq)
}

// beat sends heartbeats, the first after a random part of the interval. If one is not answered before the next, it
// closes the connection so that the session can be resumed.
func (c *connection) beat(ctx context.Context, interval time.Duration, log *slog.Logger) {
	c.acked.Store(true)
	for wait := rand.N(interval); ; wait = interval {
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
		if !c.acked.Swap(false) {
			log.Warn("no heartbeat from Discord; dropping the connection")
			c.close()
		}
		_ = c.sendBeat() // a lost one is not answered
	}
}
