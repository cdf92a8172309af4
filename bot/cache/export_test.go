package cache

// Has reports whether there is a value, which is not used by that.
func (l *LRU[K, V]) Has(key K) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.prune()
	return l.lru.Contains(key)
}
