package archive

import "sync"

// Locks serializes goroutines by key, in the order in which they come. The zero value is ready to use.
type Locks[K comparable] struct {
	mu   sync.Mutex
	last map[K]chan struct{} // of the one who came last to a key, closed when that one leaves
}

// Enter waits until a key is free. The caller must call leave when it is done.
func (l *Locks[K]) Enter(key K) (leave func()) {
	left := make(chan struct{})
	l.mu.Lock()
	if l.last == nil {
		l.last = map[K]chan struct{}{}
	}
	before := l.last[key]
	l.last[key] = left
	l.mu.Unlock()
	if before != nil {
		<-before
	}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.last[key] == left {
			delete(l.last, key)
		}
		close(left)
	}
}
