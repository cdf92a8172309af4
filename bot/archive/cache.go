package archive

import (
	"context"
	"errors"
	"slices"
	"strings"
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

	mu     sync.Mutex
	begun  int            // writes, those that are over too
	open   map[string]int // writes under way, by what they may change
	closed bool
}

// answer is what a store has said; the error is nil or ErrNotFound.
type answer struct {
	value any
	err   error
}

// maxAnswers bounds the number of answers.
const maxAnswers = 10_000

// persons begin the keys of answers on people, each of which may change with any person.
const persons = "person "

// NewCache puts an empty cache before a store.
func NewCache(store storage.Store) *Cache {
	c := &Cache{open: map[string]int{}, answers: cache.New[string, answer](maxAnswers, cache.Askable)}
	c.Store = storage.Intercept(store, c.write)
	return c
}

// Head implements storage.Store.
func (c *Cache) Head(ctx context.Context, id string) (storage.Head, error) {
	h, err := read(c, "head "+id, "head "+id, func() (storage.Head, error) { return c.Store.Head(ctx, id) })
	h.Players, h.Places = slices.Clone(h.Players), slices.Clone(h.Places)
	return h, err
}

// Get implements storage.Store.
func (c *Cache) Get(ctx context.Context, key string) (string, error) {
	return read(c, "setting "+key, "setting "+key, func() (string, error) { return c.Store.Get(ctx, key) })
}

// Person implements storage.People.
func (c *Cache) Person(ctx context.Context, identity string) (storage.Person, error) {
	p, err := read(c, persons+identity, persons, func() (storage.Person, error) { return c.Store.Person(ctx, identity) })
	p.Identities = slices.Clone(p.Identities)
	return p, err
}

// Close implements storage.Store.
func (c *Cache) Close() error {
	c.mu.Lock()
	c.closed = true
	c.answers.Clear()
	c.mu.Unlock()
	return c.Store.Close()
}

// read returns the answer with a key, from memory or else by asking for it. An answer that crosses with a write is not
// kept: it may be older.
func read[T any](c *Cache, key, scope string, ask func() (T, error)) (T, error) {
	if a, ok := c.answers.Get(key); ok {
		return a.value.(T), a.err
	}
	c.mu.Lock()
	before, crossing := c.begun, c.closed || c.open[scope] > 0
	c.mu.Unlock()
	value, err := ask()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !crossing && !c.closed && c.begun == before && (err == nil || errors.Is(err, storage.ErrNotFound)) {
		c.answers.Put(key, answer{value, err})
	}
	return value, err
}

// settleTimeout is how long after a write that failed the store may still carry it out.
const settleTimeout = time.Minute

// write carries out a call, and drops the answers to which it may make a difference.
func (c *Cache) write(_ context.Context, call storage.Call, do func() error) error {
	scope := ""
	switch call.Method {
	case "Append", "Finish", "Rewrite", "Delete":
		scope = "head " + call.Of
	case "Put":
		scope = "setting " + call.Of
	case "PutPerson":
		scope = persons
	default:
		return do()
	}
	c.mu.Lock()
	c.begun++
	c.open[scope]++
	if scope == persons {
		c.answers.RemoveIf(func(key string, _ answer) bool { return strings.HasPrefix(key, persons) })
	} else {
		c.answers.Remove(scope)
	}
	c.mu.Unlock()
	err := do()
	end := func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.open[scope]--; c.open[scope] == 0 {
			delete(c.open, scope)
		}
	}
	if err == nil || IsConflict(err) {
		end()
	} else {
		time.AfterFunc(settleTimeout, end)
	}
	return err
}
