package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Intents of a session.
const (
	intentGuilds         = 1 << 0
	intentMessages       = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15
)

// Rules of the gateway.
const (
	betweenIdentifies = 5 * time.Second
	// minimum wait after an invalid session; Discord recommends a random time up to five seconds
	afterInvalid = time.Second
	resumable    = 5 * time.Minute // after the connection was lost
	day          = 24 * time.Hour
)

// packet is a message of the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// session is a session of a bot, which may outlive its connections.
type session struct {
	id      string
	intents int
	events  []packet // from its beginning, for resuming
	link    *link    // nil while disconnected
	left    time.Time
	over    bool // cannot be resumed
}

// link is a connection.
type link struct {
	out  chan out
	mute atomic.Bool // sends nothing any more, without being closed
}

// out is a packet to be sent, or the end of a connection.
type out struct {
	packet packet
	close  int // close code; -1 to drop the connection
}

var upgrader = websocket.Upgrader{}

func (s *Server) gateway(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	conn.SetCloseHandler(func(int, string) error { return nil })
	s.mu.Lock()
	every := s.heartbeat
	s.mu.Unlock()
	here := &link{out: make(chan out, 1<<16)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		here.send(conn)
	}()
	here.out <- out{packet: packet{Op: 10, Data: json.RawMessage(`{"heartbeat_interval":` +
		strconv.FormatInt(every.Milliseconds(), 10) + `}`)}}
	var mine *session
	var p packet
	for {
		_ = conn.SetReadDeadline(time.Now().Add(every * 5 / 2)) // a client without heartbeats is dead
		if err = conn.ReadJSON(&p); err != nil {
			break
		}
		switch p.Op {
		case 1:
			s.mu.Lock()
			s.beats++
			s.bell.ring()
			s.mu.Unlock()
			here.out <- out{packet: packet{Op: 11}}
		case 2, 6:
			if mine != nil {
				here.out <- out{close: 4005}
				continue
			}
			mine = s.enter(p, here, strings.HasPrefix(r.URL.Path, "/resume/"))
		default:
			here.out <- out{close: 4003}
		}
	}
	s.leave(mine, here, err)
	here.out <- out{close: -1}
	<-done
}

// leave records the end of a connection. A client that closes with 1000 or 1001 ends its session.
func (s *Server) leave(x *session, here *link, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x == nil {
		return
	}
	if x.link == here {
		x.link, x.left = nil, time.Now()
	}
	var c *websocket.CloseError
	if errors.As(err, &c) && (c.Code == websocket.CloseNormalClosure || c.Code == websocket.CloseGoingAway) {
		x.over = true
	}
	s.lost++
	s.bell.ring()
}

func (l *link) send(conn *websocket.Conn) {
	for o := range l.out {
		// an in-memory connection has no buffer, and a waiting bot does not read
		_ = conn.SetWriteDeadline(time.Now().Add(Patience))
		switch {
		case o.close < 0:
			conn.Close()
			return
		case l.mute.Load():
		case o.close > 0:
			_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(o.close, "told by the test"),
				time.Now().Add(time.Second))
			conn.Close()
			go func() {
				for o := range l.out { // until the reader has noticed
					if o.close < 0 {
						return
					}
				}
			}()
			return
		default:
			if o.packet.Data == nil {
				o.packet.Data = json.RawMessage("null")
			}
			_ = conn.WriteJSON(o.packet)
		}
	}
}

var invalidSession = out{packet: packet{Op: 9, Data: json.RawMessage("false")}}

// refuse sends an invalid session. The caller holds mu.
func (s *Server) refuse(here *link) {
	s.invalid = time.Now()
	here.out <- invalidSession
}

// wait records whether the bot continues too soon after an invalid session. The caller holds mu.
func (s *Server) wait() {
	if time.Since(s.invalid) < afterInvalid {
		s.hasty++
	}
}

// identity is the data of IDENTIFY or RESUME.
type identity struct {
	Token      string
	Intents    int
	Session    string `json:"session_id"`
	Seq        int64
	Properties map[string]string
}

