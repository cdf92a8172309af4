package speak

import (
	"context"
	"errors"
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
	for room, heads := range s.unsaid(ctx) {
		rooms.Go(func() error {
			for _, h := range heads {
				if ctx.Err() == nil {
					s.rest.startsWith(attempt{room, h.ID}, h.N)
					<-s.enqueue(room, h.ID, Cause{})
				}
			}
			return nil
		})
	}
	_ = rooms.Wait() // none returns an error
}

// unsaid are the matches of which a room has not heard everything, by room, oldest first.
func (s *Speaker) unsaid(ctx context.Context) map[chat.Room][]storage.Head {
	heads, err := s.Archive.Find(ctx, storage.Query{Unsaid: true})
	if err != nil {
		s.Log.Error("look for what was not announced", "error", err)
		s.rest.ring()
		return nil
	}
	byRoom := map[chat.Room][]storage.Head{}
	for _, h := range slices.Backward(heads) {
		for _, p := range h.Places {
			if p.Said < h.N && s.adapter(p) != nil && s.Share.Owns(chat.Room(p.Room)) {
				byRoom[chat.Room(p.Room)] = append(byRoom[chat.Room(p.Room)], h)
			}
		}
	}
	return byRoom
}

// Look says what is not said and is not waited for: in rooms that have become this process's, or of which another has
// told nothing.
func (s *Speaker) Look(ctx context.Context) {
	for room, heads := range s.unsaid(ctx) {
		for _, h := range heads {
			if at := (attempt{room, h.ID}); !s.waits(room, h.ID) && !s.rest.failed(at) {
				s.rest.startsWith(at, h.N)
				s.enqueue(room, h.ID, Cause{})
			}
		}
	}
}

// waits tells whether a match is to be told in a room already.
func (s *Speaker) waits(room chat.Room, id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.lanes[room],
		func(t task) bool { return t.match == id && t.gone.ID == "" && t.shown.ref == "" })
}

// note notes what a room was told. Where the store fails that is kept at hand, to be noted later and not said again.
func (s *Speaker) note(ctx context.Context, at attempt, is told) {
	lease, _ := storage.Fence(ctx)
	is.fence = lease.Fence
	err := s.Archive.Note(ctx, at.match, string(at.room), is.quiet, is.n, is.ref)
	if errors.Is(err, storage.ErrNotFound) {
		err = nil // it was taken out meanwhile
	}
	s.rest.keep(at, is, err == nil)
	if err != nil {
		s.Log.Error("an announcement could not be noted yet", "match", at.match, "error", err)
		s.rest.ring()
	}
}

// unread has a match told later that cannot be read now.
func (s *Speaker) unread(room chat.Room, t task, err error) {
	s.Log.Error("match cannot be read", "match", t.match, "error", err)
	s.rest.tryAgain(attempt{room, t.match}, 0)
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
		case <-s.rest.again:
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
		for room, heads := range s.unsaid(ctx) {
			for _, h := range heads {
				if !s.waits(room, h.ID) { // else the room is slow, and what is said there later is not waited for
					s.enqueue(room, h.ID, Cause{})
				}
			}
		}
		last = time.Now()
	}
}

// Forget forgets what could not be said in rooms.
func (s *Speaker) Forget(rooms []string) {
	s.receipts.forget(rooms)
	s.rest.forget(rooms)
}
