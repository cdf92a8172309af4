package speak

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/sync/errgroup"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
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
					<-s.queue(task{room: room, match: h.ID})[0]
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
			if p.Said < h.N && s.adapter(p) != nil {
				byRoom[chat.Room(p.Room)] = append(byRoom[chat.Room(p.Room)], h)
			}
		}
	}
	return byRoom
}

// waits reports whether a match is to be told in a room already.
func (s *Speaker) waits(room chat.Room, id string) bool {
	at := laneOf(s.Adapter(room.Service()), room, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.lanes[at],
		func(t task) bool { return t.match == id && t.gone.ID == "" && t.shown.ref == "" })
}

// note notes what a room was told. Where the store fails that is kept, and noted later: it is not said again.
func (s *Speaker) note(ctx context.Context, at attempt, is told) {
	err := s.Archive.Note(ctx, at.match, string(at.room), is.quiet, is.n, is.ref)
	if errors.Is(err, storage.ErrNotFound) {
		err = nil // it was taken out meanwhile
	}
	if err != nil {
		s.Log.Error("an announcement could not be noted yet", "match", at.match, "error", err)
		s.rest.keep(at, is)
		return
	}
	s.rest.drop(at)
}

// unread has a match told later that cannot be read now.
func (s *Speaker) unread(room chat.Room, t task, err error) {
	s.Log.Error("match cannot be read", "match", t.match, "error", err)
	s.rest.tryAgain(attempt{room, t.match})
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
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait.NextBackOff()):
		}
		for room, heads := range s.unsaid(ctx) {
			for _, h := range heads {
				if !s.waits(room, h.ID) { // else the room is slow, and what is said there later is not waited for
					s.queue(task{room: room, match: h.ID})
				}
			}
		}
		last = time.Now()
	}
}

// Forget forgets what could not be said in rooms.
func (s *Speaker) Forget(rooms []string) { s.rest.forget(rooms) }

// concerns reports whether those in a place are told of an event: what is planned, and which reminders somebody wants,
// is
// told to nobody else, and that their time runs out, in private talks to those alone who are to move.
func concerns(p storage.Place, m *match.Match, e match.Event) bool {
	switch {
	case e.Kind == match.Planned, e.Kind == match.Reminds:
		return false
	case e.Kind != match.Called || e.Call == match.Lapsed || p.For == "" || m.Status != match.Playing:
		return true
	}
	return p.For == m.Player(cmp.Or(m.Decides(), m.Turn())).ID
}

// tellLater reports whether a room is to be told later that could not be told of a match.
func (s *Speaker) tellLater(at attempt, err error) bool {
	switch {
	case errors.Is(err, chat.ErrAway):
		s.Log.Info("announcement not sent, as the service is away", "match", at.match, "room", at.room, "error", err)
		s.rest.over(at)
		s.rest.ring()
		return true
	case !errors.Is(err, chat.ErrClosed) && s.rest.tryAgain(at):
		s.Log.Warn("announcement not sent", "match", at.match, "room", at.room, "error", err)
		return true
	}
	s.Log.Warn("the news of a match was not said", "match", at.match, "room", at.room, "error", err)
	return false
}
