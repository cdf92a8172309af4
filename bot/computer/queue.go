// Package computer lets the program think without keeping people waiting.
//
// Thinking costs a core for seconds, and many may ask for it at once. So there is one queue for all of it, with few
// workers of the lowest importance that the system knows, and turns go round: of those who wait the person served
// longest ago comes first, and of that person's matches the one served longest ago. Moves come before analysis, always.
package computer

import (
	"cmp"
	"context"
	"errors"
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

	// Think does it, and returns early when ctx ends. It is called once, by a worker, or not at all.
	Think func(ctx context.Context)
}

// Queue is where jobs wait.
type Queue struct {
	// Yields has the workers think on threads that give way to all others of the system.
	Yields bool

	mu      sync.Mutex
	more    *sync.Cond
	waiting []*entry
	turn    uint64            // grows with every job served
	served  map[string]uint64 // the turn in which a person or a match was last served
	over    chan struct{}     // closed at the end
}

type entry struct {
	Job
	ctx  context.Context
	done chan struct{}
}

// maxServed is the number of persons and matches the queue remembers to have served: far more than can wait. Then it forgets
// all.
const maxServed = 10_000

// NewQueue makes a queue without workers.
func NewQueue() *Queue {
	q := &Queue{served: map[string]uint64{}, over: make(chan struct{})}
	q.more = sync.NewCond(&q.mu)
	return q
}

// Workers is the number of workers that leave a core, or half of the only one, to the conversations.
func Workers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Run works with a number of workers until ctx ends; it is called once. Work that waits then is not done any more.
func (q *Queue) Run(ctx context.Context, workers int) {
	stop := context.AfterFunc(ctx, func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		close(q.over)
		q.more.Broadcast()
	})
	defer stop()
	var all sync.WaitGroup
	for range workers {
		all.Go(func() { q.work(ctx) })
	}
	all.Wait()
}

// work does one job after the other.
func (q *Queue) work(ctx context.Context) {
	if q.Yields {
		runtime.LockOSThread() // never unlocked: the thread ends with the worker, and its low importance with it
		giveWay()
	}
	for e := q.next(); e != nil; e = q.next() {
		thinking, stop := context.WithCancel(e.ctx)
		unlink := context.AfterFunc(ctx, stop)
		e.Think(thinking)
		unlink()
		stop()
		close(e.done)
	}
}

// next waits for a job and takes it; nil at the end.
func (q *Queue) next() *entry {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) == 0 && !q.ended() {
		q.more.Wait()
	}
	if q.ended() {
		return nil
	}
	e := slices.MinFunc(q.waiting, q.compare)
	q.waiting = slices.DeleteFunc(q.waiting, func(other *entry) bool { return other == e })
	if len(q.served) > maxServed {
		clear(q.served)
	}
	q.turn++
	q.served["person "+e.Person], q.served["match "+e.Match] = q.turn, q.turn
	return e
}

// ended reports whether no job is begun any more.
func (q *Queue) ended() bool {
	select {
	case <-q.over:
		return true
	default:
		return false
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

// ErrEnded is the answer of a queue that has stopped working.
var ErrEnded = errors.New("nothing is thought any more: the program ends")

// Do has a job done and waits for it. If ctx ends before its turn it is not done, and the error is that of ctx; once it
// is being done Do waits for Think, which ctx ends. It is ErrEnded when the queue stops before.
func (q *Queue) Do(ctx context.Context, j Job) error {
	e := &entry{Job: j, ctx: ctx, done: make(chan struct{})}
	q.mu.Lock()
	q.waiting = append(q.waiting, e)
	q.mu.Unlock()
	q.more.Signal()

	var err error
	select {
	case <-e.done:
		return nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-q.over:
		err = ErrEnded
	}
	if q.leave(e) {
		return err
	}
	<-e.done
	return nil
}

// leave takes an entry out of the queue, unless a worker has it.
func (q *Queue) leave(e *entry) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.waiting)
	q.waiting = slices.DeleteFunc(q.waiting, func(other *entry) bool { return other == e })
	return len(q.waiting) < n
}

// Waiting is the number of moves that wait for a worker.
func (q *Queue) Waiting() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, e := range q.waiting {
		if e.Rank == Move {
			n++
		}
	}
	return n
}

// crowded is the number of moves that may wait for their turn before the computer thinks with less than its full strength.
const crowded = 10

// Crowded reports whether more wait than that.
func (q *Queue) Crowded() bool { return q.Waiting() > crowded }
