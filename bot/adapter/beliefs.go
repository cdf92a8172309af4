package adapter

import (
	"time"

	"tabuleiro/bot/recent"
)

// Beliefs remember what a service has told, for a while, and of too much only the latest. Many may ask at once.
type Beliefs[K comparable, V any] struct {
	life  time.Duration
	cache *recent.List[K, belief[V]]
}

type belief[V any] struct {
	value V
	until time.Time
}

// NewBeliefs makes beliefs that hold for a time, of which so many are kept.
func NewBeliefs[K comparable, V any](size int, life time.Duration) *Beliefs[K, V] {
	return &Beliefs[K, V]{life, recent.New[K, belief[V]](size, life)}
}

// Put remembers from now on.
func (b *Beliefs[K, V]) Put(key K, value V) {
	b.cache.Put(key, belief[V]{value, time.Now().Add(b.life)})
}

// Get is the value that was put last, if that is not too long ago.
func (b *Beliefs[K, V]) Get(key K) (value V, ok bool) {
	known, _ := b.cache.Get(key)
	if !time.Now().Before(known.until) {
		return value, false
	}
	return known.value, true
}

// Take is Get, and forgets.
func (b *Beliefs[K, V]) Take(key K) (value V, ok bool) {
	value, ok = b.Get(key)
	b.cache.Remove(key)
	return value, ok
}

// Len is the number that are kept, of which some may be too old.
func (b *Beliefs[K, V]) Len() int { return b.cache.Len() }