// enter handles IDENTIFY and RESUME.
func (s *Server) enter(p packet, here *link, resumes bool) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.bell.ring()
	var d identity
	err := json.Unmarshal(p.Data, &d)
	switch {
	case err != nil:
		here.out <- out{close: 4002}
		return nil
	case d.Token != "Bot "+s.token:
		here.out <- out{close: 4004}
		return nil
	case p.Op == 6:
		return s.resume(d.Session, d.Seq, here, resumes)
	case d.Properties["os"] == "":
		here.out <- out{close: 4002}
		return nil
	}
	return s.identify(d, here)
}

// identify begins a session if one may begin now. The caller holds mu.
func (s *Server) identify(d identity, here *link) *session {
	now := time.Now()
	if !now.Before(s.starts.reset) {
		s.starts.left, s.starts.reset = s.starts.total, now.Add(day)
	}
	s.identified++
	if s.starts.left--; s.starts.left < 0 {
		s.t.Errorf("the bot identifies itself too often: the token is reset")
		s.token = "reset"
		here.out <- out{close: 4004}
		return nil
	}
	last := s.starts.last
	s.starts.last = now
	s.wait()
	switch {
	case s.sharded:
		here.out <- out{close: 4011}
		return nil
	case d.Intents&intentContent != 0 && !s.granted:
		here.out <- out{close: 4014}
		return nil
	case s.rejecting:
		s.refuse(here)
		return nil
	case now.Sub(last) < betweenIdentifies:
		s.hasty++
		s.refuse(here)
		return nil
	}
	x := &session{id: "session-" + s.snowflake(), intents: d.Intents, link: here}
	s.sessions[x.id] = x
	guilds := []map[string]any{}
	for id := range s.guilds {
		guilds = append(guilds, map[string]any{"id": id, "unavailable": true})
	}
	s.push(x, "READY", map[string]any{
		"v": 10, "session_id": x.id, "user": s.Bot.wire(), "guilds": guilds,
		"resume_gateway_url": s.address("ws") + "/resume/" + x.id,
		"application":        map[string]any{"id": s.App, "flags": 0},
	})
	return x
}

// resume resumes a session that still exists, at the right address. The caller holds mu.
func (s *Server) resume(id string, seq int64, here *link, there bool) *session {
	x := s.sessions[id]
	s.wait()
	switch {
	case x == nil, x.over, !there, x.link == nil && time.Since(x.left) > resumable:
		s.refuse(here)
		return nil
	case seq > int64(len(x.events)):
		here.out <- out{close: 4007}
		return nil
	}
	if x.link != nil {
		x.link.out <- out{close: -1}
	}
	for _, e := range x.events {
		if e.Seq > seq {
			here.out <- out{packet: e}
		}
	}
	x.link = here
	s.resumed++
	s.push(x, "RESUMED", struct{}{})
	return x
}

// push sends an event to a session, now or when it resumes. The caller holds mu.
func (s *Server) push(to *session, kind string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		s.t.Errorf("event %s: %v", kind, err)
		return
	}
	e := packet{Type: kind, Data: text, Seq: int64(len(to.events) + 1)}
	to.events = append(to.events, e)
	if to.link != nil {
		to.link.out <- out{packet: e}
	}
}

// hearers returns the sessions that receive events. The caller holds mu.
func (s *Server) hearers() []*session {
	var found []*session
	for id, x := range s.sessions {
		if x.link == nil && (x.over || time.Since(x.left) > resumable) {
			delete(s.sessions, id)
		} else {
			found = append(found, x)
		}
	}
	return found
}

// linked returns the sessions with a connection. The caller holds mu.
func (s *Server) linked() []*session {
	var found []*session
	for _, x := range s.sessions {
		if x.link != nil {
			found = append(found, x)
		}
	}
	return found
}

// order runs a function for all connected sessions.
func (s *Server) order(do func(*session)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.linked() {
		do(x)
	}
}

func (s *Server) gatewayAddress(_ *call) (any, *problem) {
	left, reset := s.starts.left, time.Until(s.starts.reset)
	if reset <= 0 {
		left, reset = s.starts.total, 0
	}
	return map[string]any{
		"url": s.address("ws") + "/gateway", "shards": 1,
		"session_start_limit": map[string]any{
			"total": s.starts.total, "remaining": max(left, 0), "reset_after": reset.Milliseconds(),
			"max_concurrency": 1,
		},
	}, nil
}

// address returns the server's address.
func (s *Server) address(scheme string) string {
	return scheme + strings.TrimPrefix(s.base, "http")
}
