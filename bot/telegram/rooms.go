package telegram

import (
	"sync"

	"tabuleiro/bot/chat"
)

// rooms do what there is to do in each room one thing after the other, in different rooms at once. A room nobody does
// anything in costs nothing.
type rooms struct {
	mu      sync.Mutex
	waiting map[chat.Room][]func() // a room is there while something is being done in it
	full    map[chat.Room]bool     // too much has waited since it was last empty
	stopped bool
	busy    sync.WaitGroup
}

// put has something done in a room after all that was put there before. It is not taken if too much is waiting, which is
// news the first time, or after finish.
func (r *rooms) put(room chat.Room, limit int, do func()) (taken, news bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting == nil {
		r.waiting, r.full = map[chat.Room][]func(){}, map[chat.Room]bool{}
	}
	queue, working := r.waiting[room]
	if len(queue) >= limit || r.stopped {
		news = !r.full[room]
		r.full[room] = true
		return false, news
	}
	r.waiting[room] = append(queue, do)
	if !working {
		r.busy.Go(func() { r.work(room) })
	}
	return true, false
}

// finish waits until all is done that was put, and lets nothing more be put.
func (r *rooms) finish() {
	r.mu.Lock()
	r.stopped = true
	r.mu.Unlock()
	r.busy.Wait()
}

func (r *rooms) work(room chat.Room) {
	for {
		r.mu.Lock()
		queue := r.waiting[room]
		if len(queue) == 0 {
			delete(r.waiting, room)
			delete(r.full, room)
			r.mu.Unlock()
			return
		}
		r.waiting[room] = queue[1:]
		r.mu.Unlock()
		queue[0]()
	}
}
