// Package memory is a store that lives as long as the process. It serves tests and trying things out.
package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Store keeps everything encoded, so that nobody shares a slice or a pointer with it, and so that it refuses and alters
// what a store on disk would refuse and alter.
type Store struct {
	mu       sync.RWMutex
	matches  map[string]*kept // nil: closed
	settings map[string]string
}

type kept struct {
	head    storage.Head // only to be looked at
	encoded []byte       // head
	events  [][]byte
	causes  map[string]bool
}

// New returns an empty store.
func New() *Store {
	return &Store{matches: map[string]*kept{}, settings: map[string]string{}}
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	if err := s.append(ctx, head, events); err != nil {
		return fmt.Errorf("append to match %.40q: %w", head.ID, err)
	}
	return nil
}

func (s *Store) append(ctx context.Context, head storage.Head, events []match.Event) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := storage.CheckAppend(head, events); err != nil {
		return err
	}
	encoded, err := json.Marshal(head)
	if err != nil {
		return err
	}
	next := &kept{encoded: encoded}
	if err := json.Unmarshal(encoded, &next.head); err != nil {
		return err
	}
	for _, e := range events {
		b, err := json.Marshal(e)
		if err != nil {
			return err
		}
		next.events = append(next.events, b)
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches == nil {
		return storage.ErrClosed
	}
	old := s.matches[head.ID]
	if old == nil {
		old = &kept{causes: map[string]bool{}}
	}
	if held := len(old.events); held != head.N-len(events) {
		return fmt.Errorf("it holds %d events, not %d: %w", held, head.N-len(events), storage.ErrConflict)
	}
	next.events, next.causes = append(old.events, next.events...), old.causes
	for _, e := range events {
		if e.Cause != "" {
			next.causes[e.Cause] = true
		}
	}
	s.matches[head.ID] = next
	return nil
}

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) ([]match.Event, error) {
	m, err := s.match(ctx, id)
	if err != nil {
		return nil, err
	}
	events := make([]match.Event, len(m.events))
	for i, b := range m.events {
		if err := json.Unmarshal(b, &events[i]); err != nil {
			return nil, fmt.Errorf("event %d of match %q: %w", i+1, id, err)
		}
	}
	return events, nil
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (storage.Head, error) {
	m, err := s.match(ctx, id)
	if err != nil {
		return storage.Head{}, err
	}
	return m.copy()
}

// match returns what is kept of a match. It never changes, as every append puts another in its place.
func (s *Store) match(ctx context.Context, id string) (*kept, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("match %.40q: %w", id, err)
	}
	if s.matches == nil {
		return nil, fmt.Errorf("match %.40q: %w", id, storage.ErrClosed)
	}
	m := s.matches[id]
	if m == nil {
		return nil, fmt.Errorf("match %.40q: %w", id, storage.ErrNotFound)
	}
	return m, nil
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("find matches: %w", err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.matches == nil {
		return nil, fmt.Errorf("find matches: %w", storage.ErrClosed)
	}
	var found []*kept
	for _, m := range s.matches {
		if q.Fits(m.head) && (q.Cause == "" || m.causes[q.Cause]) {
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *kept) int { return storage.Newest(a.head, b.head) })
	if q.Limit > 0 && len(found) > q.Limit {
		found = found[:q.Limit]
	}
	var heads []storage.Head
	for _, m := range found {
		h, err := m.copy()
		if err != nil {
			return nil, err
		}
		heads = append(heads, h)
	}
	return heads, nil
}

func (m *kept) copy() (storage.Head, error) {
	var h storage.Head
	if err := json.Unmarshal(m.encoded, &h); err != nil {
		return storage.Head{}, fmt.Errorf("head of match %q: %w", m.head.ID, err)
	}
	return h, nil
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("setting %.40q: %w", key, err)
	}
	if s.matches == nil {
		return "", fmt.Errorf("setting %.40q: %w", key, storage.ErrClosed)
	}
	return s.settings[key], nil
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	if err := s.put(ctx, key, value); err != nil {
		return fmt.Errorf("keep setting %.40q: %w", key, err)
	}
	return nil
}

func (s *Store) put(ctx context.Context, key, value string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := storage.CheckPut(key, value); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.matches == nil {
		return storage.ErrClosed
	}
	if value == "" {
		delete(s.settings, key)
	} else {
		s.settings[key] = value
	}
	return nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.matches, s.settings = nil, nil
	return nil
}
