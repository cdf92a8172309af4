package discord

import (
	"context"
	"strings"
	"sync/atomic"
)

// self is who the bot is. A shard is told when a session begins; a process that goes on with one finds it in the notes.
type self struct {
	id, app atomic.Pointer[string] // of the bot and of the application
	notes   notes
	life    context.Context
}

// selfKey is under what it is noted.
const selfKey = "discord/self"

// bot is the id of the bot, "" while that is not known.
func (s *self) bot() string {
	if id := s.id.Load(); id != nil {
		return *id
	}
	return ""
}

// tell notes what a shard was told.
func (s *self) tell(id, app string) {
	s.id.Store(&id)
	s.app.Store(&app)
	s.notes.put(s.life, selfKey, id+" "+app)
}

// learn finds out who the bot is, if no shard has told this process. It is false if that is not known.
func (s *self) learn() bool {
	if s.id.Load() != nil {
		return true
	}
	if id, app, ok := strings.Cut(s.notes.get(s.life, selfKey), " "); ok {
		s.app.CompareAndSwap(nil, &app)
		s.id.CompareAndSwap(nil, &id)
	}
	return s.id.Load() != nil
}
