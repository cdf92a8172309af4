// Package computer runs the computer player without delaying people.
//
// A search takes a core for seconds, and many may be requested at once. So all of them share one queue with few places,
// on threads of the lowest priority, served round robin: the person served longest ago comes first, and of that
// person's matches the one served longest ago. Moves always come before analysis.
package computer

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"tabuleiro/engine"
)

// Rank is the priority of a job: people wait for a Move, but not for an Analysis.
type Rank int

// Ranks, highest priority first.
const (
	Move Rank = iota
	Analysis
)

// Job is a search that waits for its turn.
type Job struct {
	Rank   Rank
	Person string // id of the person who waits
	Match  string // id of the match

	// Think runs the search, and returns early when ctx ends. It is called at most once.
	Think func(ctx context.Context) error
}

// Queue is a fair priority queue of jobs.
type Queue struct {
	life   context.Context // ends all searches
	yields bool

	mu      sync.Mutex
	free    int // number of free places
	waiting []*entry
	turn    uint64            // number of jobs served
	served  map[string]uint64 // value of turn when a person or a match was last served
}

type entry struct {
	Job
	turn chan struct{} // closed when the job gets a place
}

// maxServed is the number of people and matches remembered as served, far more than can wait. Beyond it the queue
// forgets all of them.
const maxServed = 10_000

// NewQueue makes a queue that runs up to places jobs at once until life ends. If yields is set, they run on threads of
// the lowest priority.
func NewQueue(life context.Context, places int, yields bool) *Queue {
	return &Queue{life: life, free: places, yields: yields, served: map[string]uint64{}}
}

// Places returns the number of places that leaves one core to the conversations, at least one.
func Places() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// Do runs a job and waits for it; the error is that of Think. If ctx or the queue's life ends before its turn, the job
// is not run, and the error is that of ctx or context.Canceled; if one of them ends later, Think's context ends and Do
// waits for Think.
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
	done := make(chan error)
	go func() {
		if q.yields {
			runtime.LockOSThread() // never unlocked: the thread ends with the job, and with it the low priority
			giveWay()
		}
		done <- j.Think(ctx)
	}()
	err := <-done
	q.move(func() { q.free++ })
	return err
}

// Queued returns a brain each of whose searches is a job like j, run by do.
func Queued(b engine.Brain, j Job, do func(context.Context, Job) error) engine.CubeEvaluator {
	cube, _ := b.(engine.CubeEvaluator)
	return queued{b, cube, j, do}
}

type queued struct {
	engine.Brain
	engine.CubeEvaluator // nil: there is no cube
	job                  Job
	do                   func(context.Context, Job) error
}

// Think implements engine.Brain.
func (b queued) Think(ctx context.Context, l engine.Line, t engine.Limits) (r engine.SearchResult, err error) {
	b.job.Think = func(ctx context.Context) (err error) {
		r, err = b.Brain.Think(ctx, l, t)
		return err
	}
	err = b.do(ctx, b.job)
	return r, err
}

// Cube implements engine.CubeEvaluator.
func (b queued) Cube(ctx context.Context, l engine.Line, t engine.Limits) (c engine.Cube, err error) {
	b.job.Think = func(ctx context.Context) (err error) {
		c, err = b.CubeEvaluator.Cube(ctx, l, t)
		return err
	}
	err = b.do(ctx, b.job)
	return c, err
}

// move changes the waiting jobs or the free places, and then assigns free places to the first jobs.
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

// compare orders two jobs; of equal ones the one that waits longer comes first. The caller holds mu.
func (q *Queue) compare(a, b *entry) int {
	return cmp.Or(
		cmp.Compare(a.Rank, b.Rank),
		cmp.Compare(q.served["person "+a.Person], q.served["person "+b.Person]),
		cmp.Compare(q.served["match "+a.Match], q.served["match "+b.Match]),
	)
}

// leave removes an entry from the queue. It returns false if the entry has a place.
func (q *Queue) leave(e *entry) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := len(q.waiting)
	q.waiting = slices.DeleteFunc(q.waiting, func(other *entry) bool { return other == e })
	return len(q.waiting) < n
}

// crowded is the number of waiting moves beyond which the computer searches less than its level allows.
const crowded = 10

// Crowded reports whether more than that many moves are waiting.
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
