package speak

import (
	"context"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// atOnce is in how many rooms the rest is said at the same time.
const atOnce = 64

// CatchUp says whatever was stored but not said: in each room oldest first, in different rooms at once.
func (s *Speaker) CatchUp(ctx context.Context) {
	var rooms errgroup.Group
	rooms.SetLimit(atOnce)
	for room, ids := range s.unsaid(ctx) {
		rooms.Go(func() error {
			for _, id := range ids {
				if ctx.Err() == nil {
					<-s.enqueue(room, id, Cause{})
				}
			}
			return nil
		})
	}
	_ = rooms.Wait() // none returns an error
}

// unsaid are the matches of which a room has not heard everything, by room, oldest first.
func (s *Speaker) unsaid(ctx context.Context) map[chat.Room][]string {
	heads, err := s.Archive.Find(ctx, storage.Query{Unsaid: true})
	if err != nil {
		s.Log.Error("look for what was not announced", "error", err)
		return nil
	}
	byRoom := map[chat.Room][]string{}
	for _, h := range slices.Backward(heads) {
		for _, p := range h.Places {
			if p.Said < h.N && s.adapter(p) != nil && s.Share.Owns(chat.Room(p.Room)) {
				byRoom[chat.Room(p.Room)] = append(byRoom[chat.Room(p.Room)], h.ID)
			}
		}
	}
	return byRoom
}

// Look says what is not said and is not waited for: in rooms that have become this process's, or of which another has told
// nothing.
func (s *Speaker) Look(ctx context.Context) {
	for room, ids := range s.unsaid(ctx) {
		for _, id := range ids {
			if !s.waits(room, id) && !s.failed(attempt{room, id}) {
				s.enqueue(room, id, Cause{})
			}
		}
	}
}

// failed tells whether something could not be said, and is tried again.
func (s *Speaker) failed(at attempt) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tries[at] > 0
}

// waits tells whether a match is to be told in a room already.
func (s *Speaker) waits(room chat.Room, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.lanes[room], func(t task) bool { return t.match == id })
}

// mostTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is about a
// quarter of an hour.
const mostTries = 25

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (s *Speaker) tryAgain(at attempt) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tries[at]++; s.tries[at] >= mostTries {
		delete(s.tries, at)
		return false
	}
	s.ring()
	return true
}

// ring has Repeat look for what is not said.
func (s *Speaker) ring() {
	select {
	case s.again <- struct{}{}:
	default:
	}
}

// unread has a match told later that cannot be read now.
func (s *Speaker) unread(room chat.Room, t task, err error) {
	s.Log.Error("match cannot be read", "match", t.match, "error", err)
	s.tryAgain(attempt{room, t.match})
}

// Repeat tries again what could not be said, later and later, until the context ends.
func (s *Speaker) Repeat(ctx context.Context) {
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
		timer := time.NewTimer(wait.NextBackOff())
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		for room, ids := range s.unsaid(ctx) {
			for _, id := range ids {
				if !s.waits(room, id) { // else the room is slow, and what is said there later is not waited for
					s.enqueue(room, id, Cause{})
				}
			}
		}
		last = time.Now()
	}
}

// Forget forgets what could not be said in rooms.
func (s *Speaker) Forget(rooms []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for at := range s.tries {
		if slices.Contains(rooms, string(at.room)) {
			delete(s.tries, at)
		}
	}
}
