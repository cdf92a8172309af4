package discordtest

import (
	"encoding/json"
	"time"
)

// Raw sends an event with any content to the bot.
func (s *Server) Raw(kind, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		s.push(x, kind, json.RawMessage(data))
	}
}

// Close closes the gateway with a code.
func (s *Server) Close(code int) {
	s.order(func(x *session) { x.link.out <- out{close: code} })
}

// Drop breaks the connection of the gateway without a word.
func (s *Server) Drop() {
	s.order(func(x *session) { x.link.out <- out{close: -1} })
}

// Mute lets nothing more come through a connection, not even the answer to a heartbeat.
func (s *Server) Mute() {
	s.order(func(x *session) { x.link.mute.Store(true) })
}

// AskToReconnect sends op 7.
func (s *Server) AskToReconnect() {
	s.order(func(x *session) { x.link.out <- out{packet: packet{Op: 7}} })
}

// AskToBeat sends op 1.
func (s *Server) AskToBeat() {
	s.order(func(x *session) { x.link.out <- out{packet: packet{Op: 1}} })
}

// Invalidate says with op 9 that the session is not valid: for ever, so that it cannot be resumed, or only now.
func (s *Server) Invalidate(again bool) {
	s.order(func(x *session) {
		o := invalidSession
		if again {
			o.packet.Data = json.RawMessage("true")
		} else {
			x.over = true
			x.link.mute.Store(false)
		}
		if !x.link.mute.Load() {
			s.invalid = time.Now()
		}
		x.link.out <- o
	})
}

// Forget makes sessions unable to be resumed.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		x.over = true
	}
}

// Reject makes no session begin: the one who identifies is told that it is not valid.
func (s *Server) Reject(rejecting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rejecting = rejecting
}

// Gateway is how often the bot has identified itself, and resumed.
func (s *Server) Gateway() (identified, resumed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identified, s.resumed
}

// Hasty is how often the bot has identified itself sooner than it may, or gone on too soon after it was told that its
// session is not valid.
func (s *Server) Hasty() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hasty
}

// Connected waits until the bot has identified itself and resumed so many times in all, and is there.
func (s *Server) Connected(times int) {
	s.t.Helper()
	s.await(&s.bell, func() bool { return len(s.linked()) > 0 && s.identified+s.resumed >= times },
		"connection %d of the bot", times)
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

// HasBot reports whether the bot is connected, once.
func (s *Server) HasBot() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.linked()) == 1
}

// Starts says how often the bot may identify itself from now on until a day is over.
func (s *Server) Starts(left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.left, s.starts.reset = left, time.Now().Add(day)
}

// LostSoFar is how often the bot has lost its connection.
func (s *Server) LostSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}
