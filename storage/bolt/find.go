package bolt

import (
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
func (s *Store) Events(ctx context.Context, id string) (list []match.Event, err error) {
	defer storage.Wrap(&err, "match %.40q", id)
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		if zero(id) {
			return storage.ErrNotFound
		}
		if list, err = eventsOf(tx, id); err != nil {
			return err
		}
		if list == nil {
			return storage.ErrNotFound
		}
		return ctx.Err()
	})
	return list, err
}

// eventsOf reads all events of a match.
func eventsOf(tx *bbolt.Tx, id string) (list []match.Event, err error) {
	for n, v := range below(tx, events, id+"\x00") {
		if len(n) != 4 || binary.BigEndian.Uint32(n) != uint32(len(list)+1) {
			return nil, fmt.Errorf("event %d is missing: %w", len(list)+1, ErrDamaged)
		}
		e, err := decode[match.Event](v)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", len(list)+1, err)
		}
		list = append(list, e)
	}
	return list, nil
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (h storage.Head, err error) {
	defer storage.Wrap(&err, "match %.40q", id)
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		h, err = load[storage.Head](tx, heads, id)
		return err
	})
	return h, err
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (value string, err error) {
	defer storage.Wrap(&err, "setting %.40q", key)
	err = s.read(ctx, func(tx *bbolt.Tx) error {
		is, err := load[setting](tx, settings, key)
		value = is.Value
		return absent(err)
	})
	return value, err
}

// Keys implements storage.Store.
func (s *Store) Keys(ctx context.Context, prefix string) (keys []string, err error) {
	defer storage.Wrap(&err, "settings %.40q...", prefix)
	err = s.read(ctx, func(tx *bbolt.Tx) error {
		for rest := range below(tx, settings, prefix) {
			keys = append(keys, prefix+string(rest))
		}
		return ctx.Err()
	})
	return keys, err
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) (list []storage.Head, err error) {
	defer storage.Wrap(&err, "find matches")
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		switch {
		case impossible(q):
		case indexed(q):
			list, err = findIndexed(ctx, tx, q)
		default:
			list, err = findFew(ctx, tx, q)
			first, end := q.Page(len(list))
			list = list[first:end]
		}
		return err
	})
	return list, err
}

// Count implements storage.Store.
func (s *Store) Count(ctx context.Context, q storage.Query) (n int, err error) {
	defer storage.Wrap(&err, "count matches")
	err = s.read(ctx, func(tx *bbolt.Tx) (err error) {
		switch {
		case impossible(q):
		case indexed(q):
			n, err = countIndexed(ctx, tx, q)
		default:
			var list []storage.Head
			list, err = findFew(ctx, tx, q)
			n = len(list)
		}
		return err
	})
	return n, err
}

// impossible reports whether no match fits: none is live and ended, and none is stored under a name with a zero byte,
// which ends names in keys, so that looking for it would find the keys of others.
func impossible(q storage.Query) bool {
	return q.Live && q.Ended || zero(q.Room) || zero(q.Player) || zero(q.Cause)
}

// indexed reports whether the indexes alone say which matches fit, and in which order.
func indexed(q storage.Query) bool { return q.Cause == "" && q.Due.IsZero() }

// findIndexed reads no other heads than those it returns.
func findIndexed(ctx context.Context, tx *bbolt.Tx, q storage.Query) (list []storage.Head, err error) {
	n := 0
	for when := range fitting(tx, q) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if n++; n <= q.Skip {
			continue
		}
		h, err := headOf(tx, when[stampLen:])
		if err != nil {
			return nil, err
		}
		if !q.Fits(h) {
			return nil, fmt.Errorf("match %q is not what its keys say: %w", h.ID, ErrDamaged)
		}
		if list = append(list, h); len(list) == q.Limit {
			break
		}
	}
	return list, nil
}

// countIndexed reads no heads.
func countIndexed(ctx context.Context, tx *bbolt.Tx, q storage.Query) (n int, err error) {
	for range fitting(tx, q) {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			break
		}
	}
	return n, ctx.Err()
}

// findFew answers a query for a Cause or a Due, for which only few matches can fit, without Skip and Limit.
func findFew(ctx context.Context, tx *bbolt.Tx, q storage.Query) (list []storage.Head, err error) {
	for id := range few(tx, q) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		h, err := headOf(tx, id)
		if err != nil {
			return nil, err
		}
		if q.Fits(h) {
			list = append(list, h)
		}
	}
	slices.SortFunc(list, storage.Newest)
	return list, nil
}

// headOf reads the head of a match that is in an index.
func headOf(tx *bbolt.Tx, id []byte) (storage.Head, error) {
	h, err := load[storage.Head](tx, heads, string(id))
	if errors.Is(err, storage.ErrNotFound) {
		err = fmt.Errorf("it is missing: %w", ErrDamaged)
	}
	storage.Wrap(&err, "match %q", id)
	return h, err
}

// read reads in a transaction. Nothing that fn got from tx may be kept.
func (s *Store) read(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.reading++
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.reading--; s.reading == 0 {
			s.unread.Broadcast()
		}
	}()
	return s.translate(guard(func() error { return s.db.View(fn) }))
}

// zero reports whether a name holds a zero byte.
func zero(name string) bool { return strings.IndexByte(name, 0) >= 0 }
