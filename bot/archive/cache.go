package archive

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"tabuleiro/bot/recent"
	"tabuleiro/storage"
)

// Cache is a store that answers from memory what was read lately: heads, settings, and who has an identity. It keeps
// nothing but answers of the store behind it, and drops those that a write may change; so a process has to read and
// write through one cache alone.
type Cache struct {
	storage.Store
	heads    *shelf[storage.Head]
	settings *shelf[string]
	people   *shelf[storage.Person]
}

// The bytes that answers may take, and about how many one takes besides its texts.
const (
	maxHeads    = 4 << 20
	maxSettings = 4 << 20
	maxPeople   = 1 << 20
	overhead    = 256
)

// NewCache puts an empty cache before a store.
func NewCache(store storage.Store) *Cache {
	text := func(s string) string { return s }
	c := &Cache{
		heads:    newShelf(maxHeads, 256, cloneHead, func(h storage.Head) int { return overhead * (1 + len(h.Places)) }),
		settings: newShelf(maxSettings, 256, text, func(s string) int { return len(s) }),
		people:   newShelf(maxPeople, 1, clonePerson, func(p storage.Person) int { return overhead * len(p.Identities) }),
	}
	c.Store = storage.Intercept(store, c.write)
	return c
}

// write carries out a call, and drops the answers to which it may make a difference.
func (c *Cache) write(_ context.Context, call storage.Call, do func() error) error {
	switch call.Method {
	case "Append", "Finish", "Rewrite", "Delete":
		return c.heads.write(do, call.Of)
	case "Put":
		return c.settings.write(do, call.Of)
	case "PutPerson":
		return c.people.write(do, call.Of)
	}
	return do()
}

func cloneHead(h storage.Head) storage.Head {
	h.Players, h.Places = slices.Clone(h.Players), slices.Clone(h.Places)
	return h
}

func clonePerson(p storage.Person) storage.Person {
	p.Identities = slices.Clone(p.Identities)
	return p
}

// Head implements storage.Store.
func (c *Cache) Head(ctx context.Context, id string) (storage.Head, error) {
	return c.heads.read(id, func() (storage.Head, error) { return c.Store.Head(ctx, id) })
}

// Get implements storage.Store.
func (c *Cache) Get(ctx context.Context, key string) (string, error) {
	return c.settings.read(key, func() (string, error) { return c.Store.Get(ctx, key) })
}

// Person implements storage.People.
func (c *Cache) Person(ctx context.Context, identity string) (storage.Person, error) {
	return c.people.read(identity, func() (storage.Person, error) { return c.Store.Person(ctx, identity) })
}

// Close implements storage.Store.
func (c *Cache) Close() error {
	c.heads.close()
	c.settings.close()
	c.people.close()
	return c.Store.Close()
}

// shelf keeps answers by their keys.
type shelf[T any] struct {
	clone   func(T) T
	answers *recent.List[string, answer[T]]
	seed    maphash.Seed

	mu    sync.Mutex
	parts []part // of the keys; where there is only one, a write may change any answer
}

// answer is what a store has said; the error is nil or ErrNotFound.
type answer[T any] struct {
	value T
	err   error
}

// part counts the writes among some of the keys, all and those under way.
type part struct{ begun, open int }

// settleTimeout is how long after a write that failed the store may still carry it out.
const settleTimeout = time.Minute

func newShelf[T any](size, parts int, clone func(T) T, weigh func(T) int) *shelf[T] {
	return &shelf[T]{
		clone:   clone,
		answers: recent.NewWeighed[string](size, 0, func(a answer[T]) int { return overhead + weigh(a.value) }),
		seed:    maphash.MakeSeed(),
		parts:   make([]part, parts),
	}
}

// partOf is the part of a key. The caller holds mu.
func (s *shelf[T]) partOf(key string) *part {
	return &s.parts[maphash.String(s.seed, key)%uint64(len(s.parts))]
}

// read returns the answer with a key, from memory or else by asking for it. An answer that crosses with a write is not
// kept: it may be older.
func (s *shelf[T]) read(key string, ask func() (T, error)) (T, error) {
	if a, ok := s.answers.Get(key); ok {
		return s.clone(a.value), a.err
	}
	s.mu.Lock()
	before := *s.partOf(key)
	s.mu.Unlock()
	value, err := ask()
	s.mu.Lock()
	defer s.mu.Unlock()
	if now := *s.partOf(key); now == before && now.open == 0 && (err == nil || errors.Is(err, storage.ErrNotFound)) {
		s.answers.Put(key, answer[T]{s.clone(value), err})
	}
	return value, err
}

// write drops the answers to which a write may make a difference, and has it done.
func (s *shelf[T]) write(do func() error, key string) error {
	s.mu.Lock()
	p := s.partOf(key)
	p.begun++
	p.open++
	if len(s.parts) == 1 {
		s.answers.Clear()
	} else {
		s.answers.Remove(key)
	}
	s.mu.Unlock()
	err := do()
	end := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		p.open--
	}
	if err == nil || IsConflict(err) {
		end()
	} else {
		time.AfterFunc(settleTimeout, end)
	}
	return err
}

// close lets nothing be answered from memory any more.
func (s *shelf[T]) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.parts {
		s.parts[i].open++
	}
	s.answers.Clear()
}
