package archive

import (
	"context"
	"errors"
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
		heads:    newShelf(maxHeads, cloneHead, func(h storage.Head) int { return overhead * (1 + len(h.Places)) }),
		settings: newShelf(maxSettings, text, func(s string) int { return len(s) }),
		people:   newShelf(maxPeople, clonePerson, func(p storage.Person) int { return overhead * len(p.Identities) }),
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
		return c.people.write(do, everything)
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

// everything is the key of a write of which it is not known before what it changes.
const everything = ""

// shelf keeps answers by their keys.
type shelf[T any] struct {
	clone   func(T) T
	answers *recent.List[string, answer[T]]

	mu     sync.Mutex
	topics map[string]*topic // by key: of which calls are under way
	sweeps int               // writes of everything that have begun
	closed bool
}

// answer is what a store has said; the error is nil or ErrNotFound.
type answer[T any] struct {
	value T
	err   error
}

// topic is what some calls under way are about. Answers that cross with a write are not kept.
type topic struct {
	calls   int
	written bool
}

// settleTimeout is how long after a write that failed the store may still carry it out.
const settleTimeout = time.Minute

func newShelf[T any](size int, clone func(T) T, weigh func(T) int) *shelf[T] {
	return &shelf[T]{
		clone:   clone,
		answers: recent.NewWeighed[string](size, 0, func(a answer[T]) int { return overhead + weigh(a.value) }),
		topics:  map[string]*topic{},
	}
}

// begin begins a call about a topic. The caller holds mu.
func (s *shelf[T]) begin(of string) *topic {
	t := s.topics[of]
	if t == nil {
		t = &topic{}
		s.topics[of] = t
	}
	t.calls++
	return t
}

// end ends a call about a topic. The caller holds mu.
func (s *shelf[T]) end(of string) {
	t := s.topics[of]
	if t.calls--; t.calls == 0 {
		delete(s.topics, of)
	}
}

// read returns the answer with a key, from memory or else by asking for it.
func (s *shelf[T]) read(key string, ask func() (T, error)) (T, error) {
	s.mu.Lock()
	if a, ok := s.answers.Get(key); ok && !s.closed {
		s.mu.Unlock()
		return s.clone(a.value), a.err
	}
	t, sweeps := s.begin(key), s.sweeps
	s.mu.Unlock()
	value, err := ask()
	s.mu.Lock()
	defer s.mu.Unlock()
	crossed := t.written || s.sweeps > sweeps || s.topics[everything] != nil
	if !crossed && (err == nil || errors.Is(err, storage.ErrNotFound)) {
		s.answers.Put(key, answer[T]{s.clone(value), err})
	}
	s.end(key)
	return value, err
}

// write drops the answers to which a write may make a difference, and has it done.
func (s *shelf[T]) write(do func() error, key string) error {
	s.mu.Lock()
	s.begin(key).written = true
	s.answers.Remove(key)
	if key == everything {
		s.sweeps++
		s.answers.Clear()
	}
	s.mu.Unlock()
	err := do()
	end := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.end(key)
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
	s.closed = true
}
