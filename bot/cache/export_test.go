package cache

// Has reports whether a key is present, without using it.
func (l *LRU[K, V]) Has(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Contains(key)
}
