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
	lines   map[K][]Job // waiting jobs; each key has a goroutine
	running int         // number of goroutines
	none    *sync.Cond  // signals that running is 0
	stopped bool
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
	q := &Queue[K]{most: cmp.Or(b.Waiting, math.MaxInt), busy: newSlots(b.Busy), laden: newSlots(b.Laden), lines: map[K][]Job{}}
	q.none = sync.NewCond(&q.mu)
	return q
}

// Put enqueues a job after those of the same key, without blocking. It returns false if too many jobs wait, or after
// Stop.
func (q *Queue[K]) Put(key K, j Job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	line, busy := q.lines[key]
	if q.stopped || len(line) >= q.most && !j.Firm {
		return false
	}
	q.lines[key] = append(line, j)
	if !busy {
		q.begin(func() { q.work(key) })
	}
	return true
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

// work runs the jobs of a key until none are left.
func (q *Queue[K]) work(key K) {
	for {
		q.mu.Lock()
		line := q.lines[key]
		if len(line) == 0 {
			delete(q.lines, key)
			q.mu.Unlock()
			return
		}
		j := line[0]
		line[0] = Job{} // lets what it holds be collected once it is done
		q.lines[key] = line[1:]
		q.mu.Unlock()
		q.carryOut(j)
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
