package bolt

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) ([]match.Event, error) {
	return read(ctx, s, "match", id, func(tx *bbolt.Tx) (list []match.Event, err error) {
		if !zero(id) {
			list, err = eventsOf(tx, id)
		}
		if list == nil && err == nil {
			err = storage.ErrNotFound
		}
		return list, err
	})
}

// eventsOf reads the events of a match: all of them, or those before the first that is missing or unreadable.
func eventsOf(tx *bbolt.Tx, id string) (list []match.Event, err error) {
	for n, v := range below(tx, events, id+"\x00") {
		if len(n) != 4 || binary.BigEndian.Uint32(n) != uint32(len(list)+1) {
			return list, fmt.Errorf("event %d is missing: %w", len(list)+1, ErrDamaged)
		}
		e, err := decode[match.Event](v)
		if err != nil {
			return list, fmt.Errorf("event %d cannot be read: %w", len(list)+1, err)
		}
		list = append(list, e)
	}
	return list, nil
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (storage.Head, error) {
	return read(ctx, s, "match", id, func(tx *bbolt.Tx) (storage.Head, error) {
		return load[storage.Head](tx, heads, id)
	})
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	return read(ctx, s, "setting", key, func(tx *bbolt.Tx) (string, error) {
		is, err := load[setting](tx, settings, key)
		return is.Value, storage.Absent(err)
	})
}

// Keys implements storage.Store.
func (s *Store) Keys(ctx context.Context, prefix string) ([]string, error) {
	return read(ctx, s, "settings from", prefix, func(tx *bbolt.Tx) (keys []string, err error) {
		for rest := range below(tx, settings, prefix) {
			keys = append(keys, prefix+string(rest))
		}
		return keys, nil
	})
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	return read(ctx, s, "matches of", q.Room+q.Player, func(tx *bbolt.Tx) (list []storage.Head, err error) {
		// No name with a zero byte is stored: the byte ends names in keys, and searching for it would match other names.
		if zero(q.Room) || zero(q.Player) || zero(q.IdempotencyKey) {
			return nil, nil
		}
		for id := range candidates(tx, q) {
			h, err := headOf(tx, id)
			if err := cmp.Or(ctx.Err(), err); err != nil {
				return nil, err
			}
			if q.Fits(h) {
				list = append(list, h)
			}
			if q.IdempotencyKey == "" && q.Limit > 0 && len(list) == q.Limit {
				break
			}
		}
		slices.SortFunc(list, q.Compare)
		if q.Limit > 0 {
			list = list[:min(q.Limit, len(list))]
		}
		return list, nil
	})
}

// headOf reads the head of a match that an index names; if it is missing the file is damaged.
func headOf(tx *bbolt.Tx, id []byte) (storage.Head, error) {
	h, err := load[storage.Head](tx, heads, string(id))
	if errors.Is(err, storage.ErrNotFound) {
		err = fmt.Errorf("it is missing: %w", ErrDamaged)
	}
	storage.Wrap(&err, "match %q", id)
	return h, err
}

// read is read for what is not a value.
func (s *Store) read(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.readers.RLock()
	defer s.readers.RUnlock()
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return storage.ErrClosed
	}
	return s.translate(guard(func() error { return s.db.View(fn) }))
}

// read runs fn in a read transaction, and names what it reads in an error. fn must not keep any slice it got from tx.
func read[T any](ctx context.Context, s *Store, what, of string, fn func(tx *bbolt.Tx) (T, error)) (value T, err error) {
	defer storage.Wrap(&err, "%s %.40q", what, of)
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		value, err = fn(tx)
		return cmp.Or(err, ctx.Err())
	})
	return value, err
}

// zero reports whether a name holds a zero byte.
func zero(name string) bool { return strings.IndexByte(name, 0) >= 0 }
