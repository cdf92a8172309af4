// Package adapter has what adapters to a service in a network need, and no service decides: work in the order of each
// room, what a service has told and may be believed for a while, and files that people send.
package adapter

import "sync"

// Queue does the jobs of each key one after the other, those of different keys at once. A key without jobs costs
// nothing.
type Queue[K comparable] struct {
	most    int
	skipped func(key K, n int)
	busy    slots
	laden   slots
	working Group

	mu      sync.Mutex
	lines   map[K]*line // there is a goroutine for each of them
	stopped bool
}

// line is what waits for one key.
type line struct {
	jobs    []Job
	skipped int // jobs not taken since something was told of them
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

// NewQueue makes an empty queue. skipped is called when a key has not had all of its jobs taken, with how many were
// not, once those are done that were; it may be nil.
func NewQueue[K comparable](b Bounds, skipped func(key K, n int)) *Queue[K] {
	return &Queue[K]{most: b.Waiting, skipped: skipped, busy: newSlots(b.Busy), laden: newSlots(b.Laden),
		lines: map[K]*line{}}
}

// Put has a job done after those that were put there before for the same key. It does not wait. It is false if too much
// waits, or after Stop.
func (q *Queue[K]) Put(key K, j Job) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.stopped {
		return false
	}
	of := q.lines[key]
	if of == nil {
		of = &line{}
		q.lines[key] = of
		q.working.Go(func() { q.work(key, of) })
	}
	if q.most > 0 && len(of.jobs) >= q.most && !j.Firm {
		of.skipped++
		return false
	}
	of.jobs = append(of.jobs, j)
	return true
}

// Stop waits until all jobs are done and takes no more of them.
func (q *Queue[K]) Stop() {
	q.mu.Lock()
	q.stopped = true
	q.mu.Unlock()
	q.working.Wait()
}

// Wait waits until all jobs are done, also those that they put.
func (q *Queue[K]) Wait() { q.working.Wait() }

func (q *Queue[K]) work(key K, of *line) {
	for {
		q.mu.Lock()
		if len(of.jobs) == 0 {
			skipped := of.skipped
			of.skipped = 0
			if skipped == 0 || q.skipped == nil {
				delete(q.lines, key)
				q.mu.Unlock()
				return
			}
			q.mu.Unlock()
			q.skipped(key, skipped)
			continue
		}
		j := of.jobs[0]
		of.jobs[0] = Job{} // what it has fetched can go when it is done
		of.jobs = of.jobs[1:]
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
