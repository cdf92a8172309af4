package speak

import (
	"context"
	"slices"
	"sync"

	"tabuleiro/bot/chat"
	"tabuleiro/storage"
)

// rest is what this run of the program has tried to say or to note, and has not: lost with it, found in the store by
// the next.
type rest struct {
	again chan struct{} // something could not be said

	mu    sync.Mutex
	tries map[attempt]trouble // what has been tried and is not known to be told
	notes map[attempt]told    // what was told and could not be noted
}

func newRest() *rest {
	return &rest{again: make(chan struct{}, 1), tries: map[attempt]trouble{}, notes: map[attempt]told{}}
}

// attempt is a match to be told in a room.
type attempt struct {
	room  chat.Room
	match string
}

// mostTries is how often an announcement that a service refuses is tried; with the growing pauses between, that is
// about a quarter of an hour.
const mostTries = 25

// trouble is what becomes of an attempt. A service may have taken a message although the answer did not come, or
// although the program died: then the same is said again before anything that came later.
type trouble struct {
	n     int // events up to which it was told
	tries int // that failed
}

// startsWith has a room told a number of events first: those that the program may have told it before it ended.
func (r *rest) startsWith(at attempt, n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tries[at] = trouble{n: n}
}

// triedBefore is up to which event something was told that may have arrived, 0 if there was nothing.
func (r *rest) triedBefore(at attempt) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tries[at].n
}

// tryAgain asks for another try at what could not be said, n events or 0 if it is not known how many, unless there have
// been enough.
func (r *rest) tryAgain(at attempt, n int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	is := r.tries[at]
	if is.tries++; is.tries >= mostTries {
		delete(r.tries, at)
		return false
	}
	if n > 0 {
		is.n = n
	}
	r.tries[at] = is
	r.ring()
	return true
}

// failed tells whether something could not be said, and is tried again.
func (r *rest) failed(at attempt) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.tries[at].tries > 0
}

// told is how many events of a match a room has been told, by which message.
type told struct {
	n     int
	ref   chat.Ref
	quiet bool  // the place is told the end only
	fence int64 // under which that was; told by another process meanwhile it may be more
}

// unnoted is what a room was told and could not be noted; zero if there is nothing.
func (r *rest) unnoted(ctx context.Context, at attempt) told {
	r.mu.Lock()
	defer r.mu.Unlock()
	if lease, _ := storage.Fence(ctx); r.notes[at].fence != lease.Fence {
		delete(r.notes, at)
	}
	return r.notes[at]
}

// ring has Repeat look for what is not said.
func (r *rest) ring() {
	select {
	case r.again <- struct{}{}:
	default:
	}
}

// keep keeps at hand what was told and could not be noted; with noted nothing of it is kept any more.
func (r *rest) keep(at attempt, is told, noted bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if delete(r.notes, at); !noted {
		r.notes[at] = is
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
