package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/gorilla/websocket"
)

// Operations of the protocol.
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

// Codes with which Discord closes a connection, and after which going on as before makes no sense.
const (
	NotAuthenticated = 4003
	BadToken         = 4004
	BadSequence      = 4007
	SessionTimedOut  = 4009
	BadShard         = 4010
	ShardingRequired = 4011
	BadVersion       = 4012
	BadIntents       = 4013
	IntentNotGranted = 4014
)

// closeResumable is with what a connection is closed here so that its session lives on.
const closeResumable = 4900

// Timing of connections.
const (
	longestOpening = 30 * time.Second // until the gateway has said HELLO, and again until it has said READY or RESUMED
	longestWrite   = 10 * time.Second
	stable         = time.Minute      // a session that lasted so long was a good one
	leastApart     = time.Second      // from connection to connection
	longestPause   = 2 * time.Minute  // between attempts to resume
	longestRest    = 10 * time.Minute // between sessions that do not last
	mostResumes    = 6                // attempts in a row that do not succeed; after them a new session begins
	largestPacket  = 16 << 20
)

// shard keeps one session.
type shard struct {
	*Gateway
	Shard

	session string    // "": there is none to be resumed
	address string    // where to resume it
	seq     int64     // of the latest event
	heard   time.Time // until when everything was, as far as the session tells
	since   time.Time // from when on events were lost; zero: none were

	resumes int // attempts in a row that failed
	failed  int // attempts in a row without a session
	fresh   int // sessions in a row that did not last

	left time.Time // when the session was last noted
}

// lost is the end of a connection.
type lost struct {
	why     string
	pause   time.Duration // at least that long before the next
	forget  bool          // the session is over
	refusal *Refusal
}

func (s *shard) run(ctx context.Context) error {
	defer s.note(ctx, true)
	for ctx.Err() == nil {
		began, greeted := time.Now(), false
		end := s.connect(ctx, &greeted)
		if ctx.Err() != nil {
			return nil
		}
		if end.refusal != nil {
			return end.refusal
		}
		s.Log.Info("connection to Discord lost", "shard", s.ID, "reason", end.why)
		if end.forget {
			s.forget()
		}
		lasted, pause := time.Since(began), end.pause
		switch {
		case !greeted:
			pause = max(pause, min(longestPause, time.Second<<min(s.failed, 20)))
			s.failed++
		case lasted > stable:
			s.fresh = 0
			fallthrough
		default:
			s.failed, pause = 0, max(pause, leastApart-lasted)
		}
		if s.session == "" && s.fresh > 0 {
			pause = max(pause, min(longestRest, 5*time.Second<<min(s.fresh, 20)))
		}
		_ = sleep(ctx, pause)
	}
	return nil
}

// note notes the session, and until when everything was heard, zero if nothing was.
func (s *shard) note(ctx context.Context, end bool) {
	until := s.heard
	if !s.since.IsZero() {
		until = s.since
	}
	s.leave(ctx, until, end)
}

// forget gives a session up. The next one does not tell the events after the last that was heard.
func (s *shard) forget() {
	if s.session != "" && s.since.IsZero() {
		s.since = s.heard
	}
	s.session, s.address, s.seq, s.resumes = "", "", 0, 0
}

// connect opens a connection and returns when it is lost. greeted reports whether the session was ever there.
func (s *shard) connect(ctx context.Context, greeted *bool) lost {
	resuming, address := s.session != "", s.url
	if resuming {
		if s.resumes++; s.resumes > mostResumes {
			return lost{why: "the session cannot be resumed", forget: true}
		}
		address = s.address
	} else if s.gate.wait(ctx, s.ID, false) != nil {
		return lost{}
	}
	c, err := s.dial(ctx, address)
	if err != nil {
		return lost{why: err.Error()}
	}
	defer c.close()
	defer context.AfterFunc(ctx, func() { c.close() })() // by the next process
	opening := time.AfterFunc(longestOpening, func() { c.close() })
	defer opening.Stop()
	every, err := c.hello()
	if err != nil {
		return s.ended(err)
	}
	go c.beat(every, s.Log)
	if err := s.introduce(ctx, c, resuming, opening); err != nil {
		return lost{why: err.Error()}
	}
	return s.listen(ctx, c, func() {
		opening.Stop()
		*greeted = true
	})
}

