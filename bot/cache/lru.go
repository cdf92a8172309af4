// Package cache keeps what was used lately, so that memory follows what is being done and not all that ever was.
package cache

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// LRU keeps the values that were used last. Many may use it at once.
//
// The library's own list with times starts a goroutine that never ends.
type LRU[K comparable, V any] struct {
	idle  time.Duration
	fixed bool // a value goes in that time even if it is used

	mu  sync.Mutex
	lru *simplelru.LRU[K, entry[V]]
}

type entry[V any] struct {
	value V
	used  int64 // Unix nanoseconds
}

// Askable is for how long at most it is kept in vain what can be asked again: after that a question more costs nothing
// that anybody would notice.
const Askable = 15 * time.Minute

// New makes a list of so many values at most, of which those go that nothing has used for so long; 0: they stay until
// there are too many.
func New[K comparable, V any](most int, idle time.Duration) *LRU[K, V] {
	lru, err := simplelru.NewLRU[K, entry[V]](most, nil)
	if err != nil {
		panic(err) // the bound is no number above 0
	}
	return &LRU[K, V]{idle: idle, lru: lru}
}

// NewTTL makes a list of so many values at most, of which each goes in a fixed time after it was put: what somebody else
// has told, and may have changed.
func NewTTL[K comparable, V any](most int, ttl time.Duration) *LRU[K, V] {
	l := New[K, V](most, ttl)
	l.fixed = true
	return l
}

// now lets what was idle for too long go, and is the time. The caller holds mu.
func (l *LRU[K, V]) now() int64 {
	now := time.Now().UnixNano()
	for l.idle > 0 {
		_, oldest, ok := l.lru.GetOldest()
		if !ok || now-oldest.used < int64(l.idle) {
			break
		}
		l.lru.RemoveOldest()
	}
	return now
}

// Get uses a value.
func (l *LRU[K, V]) Get(key K) (value V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	is, ok := l.lru.Peek(key)
	if ok && !l.fixed {
		is.used = now
		l.lru.Add(key, is)
	}
	return is.value, ok
}

// Put keeps a value from now on.
func (l *LRU[K, V]) Put(key K, value V) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lru.Add(key, entry[V]{value, l.now()})
}

// PutNew keeps a value unless there is one. It is the one that there is then.
func (l *LRU[K, V]) PutNew(key K, value V) (is V, was bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	if before, was := l.lru.Peek(key); was {
		return before.value, true
	}
	l.lru.Add(key, entry[V]{value, now})
	return value, false
}

// Remove drops a value, and reports whether there was one.
func (l *LRU[K, V]) Remove(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now()
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
	l.now()
	return l.lru.Len()
}

// Clear drops all.
func (l *LRU[K, V]) Clear() { l.RemoveIf(func(K, V) bool { return true }) }
