// Package cache keeps what was used lately, so that memory follows what is being done and not all that ever was.
package cache

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// LRU keeps the values that were used last or, where they go after a time, those that were put last. Many may use it at
// once.
//
// The library's own list with times starts a goroutine that never ends.
type LRU[K comparable, V any] struct {
	ttl time.Duration

	mu  sync.Mutex
	lru *simplelru.LRU[K, entry[V]]
}

type entry[V any] struct {
	value V
	put   time.Time
}

// Askable is for how long at most it is kept what can be asked again: after that a question more costs nothing that
// anybody would notice.
const Askable = 15 * time.Minute

// New makes a list of so many values at most, of which each goes in a time after it was put; 0: they stay until there
// are too many.
func New[K comparable, V any](most int, ttl time.Duration) *LRU[K, V] {
	lru, err := simplelru.NewLRU[K, entry[V]](most, nil)
	if err != nil {
		panic(err) // the bound is no number above 0
	}
	return &LRU[K, V]{ttl: ttl, lru: lru}
}

// prune lets go what was put too long ago. The caller holds mu.
func (l *LRU[K, V]) prune() {
	for l.ttl > 0 {
		_, oldest, ok := l.lru.GetOldest()
		if !ok || time.Since(oldest.put) < l.ttl {
			break
		}
		l.lru.RemoveOldest()
	}
}

// Get uses a value.
func (l *LRU[K, V]) Get(key K) (value V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	find := l.lru.Get
	if l.ttl > 0 {
		find = l.lru.Peek // they stay in the order of time
	}
	is, ok := find(key)
	return is.value, ok
}

// Put keeps a value from now on.
func (l *LRU[K, V]) Put(key K, value V) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	l.lru.Add(key, entry[V]{value, time.Now()})
}

// PutNew keeps a value unless there is one. It is the one that there is then.
func (l *LRU[K, V]) PutNew(key K, value V) (is V, was bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	if before, was := l.lru.Peek(key); was {
		return before.value, true
	}
	l.lru.Add(key, entry[V]{value, time.Now()})
	return value, false
}

// Remove drops a value, and reports whether there was one.
func (l *LRU[K, V]) Remove(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Remove(key)
}

// RemoveIf drops all that fit.
func (l *LRU[K, V]) RemoveIf(fits func(K, V) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range l.lru.Keys() {
		if is, ok := l.lru.Peek(key); ok && fits(key, is.value) {
			l.lru.Remove(key)
		}
	}
}

// Len is the number of values there are.
func (l *LRU[K, V]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Len()
}

// Clear drops all.
func (l *LRU[K, V]) Clear() { l.RemoveIf(func(K, V) bool { return true }) }
