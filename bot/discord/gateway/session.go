package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// session is what another process needs to go on with that of a shard. The token of the bot is not in it.
type session struct {
	ID      string    `json:"id"`
	Address string    `json:"address"`
	Seq     int64     `json:"seq"`
	Heard   time.Time `json:"heard"` // until then everything was
}

// leaveEach is how often a session is noted: what comes between is told again to whoever goes on with it.
const leaveEach = 2 * time.Second

func (s *shard) sessionKey() string { return fmt.Sprintf("discord/session/%d/%d", s.Of, s.ID) }

// leave notes the session for the process that goes on with it, now and then, and always if it is the end.
func (s *shard) leave(heard time.Time, end bool) {
	if !end && time.Since(s.left) < leaveEach {
		return
	}
	text, err := json.Marshal(session{s.session, s.address, s.seq, heard})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), leaveEach)
		defer cancel()
		err = s.Notes.Put(ctx, s.sessionKey(), string(text))
	}
	if err != nil {
		s.Log.Warn("the session of a shard is not noted", "shard", s.ID, "error", err)
	}
	s.left = time.Now()
}

// recall takes up the session that was noted last.
func (s *shard) recall(ctx context.Context) {
	var is session
	text, err := s.Notes.Get(ctx, s.sessionKey())
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &is)
	}
	if err != nil {
		s.Log.Warn("the session of a shard is not known", "shard", s.ID, "error", err)
	}
	s.session, s.address, s.seq = is.ID, is.Address, is.Seq
	s.heard = is.Heard
	if s.session == "" {
		s.since = is.Heard
	}
}
