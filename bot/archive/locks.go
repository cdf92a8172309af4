package archive

import "sync"

// Locks let one goroutine at a time deal with each key. The zero value is ready.
type Locks[K comparable] struct {
	mu   sync.Mutex
	busy map[K]*lock
}

// lock is a key that is dealt with. waiting counts those inside and before it.
type lock struct {
	sync.Mutex
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
		of = &lock{}
		l.busy[key] = of
	}
	of.waiting++
	l.mu.Unlock()
	of.Lock()
	return func() {
		of.Unlock()
		l.mu.Lock()
		defer l.mu.Unlock()
		if of.waiting--; of.waiting == 0 {
			delete(l.busy, key)
		}
	}
}
