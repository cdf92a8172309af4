// Package cache provides a bounded cache, so that memory depends on recent use and not on all that was ever used.
package cache

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// LRU is an LRU cache, safe for concurrent use; with a TTL it evicts the value put first instead of the one used least
// recently. It does not use the library's expirable cache, which starts a goroutine that never ends.
type LRU[K comparable, V any] struct {
	ttl time.Duration

	mu  sync.Mutex
	lru *simplelru.LRU[K, entry[V]]
}

type entry[V any] struct {
	value V
	put   time.Time
}

// Askable is the TTL of values that can be looked up again: beyond it another lookup costs nothing noticeable.
const Askable = 15 * time.Minute

// New makes a cache of at most most values, each of which expires ttl after it was put; 0 means never. It panics unless
// most is positive.
func New[K comparable, V any](most int, ttl time.Duration) *LRU[K, V] {
	lru, err := simplelru.NewLRU[K, entry[V]](most, nil)
	if err != nil {
		panic(err) // most is not positive
	}
	return &LRU[K, V]{ttl: ttl, lru: lru}
}

// prune removes expired values. The caller holds mu.
func (l *LRU[K, V]) prune() {
	for l.ttl > 0 {
		_, oldest, ok := l.lru.GetOldest()
		if !ok || time.Since(oldest.put) < l.ttl {
			break
		}
		l.lru.RemoveOldest()
	}
}

// Get returns a value, and marks it as used if there is no TTL.
func (l *LRU[K, V]) Get(key K) (value V, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	find := l.lru.Get
	if l.ttl > 0 {
		find = l.lru.Peek // to keep the order of time
	}
	is, ok := find(key)
	return is.value, ok
}

// Value returns a value as Get does, the zero value if there is none.
func (l *LRU[K, V]) Value(key K) V {
	value, _ := l.Get(key)
	return value
}

// Put stores a value.
func (l *LRU[K, V]) Put(key K, value V) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	l.lru.Add(key, entry[V]{value, time.Now()})
}

// PutNew stores a value unless there is one. It returns the value that is stored then, and whether it was there before.
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

// Change updates a value, the zero value if there is none. change must not use the cache.
func (l *LRU[K, V]) Change(key K, change func(*V)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	is, _ := l.lru.Get(key)
	change(&is.value)
	l.lru.Add(key, entry[V]{is.value, time.Now()})
}

// Remove removes a value, and reports whether there was one.
func (l *LRU[K, V]) Remove(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Remove(key)
}

// RemoveIf removes all values that satisfy a condition.
func (l *LRU[K, V]) RemoveIf(fits func(K, V) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, key := range l.lru.Keys() {
		if is, ok := l.lru.Peek(key); ok && fits(key, is.value) {
			l.lru.Remove(key)
		}
	}
}

// Len returns the number of values.
func (l *LRU[K, V]) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Len()
}

// Clear removes all values.
func (l *LRU[K, V]) Clear() { l.RemoveIf(func(K, V) bool { return true }) }
