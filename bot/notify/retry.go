package notify

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// maxTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is
// about a quarter of an hour.
const (
	maxTries = 25
	triesTTL = time.Hour
)

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (s *Notifier) tryAgain(is matchRoom) bool {
	n, _ := s.tries.Get(is)
	if n+1 < maxTries {
		s.tries.Put(is, n+1)
		s.wake()
	}
	return n+1 < maxTries
}

// wake has RetryLoop look for what is not said.
func (s *Notifier) wake() {
	select {
	case s.again <- struct{}{}:
	default:
	}
}

// noteDelivered notes what a place was told. Where the store fails that is kept, and noted later: it is not said again.
func (s *Notifier) noteDelivered(is matchRoom, p storage.Place) {
	kept := context.Background() // whatever ends now
	err := s.Archive.NoteDelivered(kept, is.match, p.Room, p.Quiet, p.Delivered, chat.Ref(p.Ref))
	if err == nil || errors.Is(err, storage.ErrNotFound) { // it was taken out meanwhile
		s.unstored.Remove(is)
		return
	}
	s.Log.Error("an announcement could not be noted yet", "match", is.match, "error", err)
	s.unstored.Put(is, p)
	s.wake()
}

// tellLater reports whether a room is to be told later that could not be told of a match.
func (s *Notifier) tellLater(is matchRoom, err error) bool {
	switch {
	case errors.Is(err, chat.ErrAway):
		s.Log.Info("announcement not sent, as the service is away", "match", is.match, "room", is.room, "error", err)
		s.tries.Remove(is)
		s.wake()
		return true
	case !errors.Is(err, chat.ErrClosed) && s.tryAgain(is):
		s.Log.Warn("announcement not sent", "match", is.match, "room", is.room, "error", err)
		return true
	}
	s.Log.Warn("the news of a match was not said", "match", is.match, "room", is.room, "error", err)
	return false
}

// CatchUp says whatever was stored but not said, in each room oldest first, and returns when that has been tried or the
// context ends.
func (s *Notifier) CatchUp(ctx context.Context) {
	for _, said := range s.queue(s.undelivered(ctx)...) {
		select {
		case <-said:
		case <-ctx.Done():
			return
		}
	}
}

// undelivered are the tasks of telling each room what it has not heard, oldest first.
func (s *Notifier) undelivered(ctx context.Context) (tasks []task) {
	heads, err := s.Archive.Find(ctx, storage.Query{Undelivered: true})
	if err != nil {
		s.Log.Error("look for what was not announced", "error", err)
		s.wake()
	}
	for _, h := range slices.Backward(heads) {
		tasks = append(tasks, s.news(h, Origin{})...)
	}
	return tasks
}

// RetryLoop tries again what could not be said, later and later, until the context ends.
func (s *Notifier) RetryLoop(ctx context.Context) {
	wait := backoff.NewExponentialBackOff()
	wait.MaxInterval = time.Minute
	var last time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.again:
		}
		if time.Since(last) > 2*wait.MaxInterval { // all was well for a while
			wait.Reset()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait.NextBackOff()):
		}
		s.queue(s.undelivered(ctx)...) // not waited for: a room may be slow
		last = time.Now()
	}
}
