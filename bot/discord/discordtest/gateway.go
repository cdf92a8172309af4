package discordtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// Intents.
const (
	intentMessages       = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15
)

// packet is what goes over the gateway.
type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// session is a bot's, which may outlive its connections.
type session struct {
	id      string
	intents int
	shard   int
	shards  int
	events  []packet // since its begin, for resuming
	out     chan out // to the connection, nil while there is none
}

// out is something to be sent, or the end of a connection.
type out struct {
	packet packet
	close  int // code, -1: without a word
}

var upgrader = websocket.Upgrader{}

func (s *Server) gateway(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	s.mu.Lock()
	every := s.heartbeat
	s.mu.Unlock()
	_ = conn.WriteJSON(map[string]any{"op": 10, "d": map[string]any{"heartbeat_interval": every.Milliseconds()}})
	var p packet
	if conn.ReadJSON(&p) != nil {
		return
	}
	sending := make(chan out, 1<<16)
	here := s.enter(p, sending)
	done := make(chan struct{})
	go func() {
		defer close(done)
		send(conn, sending)
	}()
	for conn.ReadJSON(&p) == nil {
		switch p.Op {
		case 1:
			s.mu.Lock()
			s.beats++
			s.bell.ring()
			s.mu.Unlock()
			sending <- out{packet: packet{Op: 11}}
		case 2:
			here = s.enter(p, sending)
		}
	}
	s.mu.Lock()
	if here != nil && here.out == sending {
		here.out = nil
		if s.connected == here {
			s.connected = nil
		}
	}
	if here != nil {
		s.lost++
		s.bell.ring()
	}
	s.mu.Unlock()
	sending <- out{close: -1}
	<-done
}

func send(conn *websocket.Conn, sending chan out) {
	for o := range sending {
		switch {
		case o.close < 0:
			conn.Close()
			return
		case o.close > 0:
			_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(o.close, "told by the test"), time.Now().Add(time.Second))
			conn.Close()
			return
		default:
			if o.packet.Data == nil {
				o.packet.Data = json.RawMessage("null")
			}
			_ = conn.WriteJSON(o.packet)
		}
	}
}

// enter deals with IDENTIFY and RESUME.
func (s *Server) enter(p packet, sending chan out) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.bell.ring()
	var d struct {
		Token   string
		Intents int
		Shard   []int
		Session string `json:"session_id"`
		Seq     int64
	}
	_ = json.Unmarshal(p.Data, &d)
	switch {
	case d.Token != "Bot "+s.token:
		sending <- out{close: 4004}
		return nil
	case p.Op == 6:
		old := s.sessions[d.Session]
		if old == nil {
			sending <- out{packet: packet{Op: 9, Data: json.RawMessage("false")}}
			return nil
		}
		for _, e := range old.events {
			if e.Seq > d.Seq {
				sending <- out{packet: e}
			}
		}
		old.out, s.connected = sending, old
		s.resumed++
		s.push(old, "RESUMED", struct{}{})
		return old
	case p.Op != 2:
		sending <- out{close: 4003}
		return nil
	case d.Intents&intentContent != 0 && !s.granted:
		sending <- out{close: 4014}
		return nil
	case s.shards > 0 && (len(d.Shard) < 2 || d.Shard[1] < s.shards):
		sending <- out{close: 4011}
		return nil
	}
	here := &session{id: "session-" + s.snowflake(), intents: d.Intents, shards: 1, out: sending}
	if len(d.Shard) == 2 {
		here.shard, here.shards = d.Shard[0], d.Shard[1]
	}
	s.sessions[here.id], s.connected = here, here
	s.identified++
	guilds := []map[string]any{}
	for id := range s.guilds {
		guilds = append(guilds, map[string]any{"id": id, "unavailable": true})
	}
	s.push(here, "READY", map[string]any{
		"v": 9, "session_id": here.id, "user": s.Bot.wire(), "guilds": guilds,
		"application": map[string]any{"id": s.App, "flags": 0},
	})
	return here
}

// push sends an event to a session, now or when it resumes. The caller holds mu.
func (s *Server) push(to *session, kind string, data any) {
	if to == nil {
		return
	}
	text, err := json.Marshal(data)
	if err != nil {
		s.t.Errorf("event %s: %v", kind, err)
		return
	}
	e := packet{Type: kind, Data: text, Seq: int64(len(to.events) + 1)}
	to.events = append(to.events, e)
	if to.out != nil {
		to.out <- out{packet: e}
	}
}

// latest is the session that events go to. The caller holds mu.
func (s *Server) latest() *session {
	if s.connected != nil {
		return s.connected
	}
	var found *session
	for _, x := range s.sessions {
		if found == nil || x.id > found.id {
			found = x
		}
	}
	return found
}

// order sends a packet that is no event, or ends the connection.
func (s *Server) order(o out) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connected != nil {
		s.connected.out <- o
	}
}

// Raw sends an event with any content.
func (s *Server) Raw(kind, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.push(s.latest(), kind, json.RawMessage(data))
}

// Close closes the gateway with a code.
func (s *Server) Close(code int) { s.order(out{close: code}) }

// Drop breaks the connection of the gateway without a word.
func (s *Server) Drop() { s.order(out{close: -1}) }

// AskToReconnect sends op 7.
func (s *Server) AskToReconnect() { s.order(out{packet: packet{Op: 7}}) }

// Invalidate makes the session invalid and says so with op 9.
func (s *Server) Invalidate() {
	s.Forget()
	s.order(out{packet: packet{Op: 9, Data: json.RawMessage("false")}})
}

// Forget makes all sessions unable to be resumed.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.sessions)
}

// Gateway is how often the bot has identified itself, and resumed.
func (s *Server) Gateway() (identified, resumed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identified, s.resumed
}

// Connected waits until the bot has identified itself and resumed so many times in all, and is there.
func (s *Server) Connected(times int) {
	s.t.Helper()
	s.await(&s.bell, func() bool { return s.connected != nil && s.identified+s.resumed >= times }, "connection %d of the bot", times)
}

// Lost waits until the bot has lost its connection so many times. It may be back then.
func (s *Server) Lost(times int) {
	s.t.Helper()
	s.await(&s.bell, func() bool { return s.lost >= times }, "the bot to lose its connection")
}

// Beat waits until so many more heartbeats have come.
func (s *Server) Beat(more int) {
	s.t.Helper()
	s.mu.Lock()
	wanted := s.beats + more
	s.mu.Unlock()
	s.await(&s.bell, func() bool { return s.beats >= wanted }, "heartbeats")
}

// Shard is which shard the bot said it is, of how many.
func (s *Server) Shard() (shard, shards int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.connected == nil {
		return -1, -1
	}
	return s.connected.shard, s.connected.shards
}

func (s *Server) gatewayAddress(w http.ResponseWriter, _ *http.Request) {
	reply(w, http.StatusOK, map[string]string{"url": strings.Replace(s.http.URL, "http", "ws", 1) + "/gateway"})
}