// dial opens a connection to an address of the gateway.
func (s *shard) dial(ctx context.Context, address string) (*connection, error) {
	dialer := &websocket.Dialer{NetDialContext: s.Dial, HandshakeTimeout: longestOpening}
	ctx, stop := context.WithTimeout(ctx, longestOpening)
	defer stop()
	conn, _, err := dialer.DialContext(ctx, address+"/?v=10&encoding=json", nil)
	if err != nil {
		return nil, err
	}
	c := newConnection(conn)
	c.seq.Store(s.seq)
	return c, nil
}

// introduce says whose connection this is: it resumes the session or, when it is its turn, begins one.
func (s *shard) introduce(ctx context.Context, c *connection, resuming bool, opening *time.Timer) error {
	if resuming {
		return c.write(opResume, map[string]any{"token": "Bot " + s.Token, "session_id": s.session, "seq": s.seq})
	}
	if err := s.gate.enter(ctx, s.ID); err != nil {
		return err
	}
	s.fresh++
	opening.Reset(longestOpening)
	return c.write(opIdentify, map[string]any{
		"token": "Bot " + s.Token, "intents": s.Intents, "shard": [2]int{s.ID, s.Of},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "tabuleiro", "device": "tabuleiro"},
	})
}

// listen deals with what comes over a connection, and returns when it is lost. greet is called when the session is
// there.
func (s *shard) listen(ctx context.Context, c *connection, greet func()) lost {
	greeted := false
	for {
		p, err := c.read()
		if err != nil {
			return s.ended(err)
		}
		if greeted {
			s.heard = time.Now()
		}
		switch p.Op {
		case opEvent:
			c.seq.Store(p.Seq)
			if p.Type == "READY" || p.Type == "RESUMED" {
				greet()
				greeted, s.resumes, s.heard = true, 0, time.Now()
			}
			s.event(ctx, p, !greeted)
			s.seq = p.Seq
			s.note(ctx, p.Type == "READY")
		case opHeartbeat:
			c.askBeat()
		case opAck:
			c.acked.Store(true)
			s.note(ctx, false)
		case opReconnect:
			return lost{why: "Discord asks to connect again"}
		case opInvalid:
			again := false
			_ = json.Unmarshal(p.Data, &again)
			return lost{why: "invalid session", forget: !again, pause: time.Second + rand.N(4*time.Second)}
		}
	}
}

// event passes an event on, and learns from it where the session goes on.
func (s *shard) event(ctx context.Context, p packet, replayed bool) {
	defer func() {
		if panicked := recover(); panicked != nil {
			s.Log.Error("panic in an event", "event", p.Type, "panic", panicked, "stack", string(debug.Stack()))
		}
	}()
	if p.Type == "READY" {
		var r struct {
			Session string `json:"session_id"`
			Resume  string `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(p.Data, &r); err != nil {
			s.Log.Warn("an event is not as expected", "event", p.Type, "error", err)
		}
		s.session, s.address = r.Session, r.Resume
		if s.address == "" {
			s.address = s.url
		}
	}
	s.Handle(ctx, s.Shard, Event{Kind: p.Type, Data: p.Data, Replayed: replayed})
	if p.Type == "READY" && !s.since.IsZero() {
		since := s.since
		s.since = time.Time{}
		s.Missed(s.Shard, since)
	}
}

// ended finds out why a connection was closed: for good, or so that only a new session can go on.
func (s *shard) ended(err error) lost {
	var c *websocket.CloseError
	if !errors.As(err, &c) {
		return lost{why: err.Error()}
	}
	end := lost{why: fmt.Sprintf("close code %d: %s", c.Code, c.Text)}
	switch c.Code {
	case BadToken, BadShard, ShardingRequired, BadVersion, BadIntents, IntentNotGranted:
		end.refusal = &Refusal{c.Code, c.Text}
	case NotAuthenticated, BadSequence, SessionTimedOut:
		end.forget = true
	}
	return end
}
