package speak

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// pending is what this run of the program has tried to say, and has not: lost with it, found in the store by the next.
type pending struct {
	again chan struct{} // something could not be said

	mu sync.Mutex
	of map[attempt]state
}

// attempt is a match to be told in a room.
type attempt struct {
	room  chat.Room
	match string
}

// state is what became of an attempt so far.
type state struct {
	tries int  // that failed
	told  told // what was said and could not be noted: of a store that takes nothing
}

// told is the number of events of a match a room has been told, by which message.
type told struct {
	n     int
	ref   chat.Ref
	quiet bool // the place is told the end only
}

// maxTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is
// about a quarter of an hour.
const maxTries = 25

func newPending() *pending {
	return &pending{again: make(chan struct{}, 1), of: map[attempt]state{}}
}

// change changes what became of an attempt, and returns it.
func (p *pending) change(at attempt, by func(*state)) state {
	p.mu.Lock()
	defer p.mu.Unlock()
	is := p.of[at]
	by(&is)
	if p.of[at] = is; is == (state{}) {
		delete(p.of, at)
	}
	return is
}

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (p *pending) tryAgain(at attempt) bool {
	is := p.change(at, func(s *state) { s.tries = (s.tries + 1) % maxTries })
	if is.tries > 0 {
		p.ring()
	}
	return is.tries > 0
}

// over ends trying to say something.
func (p *pending) over(at attempt) { p.change(at, func(s *state) { s.tries = 0 }) }

// unstored returns what a room was told last and could not be noted; zero if there is nothing.
func (p *pending) unstored(at attempt) told { return p.change(at, func(*state) {}).told }

// ring has Repeat look for what is not said.
func (p *pending) ring() {
	select {
	case p.again <- struct{}{}:
	default:
	}
}

// Forget forgets what could not be said in rooms.
func (s *Speaker) Forget(rooms []string) {
	s.pending.mu.Lock()
	defer s.pending.mu.Unlock()
	maps.DeleteFunc(s.pending.of, func(at attempt, _ state) bool { return slices.Contains(rooms, string(at.room)) })
}

// note notes what a room was told. Where the store fails that is kept, and noted later: it is not said again.
func (s *Speaker) note(ctx context.Context, at attempt, is told) {
	err := s.Archive.Note(ctx, at.match, string(at.room), is.quiet, is.n, is.ref)
	if err == nil || errors.Is(err, storage.ErrNotFound) { // it was taken out meanwhile
		s.pending.change(at, func(s *state) { s.told = told{} })
		return
	}
	s.Log.Error("an announcement could not be noted yet", "match", at.match, "error", err)
	s.pending.change(at, func(s *state) { s.told = is })
	s.pending.ring()
}

// tellLater reports whether a room is to be told later that could not be told of a match.
func (s *Speaker) tellLater(at attempt, err error) bool {
	switch {
	case errors.Is(err, chat.ErrAway):
		s.Log.Info("announcement not sent, as the service is away", "match", at.match, "room", at.room, "error", err)
		s.pending.over(at)
		s.pending.ring()
		return true
	case !errors.Is(err, chat.ErrClosed) && s.pending.tryAgain(at):
		s.Log.Warn("announcement not sent", "match", at.match, "room", at.room, "error", err)
		return true
	}
	s.Log.Warn("the news of a match was not said", "match", at.match, "room", at.room, "error", err)
	return false
}

// maxRooms is in how many rooms the rest is said at the same time.
const maxRooms = 64

// CatchUp says whatever was stored but not said: in each room oldest first, in different rooms at once.
func (s *Speaker) CatchUp(ctx context.Context) {
	var rooms errgroup.Group
	rooms.SetLimit(maxRooms)
	for room, heads := range s.unsaid(ctx) {
		rooms.Go(func() error {
			for _, h := range heads {
				if ctx.Err() == nil {
					<-s.queue(s.news(room, h.ID, Cause{}))[0]
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
		s.pending.ring()
		return nil
	}
	byRoom := map[chat.Room][]storage.Head{}
	for _, h := range slices.Backward(heads) {
		for _, p := range h.Places {
			if p.Said < h.N && s.adapter(p) != nil {
				byRoom[chat.Room(p.Room)] = append(byRoom[chat.Room(p.Room)], h)
			}
		}
	}
	return byRoom
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
		case <-s.pending.again:
		}
		if time.Since(last) > 2*wait.MaxInterval { // all was well for a while
			wait.Reset()
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait.NextBackOff()):
		}
		for room, heads := range s.unsaid(ctx) {
			for _, h := range heads {
				if !s.isQueued(room, h.ID) { // else the room is slow, and what is said there later is not waited for
					s.queue(s.news(room, h.ID, Cause{}))
				}
			}
		}
		last = time.Now()
	}
}

// isQueued reports whether a match is to be told in a room already.
func (s *Speaker) isQueued(room chat.Room, id string) bool {
	at := s.laneOf(room, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.lanes[at], func(t task) bool { return t.news && t.match == id })
}
