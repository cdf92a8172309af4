package speak

import (
	"maps"
	"slices"
	"sync"

	"tabuleiro/bot/chat"
)

// rest is what this run of the program has tried to say, and has not: lost with it, found in the store by the next.
type rest struct {
	again chan struct{} // something could not be said

	mu    sync.Mutex
	tries map[attempt]int  // that failed
	told  map[attempt]told // what was said and could not be noted: of a store that takes nothing
}

func newRest() *rest {
	return &rest{again: make(chan struct{}, 1), tries: map[attempt]int{}, told: map[attempt]told{}}
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

// told is the number of events of a match a room has been told, by which message.
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

// keep keeps what a room was told until it can be noted.
func (r *rest) keep(at attempt, is told) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told[at] = is
	r.ring()
}

// unstored returns what a room was told last and could not be noted; zero if there is nothing.
func (r *rest) unstored(at attempt) told {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.told[at]
}

// drop lets go of what is noted by now.
func (r *rest) drop(at attempt) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.told, at)
}

// forget forgets what could not be said in rooms.
func (r *rest) forget(rooms []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	gone := func(at attempt) bool { return slices.Contains(rooms, string(at.room)) }
	maps.DeleteFunc(r.tries, func(at attempt, _ int) bool { return gone(at) })
	maps.DeleteFunc(r.told, func(at attempt, _ told) bool { return gone(at) })
}
