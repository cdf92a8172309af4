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

	mu      sync.Mutex
	waiting map[chat.Room][]func() // there is a goroutine for each key
}

// Jobs that run at the same time, and jobs that may wait in one room: more is not talk about a game.
const (
	mostBusy    = 64
	mostWaiting = 1000
)

func newRooms(tasks *sync.WaitGroup) *rooms {
	return &rooms{tasks: tasks, busy: make(chan struct{}, mostBusy), waiting: map[chat.Room][]func(){}}
}

// enqueue does a job when the ones before it in the room are done. It does not wait. It is false if the room is full.
func (r *rooms) enqueue(room chat.Room, job func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	jobs, working := r.waiting[room]
	if len(jobs) >= mostWaiting {
		return false
	}
	r.waiting[room] = append(jobs, job)
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
		r.waiting[room] = jobs[1:]
		r.mu.Unlock()
		r.busy <- struct{}{}
		jobs[0]()
		<-r.busy
	}
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
