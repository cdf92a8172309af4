package speak

import (
	"slices"
	"sync"

	"tabuleiro/bot/chat"
)

// rest is what this run of the program has tried to say, and has not: lost with it, found in the store by the next.
type rest struct {
	again chan struct{} // something could not be said

	mu    sync.Mutex
	tries map[attempt]int // that failed
}

// attempt is a match to be told in a room.
type attempt struct {
	room  chat.Room
	match string
}

// mostTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is
// about a quarter of an hour.
const mostTries = 25

// tryAgain asks for another try at what could not be said, unless there have been enough.
func (r *rest) tryAgain(at attempt) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tries[at]++; r.tries[at] >= mostTries {
		delete(r.tries, at)
		return false
	}
	r.ring()
	return true
}

// told is how many events of a match a room has been told, by which message.
type told struct {
	n     int
	ref   chat.Ref
	quiet bool // the place is told the end only
}

// ring has Repeat look for what is not said.
func (r *rest) ring() {
	select {
	case r.again <- struct{}{}:
	default:
	}
}

// over ends trying to say something.
func (r *rest) over(at attempt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.tries, at)
}

// forget forgets what could not be said in rooms.
func (r *rest) forget(rooms []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for at := range r.tries {
		if slices.Contains(rooms, string(at.room)) {
			delete(r.tries, at)
		}
	}
}
