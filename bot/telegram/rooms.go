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
	busy    sync.WaitGroup
}

// put has something done in a room after all that was put there before. It is false if too much is waiting.
func (r *rooms) put(room chat.Room, limit int, do func()) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting == nil {
		r.waiting = map[chat.Room][]func(){}
	}
	queue, working := r.waiting[room]
	if len(queue) >= limit {
		return false
	}
	r.waiting[room] = append(queue, do)
	if !working {
		r.busy.Go(func() { r.work(room) })
	}
	return true
}

func (r *rooms) work(room chat.Room) {
	for {
		r.mu.Lock()
		queue := r.waiting[room]
		if len(queue) == 0 {
			delete(r.waiting, room)
			r.mu.Unlock()
			return
		}
		r.waiting[room] = queue[1:]
		r.mu.Unlock()
		queue[0]()
	}
}
