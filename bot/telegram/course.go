package telegram

import (
	"context"
	"sync"
	"time"

	"tabuleiro/bot/chat"
)

// course is how far an event has come: it is decided in the turn of its room, and what came of it is said when that has
// been said which came of the events before. So the next one is decided meanwhile, and a tap that is refused need not
// wait for a board.
type course struct {
	decided func()          // the next one may be
	settled func()          // that, and it need not be heard again
	before  <-chan struct{} // closed when what came of the events before has been said; nil: there is nothing to wait for
	late    time.Duration   // not waited for longer
	said    func()          // what came of the events after may be said
}

// saying is what came of events and is not said yet, in the order of each room.
type saying struct {
	mu   sync.Mutex
	last map[chat.Room]chan struct{}
	open map[chat.Room]int // events that were let in and of which something may still be said
	all  sync.WaitGroup
}

// begin gives an event of a room its place. The caller calls said when what came of it has been said.
func (s *saying) begin(room chat.Room) (before <-chan struct{}, said func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, own := s.last[room], make(chan struct{})
	if before == nil {
		none := make(chan struct{})
		close(none)
		before = none
	}
	s.last[room] = own
	s.all.Add(1)
	return before, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.last[room] == own {
			delete(s.last, room)
		}
		close(own)
		s.all.Done()
	}
}

// count counts an event of a room that was let in, until the caller calls what it returns.
func (s *saying) count(room chat.Room) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[room]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.open[room]--; s.open[room] == 0 {
			delete(s.open, room)
		}
	}
}

// unsaid counts the events of a room of which something may still be said.
func (s *saying) unsaid(room chat.Room) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open[room]
}

// release is await for what the events after need not wait for.
func (c *course) release(ctx context.Context) {
	if c.before == nil {
		return
	}
	c.decided()
	c.await(ctx)
	c.said()
}

// await waits for what is to be said before, as long as ctx lasts.
func (c *course) await(ctx context.Context) {
	if c.before == nil {
		return
	}
	select {
	case <-c.before:
	case <-time.After(c.late):
	case <-ctx.Done():
	}
}
