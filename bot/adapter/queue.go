// Package adapter has what adapters to network services share: ordered work per room, admission under load, and file
// downloads.
package adapter

import (
	"cmp"
	"math"
	"sync"
)

// Queue runs the jobs of each key in order, and those of different keys concurrently. An idle key uses no memory.
type Queue[K comparable] struct {
	most        int
	busy, laden slots

	mu      sync.Mutex
	lines   map[K]line
	running int        // number of goroutines; each job has one
	none    *sync.Cond // signals that running is 0
	stopped bool
}

// line is the order of a key's jobs: how many have not ended, and two channels of the one put last, which are closed
// when the next job may begin and when this one has ended.
type line struct {
	open           int
	decided, ended chan struct{}
}

// none is a closed channel.
var none = func() chan struct{} {
	closed := make(chan struct{})
	close(closed)
	return closed
}()

// Turn gives a job access to its position.
type Turn struct {
	Before  <-chan struct{} // closed when the job before has ended
	Decided func()          // lets the next job begin
	End     func()          // closes Before of the next job
}

// Job is a unit of work.
type Job struct {
	Fetch func() // loads what Do needs, which may be slow; nil if nothing is to be loaded
	Do    func()
	Firm  bool // is never rejected, however many jobs wait
}

// Bounds limits concurrency; 0 means no limit.
type Bounds struct {
	Waiting int // waiting jobs of one key, beyond which only firm ones are accepted
	Busy    int // jobs in Do
	Laden   int // jobs in Fetch, or past Fetch and not done
}

// NewQueue makes an empty queue.
func NewQueue[K comparable](b Bounds) *Queue[K] {
	q := &Queue[K]{most: cmp.Or(b.Waiting, math.MaxInt), busy: newSlots(b.Busy), laden: newSlots(b.Laden), lines: map[K]line{}}
	q.none = sync.NewCond(&q.mu)
	return q
}

// Put enqueues a job after those of the same key, without blocking. It returns false if too many jobs wait, or after
// Stop.
func (q *Queue[K]) Put(key K, j Job) bool { return q.put(key, j.Firm, func(Turn) { q.carryOut(j) }) }

// PutTurn is Put for a firm job that need not end before the next one begins. When do returns, it has ended.
func (q *Queue[K]) PutTurn(key K, do func(Turn)) bool { return q.put(key, true, do) }

func (q *Queue[K]) put(key K, firm bool, do func(Turn)) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[key]
	if q.stopped || l.open > q.most && !firm {
		return false
	}
	if l.open == 0 {
		l.decided, l.ended = none, none
	}
	own := line{l.open + 1, make(chan struct{}), make(chan struct{})}
	q.lines[key] = own
	now := Turn{l.ended, sync.OnceFunc(func() { close(own.decided) }), sync.OnceFunc(func() { q.end(key, own.ended) })}
	q.begin(func() {
		<-l.decided
		defer now.Decided()
		defer now.End()
		do(now)
	})
	return true
}

// end counts a job as ended.
func (q *Queue[K]) end(key K, ended chan struct{}) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.lines[key]
	if l.open--; l.open == 0 {
		delete(q.lines, key)
	} else {
		q.lines[key] = l
	}
	close(ended)
}

// Open counts the jobs of a key that have not ended.
func (q *Queue[K]) Open(key K) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lines[key].open
}

// Go runs a function at once, outside the order of jobs; Wait waits for it.
func (q *Queue[K]) Go(do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.begin(do)
}

// begin is Go for a caller that holds mu.
func (q *Queue[K]) begin(do func()) {
	q.running++
	go func() {
		defer func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			if q.running--; q.running == 0 {
				q.none.Broadcast()
			}
		}()
		do()
	}()
}

// Stop rejects new jobs and waits until all accepted ones are done.
func (q *Queue[K]) Stop() {
	q.mu.Lock()
	q.stopped = true
	q.mu.Unlock()
	q.Wait()
}

// Wait waits until nothing is running, including what is added meanwhile.
func (q *Queue[K]) Wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.running > 0 {
		q.none.Wait()
	}
}

// carryOut runs a job. A job in Fetch takes no Busy slot, so it delays only other jobs that fetch.
func (q *Queue[K]) carryOut(j Job) {
	if j.Fetch != nil {
		defer q.laden.take()()
		j.Fetch()
	}
	defer q.busy.take()()
	j.Do()
}

// slots is a counting semaphore; nil is unlimited.
type slots chan struct{}

func newSlots(n int) slots {
	if n == 0 {
		return nil
	}
	return make(slots, n)
}

// take acquires a slot and returns the function that releases it.
func (s slots) take() (give func()) {
	if s == nil {
		return func() {}
	}
	s <- struct{}{}
	return func() { <-s }
}
