package request

import (
	lru "github.com/hashicorp/golang-lru/v2"
)

// NewCache keeps what was used last.
func NewCache[K comparable, V any](size int) *lru.Cache[K, V] {
	cache, err := lru.New[K, V](size)
	if err != nil {
		panic(err) // sizes are constants
	}
	return cache
}
