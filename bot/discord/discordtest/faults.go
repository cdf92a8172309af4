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

// Close closes the gateway connections with a code.
func (s *Server) Close(code int) {
	s.order(func(x *session) { x.link.out <- out{close: code} })
}

// Drop breaks the gateway connections without a close frame.
func (s *Server) Drop() {
	s.order(func(x *session) { x.link.out <- out{close: -1} })
}

// Mute silences the gateway connections: nothing is sent any more, not even heartbeat acknowledgements.
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

// Invalidate sends op 9, invalid session: permanently or, with again, so that the session can be resumed later.
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

// Forget makes all sessions impossible to resume.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		x.over = true
	}
}

// Reject makes the gateway answer IDENTIFY with an invalid session.
func (s *Server) Reject(rejecting bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rejecting = rejecting
}

// Gateway counts how often the bot has identified and resumed.
func (s *Server) Gateway() (identified, resumed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.identified, s.resumed
}

// Hasty counts how often the bot has identified sooner than allowed, or continued too soon after an invalid session.
func (s *Server) Hasty() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hasty
}

// Connected waits until the bot has identified or resumed so many times in total, and is connected.
func (s *Server) Connected(times int) {
	s.t.Helper()
	s.await(&s.bell, func() bool { return len(s.linked()) > 0 && s.identified+s.resumed >= times },
		"connection %d of the bot", times)
}

// Lost waits until the bot has lost its connection so many times. It may have reconnected.
func (s *Server) Lost(times int) {
	s.t.Helper()
	s.await(&s.bell, func() bool { return s.lost >= times }, "the bot to lose its connection")
}

// Beat waits for so many more heartbeats.
func (s *Server) Beat(more int) {
	s.t.Helper()
	s.mu.Lock()
	wanted := s.beats + more
	s.mu.Unlock()
	s.await(&s.bell, func() bool { return s.beats >= wanted }, "heartbeats")
}

// HasBot reports whether the bot has exactly one connection.
func (s *Server) HasBot() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.linked()) == 1
}

// Starts sets the number of identifications left for the next day.
func (s *Server) Starts(left int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts.left, s.starts.reset = left, time.Now().Add(day)
}

// LostSoFar counts the connections that the bot has lost.
func (s *Server) LostSoFar() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lost
}
