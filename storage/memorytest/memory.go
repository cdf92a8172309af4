// Package memorytest is an in-memory store for tests.
package memorytest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Store keeps everything encoded, so that it shares no memory with its callers, and rejects and alters the same
// values as a store on disk.
type Store struct {
	mu       sync.RWMutex
	matches  map[string]*kept // nil: the store is closed
	settings map[string]string
	people   map[string]storage.Person
	ratings  map[ratingKey][]byte
}

type kept struct {
	head    storage.Head // read-only
	encoded []byte       // the head
	events  [][]byte
	causes  map[string]bool
}

// New returns an empty store.
func New() *Store {
	return &Store{
		matches: map[string]*kept{}, settings: map[string]string{}, people: map[string]storage.Person{},
		ratings: map[ratingKey][]byte{},
	}
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	if err := s.append(ctx, head, events, func() error { return nil }); err != nil {
		return fmt.Errorf("append to match %.40q: %w", head.ID, err)
	}
	return nil
}

// append adds events to a match, provided that along succeeds in the same step.
func (s *Store) append(ctx context.Context, head storage.Head, events []match.Event, along func() error) error {
	if err := storage.CheckAppend(head, events); err != nil {
		return err
	}
	next, err := keep(head, events)
	if err != nil {
		return err
	}
	return s.changing(ctx, head.ID, head.N-len(events), func() error {
		if err := along(); err != nil {
			return err
		}
		if old := s.matches[head.ID]; old != nil {
			next.events = append(old.events, next.events...)
			maps.Copy(old.causes, next.causes)
			next.causes = old.causes
		}
		s.matches[head.ID] = next
		return nil
	})
}

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	err := storage.CheckRewrite(head, events)
	var next *kept
	if err == nil {
		next, err = keep(head, events)
	}
	if err == nil {
		err = s.changing(ctx, head.ID, head.N, func() error {
			s.matches[head.ID] = next
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("rewrite match %.40q: %w", head.ID, err)
	}
	return nil
}

// Delete implements storage.Store.
func (s *Store) Delete(ctx context.Context, id string, n int) error {
	err := storage.CheckDelete(id, n)
	if err == nil {
		err = s.changing(ctx, id, n, func() error {
			delete(s.matches, id)
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("delete match %.40q: %w", id, err)
	}
	return nil
}

// keep encodes the head and events of a match.
func keep(head storage.Head, events []match.Event) (*kept, error) {
	encoded, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	m := &kept{encoded: encoded, causes: map[string]bool{}}
	if err := json.Unmarshal(encoded, &m.head); err != nil {
		return nil, err
	}
	for _, e := range events {
		b, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		m.events = append(m.events, b)
		if e.IdempotencyKey != "" {
			m.causes[e.IdempotencyKey] = true
		}
	}
	return m, nil
}

// changing runs do on a match that has n events, and fails with ErrConflict if it has another number.
func (s *Store) changing(ctx context.Context, id string, n int, do func() error) error {
	return s.writing(ctx, func() error {
		held := 0
		if m := s.matches[id]; m != nil {
			held = len(m.events)
		}
		if held != n {
			return fmt.Errorf("it holds %d events, not %d: %w", held, n, storage.ErrConflict)
		}
		return do()
	})
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

// match returns a match. Its head and events never change, because every append stores a new value in its place.
func (s *Store) match(ctx context.Context, id string) (m *kept, err error) {
	err = s.reading(ctx, func() error {
		if m = s.matches[id]; m == nil {
			return storage.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("match %.40q: %w", id, err)
	}
	return m, nil
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	found, err := s.fitting(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("find matches: %w", err)
	}
	slices.SortFunc(found, func(a, b *kept) int { return q.Compare(a.head, b.head) })
	if q.Limit > 0 {
		found = found[:min(q.Limit, len(found))]
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

// fitting returns all matches that fit a query, in no order.
func (s *Store) fitting(ctx context.Context, q storage.Query) (found []*kept, err error) {
	err = s.reading(ctx, func() error {
		for _, m := range s.matches {
			if q.Fits(m.head) && (q.IdempotencyKey == "" || m.causes[q.IdempotencyKey]) {
				found = append(found, m)
			}
		}
		return nil
	})
	return found, err
}

func (m *kept) copy() (storage.Head, error) {
	var h storage.Head
	if err := json.Unmarshal(m.encoded, &h); err != nil {
		return storage.Head{}, fmt.Errorf("head of match %q: %w", m.head.ID, err)
	}
	return h, nil
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (value string, err error) {
	err = s.reading(ctx, func() error {
		value = s.settings[key]
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("setting %.40q: %w", key, err)
	}
	return value, nil
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	err := storage.CheckPut(key, value)
	if err == nil {
		err = s.writing(ctx, func() error {
			s.settings[key] = value
			if value == "" {
				delete(s.settings, key)
			}
			return nil
		})
	}
	if err != nil {
		return fmt.Errorf("keep a setting: %w", err)
	}
	return nil
}

// Keys implements storage.Store.
func (s *Store) Keys(ctx context.Context, prefix string) (keys []string, err error) {
	err = s.reading(ctx, func() error {
		for key := range s.settings {
			if strings.HasPrefix(key, prefix) {
				keys = append(keys, key)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("settings %.40q...: %w", prefix, err)
	}
	slices.Sort(keys)
	return keys, nil
}

// Erase implements storage.Store. In memory there is nothing to erase.
func (s *Store) Erase(ctx context.Context) error {
	if err := s.reading(ctx, func() error { return nil }); err != nil {
		return fmt.Errorf("erase what was replaced: %w", err)
	}
	return nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.matches, s.settings, s.people, s.ratings = nil, nil, nil, nil
	return nil
}
