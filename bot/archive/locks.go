package archive

import "sync"

// Locks let one goroutine at a time deal with each key, in the order in which they come. The zero value is ready.
type Locks[K comparable] struct {
	mu   sync.Mutex
	busy map[K]*lock
}

// lock is a key that is dealt with. waiting counts those inside and before it.
type lock struct {
	turn    chan struct{}
	waiting int
}

// Enter waits until a key is free; the caller calls the function returned when it is done.
func (l *Locks[K]) Enter(key K) (leave func()) {
	l.mu.Lock()
	if l.busy == nil {
		l.busy = map[K]*lock{}
	}
	of := l.busy[key]
	if of == nil {
		of = &lock{turn: make(chan struct{}, 1)}
		l.busy[key] = of
	}
	of.waiting++
	l.mu.Unlock()
	of.turn <- struct{}{}
	return func() {
		<-of.turn
		l.mu.Lock()
		defer l.mu.Unlock()
		if of.waiting--; of.waiting == 0 {
			delete(l.busy, key)
		}
	}
}
