// Package adapter has what adapters to a service in a network need, and no service decides: work in the order of each
// room, who is let in where much waits, and files that people send.
package adapter

import (
	"cmp"
	"math"
	"sync"
)

// Queue does the jobs of each key one after the other, those of different keys at once. A key without jobs costs
// nothing.
type Queue[K comparable] struct {
	most        int
	busy, laden slots

	mu      sync.Mutex
	lines   map[K][]Job // there is a goroutine for each of them
	running int         // goroutines
	none    *sync.Cond  // running is 0
	stopped bool
}

// Job is something to be done.
type Job struct {
	Fetch func() // gets what is needed for that, from where it may take its time; nil if it is all there
	Do    func()
	Firm  bool // is never skipped, however much waits
}

// Bounds are how much may happen at once; 0 is no bound.
type Bounds struct {
	Waiting int // jobs of one key, beyond which only firm ones are taken
	Busy    int // jobs that run
	Laden   int // jobs that fetch something, or have fetched it and are not done
}

// NewQueue makes an empty queue.
func NewQueue[K comparable](b Bounds) *Queue[K] {
	q := &Queue[K]{most: cmp.Or(b.Waiting, math.MaxInt), busy: newSlots(b.Busy), laden: newSlots(b.Laden), lines: map[K][]Job{}}
	q.none = sync.NewCond(&q.mu)
	return q
}

// Put has a job done after those that were put there before for the same key. It does not wait. It is false if too much
// waits, or after Stop.
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

// Go does something beside the jobs at once.
func (q *Queue[K]) Go(do func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.begin(do)
}

// begin is Go where the caller holds mu.
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

// Stop waits until all jobs are done and takes no more of them.
func (q *Queue[K]) Stop() {
	q.mu.Lock()
	q.stopped = true
	q.mu.Unlock()
	q.Wait()
}

// Wait waits until all is done, also what is put or begun meanwhile.
func (q *Queue[K]) Wait() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.running > 0 {
		q.none.Wait()
	}
}

// work does the jobs of a key until there are none.
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
		line[0] = Job{} // what it has fetched can go when it is done
		q.lines[key] = line[1:]
		q.mu.Unlock()
		q.carryOut(j)
	}
}

// carryOut does a job. While it fetches something it keeps no other key waiting, unless that fetches something too.
func (q *Queue[K]) carryOut(j Job) {
	if j.Fetch != nil {
		defer q.laden.take()()
		j.Fetch()
	}
	defer q.busy.take()()
	j.Do()
}

// slots bound how much happens at once; nil is no bound.
type slots chan struct{}

func newSlots(n int) slots {
	if n == 0 {
		return nil
	}
	return make(slots, n)
}

// take waits for a slot; the caller calls what it returns when it is done.
func (s slots) take() (give func()) {
	if s == nil {
		return func() {}
	}
	s <- struct{}{}
	return func() { <-s }
}
