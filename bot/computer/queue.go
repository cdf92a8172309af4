// Package computer lets the program think without keeping people waiting.
//
// Thinking costs a core for seconds, and many may ask for it at once. So there is one queue for all of it, with few places
// on threads of the lowest importance that the system knows, and turns go round: of those who wait the person served
// longest ago comes first, and of that person's matches the one served longest ago. Moves come before analysis, always.
package computer

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// Rank is how much a piece of thinking matters: people wait for a Move, and for an Analysis they do not.
type Rank int

// A lower rank is served first.
const (
	Move Rank = iota
	Analysis
)

// Job is a piece of thinking that waits for its turn.
type Job struct {
	Rank   Rank
	Person string // who is waiting, by id
	Match  string // for which match

	// Think does it, and returns early when ctx ends. It is called once or not at all.
	Think func(ctx context.Context)
}

// Queue is where jobs wait.
type Queue struct {
	life   context.Context // nothing is thought any more when it ends
	yields bool

	mu      sync.Mutex
	free    int // places
	waiting []*entry
	turn    uint64            // grows with every job served
	served  map[string]uint64 // the turn in which a person or a match was last served
}

type entry struct {
	Job
	turn chan struct{} // closed when the job has a place
}

// maxServed is the number of persons and matches the queue remembers to have served: far more than can wait. Then it forgets
// all.
const maxServed = 10_000

// NewQueue makes a queue that has so many jobs done at once until life ends: if it yields, on threads that give way to
// all others of the system.
func NewQueue(life context.Context, places int, yields bool) *Queue {
	return &Queue{life: life, free: places, yields: yields, served: map[string]uint64{}}
}

// Places is the number of them that leaves a core, or half of the only one, to the conversations.
func Places() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Do has a job done and waits for it. If ctx or the life of the queue ends before its turn it is not done, and the error
// is that of ctx or context.Canceled; once it is being done Do waits for Think, which either ends.
func (q *Queue) Do(ctx context.Context, j Job) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(q.life, stop)()
	e := &entry{j, make(chan struct{})}
	q.move(func() { q.waiting = append(q.waiting, e) })
	select {
	case <-e.turn:
	case <-ctx.Done():
		if q.leave(e) {
			return ctx.Err()
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if q.yields {
			runtime.LockOSThread() // never unlocked: the thread ends with the job, and its low importance with it
			giveWay()
		}
		j.Think(ctx)
	}()
	<-done
	q.move(func() { q.free++ })
	return nil
}

// move changes who waits or what is free, and gives what is free to those who come first.
func (q *Queue) move(change func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for change(); q.free > 0 && len(q.waiting) > 0; q.free-- {
		e := slices.MinFunc(q.waiting, q.compare)
		q.waiting = slices.DeleteFunc(q.waiting, func(other *entry) bool { return other == e })
		if len(q.served) > maxServed {
			clear(q.served)
		}
		q.turn++
		q.served["person "+e.Person], q.served["match "+e.Match] = q.turn, q.turn
		close(e.turn)
	}
}

// compare says which of two jobs comes first; of equals it is the one that waits longer. The caller holds mu.
func (q *Queue) compare(a, b *entry) int {
	return cmp.Or(
		cmp.Compare(a.Rank, b.Rank),
		cmp.Compare(q.served["person "+a.Person], q.served["person "+b.Person]),
		cmp.Compare(q.served["match "+a.Match], q.served["match "+b.Match]),
	)
}

// leave takes an entry out of the queue, unless it has a place.
func (q *Queue) leave(e *entry) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.waiting)
	q.waiting = slices.DeleteFunc(q.waiting, func(other *entry) bool { return other == e })
	return len(q.waiting) < n
}

// crowded is the number of moves that may wait for their turn before the computer thinks with less than its full strength.
const crowded = 10

// Crowded reports whether more wait than that.
func (q *Queue) Crowded() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, e := range q.waiting {
		if e.Rank == Move {
			n++
		}
	}
	return n > crowded
}
