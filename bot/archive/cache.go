package archive

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tabuleiro/engine/match"
)

// entry is a match as last seen, with its last events.
type entry struct {
	match  *match.Match
	recent []match.Event
}

// weight is about how many bytes an entry takes: what a match with its last events takes, each move with the position
// after it, as measured in the games that there are, and the text of those read from a file.
func (e entry) weight() int { return 8<<10 + 480*e.match.Number() + 32*len(e.match.Setup.Played) }

// cache keeps the matches that were used last, as many as there is room for, and the very last in any case.
type cache struct {
	most int // bytes

	mu   sync.Mutex
	size int // of all in it
	lru  *simplelru.LRU[string, entry]
}

func newCache(most int) *cache {
	c := &cache{most: most}
	lru, err := simplelru.NewLRU(max(1, most), func(_ string, e entry) { c.size -= e.weight() })
	if err != nil {
		panic(err) // the size is above 0
	}
	c.lru = lru
	return c
}

func (c *cache) get(id string) (entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lru.Get(id)
}

func (c *cache) put(id string, e entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(id) // which takes its weight off
	c.lru.Add(id, e)
	for c.size += e.weight(); c.size > c.most && c.lru.Len() > 1; {
		c.lru.RemoveOldest()
	}
}

func (c *cache) remove(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(id)
}

// removeIf takes out all that fit.
func (c *cache) removeIf(fits func(entry) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range c.lru.Keys() {
		if e, ok := c.lru.Peek(id); ok && fits(e) {
			c.lru.Remove(id)
		}
	}
}
