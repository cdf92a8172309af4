package discord

import (
	"sync"

	"tabuleiro/bot/chat"
)

// rooms do what is to be done in each room one after the other, in different rooms at the same time. A room without work
// costs nothing.
type rooms struct {
	tasks *sync.WaitGroup
	busy  chan struct{} // one for each job that runs
	laden chan struct{} // one for each job that fetches something, or has

	mu      sync.Mutex
	waiting map[chat.Room][]job // there is a goroutine for each key
}

// job is something to be done.
type job struct {
	fetch func() // gets what is needed for that, from where it may take its time; nil if it is all there
	do    func()
}

// Jobs that run at the same time, jobs that may have fetched something, and jobs that may wait in one room: more is not
// talk about a game.
const (
	mostBusy    = 64
	mostLaden   = 16
	mostWaiting = 1000
)

func newRooms(tasks *sync.WaitGroup) *rooms {
	return &rooms{
		tasks:   tasks,
		busy:    make(chan struct{}, mostBusy),
		laden:   make(chan struct{}, mostLaden),
		waiting: map[chat.Room][]job{},
	}
}

// enqueue does a job when the ones before it in the room are done. It does not wait. It is false if the room is full.
func (r *rooms) enqueue(room chat.Room, j job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	jobs, working := r.waiting[room]
	if len(jobs) >= mostWaiting {
		return false
	}
	r.waiting[room] = append(jobs, j)
	if !working {
		r.tasks.Add(1)
		go r.work(room)
	}
	return true
}

func (r *rooms) work(room chat.Room) {
	defer r.tasks.Done()
	for {
		r.mu.Lock()
		jobs := r.waiting[room]
		if len(jobs) == 0 {
			delete(r.waiting, room)
			r.mu.Unlock()
			return
		}
		j := jobs[0]
		jobs[0] = job{} // what it has fetched can go when it is done
		r.waiting[room] = jobs[1:]
		r.mu.Unlock()
		r.carryOut(j)
	}
}

// carryOut does a job. While it fetches something it keeps no other room waiting, unless that fetches something too.
func (r *rooms) carryOut(j job) {
	if j.fetch != nil {
		r.laden <- struct{}{}
		defer func() { <-r.laden }()
		j.fetch()
	}
	r.busy <- struct{}{}
	defer func() { <-r.busy }()
	j.do()
}

// recent remembers the latest ids it was shown.
type recent struct {
	ids  map[string]bool
	ring [1024]string
	next int
}

// again tells whether an id was shown before.
func (r *recent) again(id string) bool {
	if r.ids[id] {
		return true
	}
	if r.ids == nil {
		r.ids = map[string]bool{}
	}
	delete(r.ids, r.ring[r.next])
	r.ring[r.next] = id
	r.ids[id] = true
	r.next = (r.next + 1) % len(r.ring)
	return false
}
