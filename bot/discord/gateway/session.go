package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// session is what the next process needs to go on with that of a shard. The token of the bot is not in
// it.
type session struct {
	ID      string    `json:"id"`
	Address string    `json:"address"`
	Seq     int64     `json:"seq"`
	Heard   time.Time `json:"heard"` // until then everything was
}

// leaveEach is how often a session is noted: what comes between is told again to the one who goes on with it.
const leaveEach = 2 * time.Second

func (s *shard) sessionKey() string { return fmt.Sprintf("discord/session/%d/%d", s.Of, s.ID) }

// leave notes the session for the process that goes on with it, now and then, and always if it is the end.
func (s *shard) leave(ctx context.Context, heard time.Time, end bool) {
	if !end && time.Since(s.left) < leaveEach {
		return
	}
	text, err := json.Marshal(session{s.session, s.address, s.seq, heard})
	if err == nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaveEach)
		defer cancel()
		err = s.Notes.Put(ctx, s.sessionKey(), string(text))
	}
	if err != nil {
		s.Log.Warn("the session of a shard is not noted", "shard", s.ID, "error", err)
	}
	s.left = time.Now()
}

// recall takes up the session that was noted last. Without it nothing would tell what was missed, so it tries until it
// is known whether there is one, or ctx ends, which is the error.
func (s *shard) recall(ctx context.Context) error {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = 5 * time.Second
	for {
		text, err := s.Notes.Get(ctx, s.sessionKey())
		if err == nil {
			s.takeUp(text)
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		s.Log.Warn("the session of a shard is not known, trying again", "shard", s.ID, "error", err)
		_ = sleep(ctx, wait.NextBackOff())
	}
}

// takeUp takes up a session as it was noted.
func (s *shard) takeUp(text string) {
	var is session
	if text != "" {
		if err := json.Unmarshal([]byte(text), &is); err != nil {
			s.Log.Warn("the session of a shard cannot be read", "shard", s.ID, "error", err)
		}
	}
	if is.Heard.IsZero() {
		is.Heard = s.gate.note.Heard // as older versions have noted it
	}
	s.session, s.address, s.seq = is.ID, is.Address, is.Seq
	s.heard = is.Heard
	if s.session == "" {
		s.since = is.Heard
	}
}
