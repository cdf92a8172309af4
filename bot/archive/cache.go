package archive

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/storage"
)

// Cache is a store that answers from memory what was read lately: heads, settings, and who has an identity. It keeps
// nothing but answers of the store behind it, and drops those that a write may change; so a process has to read and
// write through one cache alone.
type Cache struct {
	storage.Store
	answers *cache.LRU[string, answer]

	mu    sync.Mutex
	begun int // writes, those that are over too
	open  int // writes under way
}

// answer is what a store has said; the error is nil or ErrNotFound.
type answer struct {
	value any
	err   error
}

// maxAnswers bounds the number of answers.
const maxAnswers = 10_000

// NewCache puts an empty cache before a store.
func NewCache(store storage.Store) *Cache {
	c := &Cache{answers: cache.New[string, answer](maxAnswers, cache.Askable)}
	c.Store = storage.Intercept(store, c.write)
	return c
}

// Head implements storage.Store.
func (c *Cache) Head(ctx context.Context, id string) (storage.Head, error) {
	h, err := read(c, "head "+id, func() (storage.Head, error) { return c.Store.Head(ctx, id) })
	h.Players, h.Places = slices.Clone(h.Players), slices.Clone(h.Places)
	return h, err
}

// Get implements storage.Store.
func (c *Cache) Get(ctx context.Context, key string) (string, error) {
	return read(c, "setting "+key, func() (string, error) { return c.Store.Get(ctx, key) })
}

// Person implements storage.People.
func (c *Cache) Person(ctx context.Context, identity string) (storage.Person, error) {
	p, err := read(c, "person "+identity, func() (storage.Person, error) { return c.Store.Person(ctx, identity) })
	p.Identities = slices.Clone(p.Identities)
	return p, err
}

// Close implements storage.Store.
func (c *Cache) Close() error {
	c.answers.Clear()
	return c.Store.Close()
}

// read returns the answer with a key, from memory or else by asking for it. An answer that crosses with a write is not
// kept: it may be older.
func read[T any](c *Cache, key string, ask func() (T, error)) (T, error) {
	if a, ok := c.answers.Get(key); ok {
		return a.value.(T), a.err
	}
	c.mu.Lock()
	before, crossing := c.begun, c.open > 0
	c.mu.Unlock()
	value, err := ask()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !crossing && c.begun == before && (err == nil || errors.Is(err, storage.ErrNotFound)) {
		c.answers.Put(key, answer{value, err})
	}
	return value, err
}

// settleTimeout is how long after a write that failed the store may still carry it out.
const settleTimeout = time.Minute

// write carries out a call, and drops the answers to which it may make a difference.
func (c *Cache) write(_ context.Context, call storage.Call, do func() error) error {
	c.mu.Lock()
	switch call.Method {
	case "Append", "Finish", "Rewrite", "Delete":
		c.answers.Remove("head " + call.Of)
	case "Put":
		c.answers.Remove("setting " + call.Of)
	case "PutPerson": // with it any other one may change
		c.answers.Clear()
	default:
		c.mu.Unlock()
		return do()
	}
	c.begun++
	c.open++
	c.mu.Unlock()
	err := do()
	end := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.open--
	}
	if err == nil || IsConflict(err) {
		end()
	} else {
		time.AfterFunc(settleTimeout, end)
	}
	return err
}
