package bolt

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) ([]match.Event, error) {
	var list []match.Event
	err := s.read(ctx, func(tx *bbolt.Tx) error {
		if zero(id) {
			return storage.ErrNotFound
		}
		prefix := []byte(id + "\x00")
		c := tx.Bucket([]byte(events)).Cursor()
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			if n := k[len(prefix):]; len(n) != 4 || binary.BigEndian.Uint32(n) != uint32(len(list)+1) {
				return fmt.Errorf("event %d is missing: %w", len(list)+1, ErrDamaged)
			}
			e, err := decodeEvent(v)
			if err != nil {
				return fmt.Errorf("event %d: %w", len(list)+1, err)
			}
			list = append(list, e)
		}
		if list == nil {
			return storage.ErrNotFound
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("match %.40q: %w", id, err)
	}
	return list, nil
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (storage.Head, error) {
	var h storage.Head
	err := s.read(ctx, func(tx *bbolt.Tx) (err error) {
		b := tx.Bucket([]byte(heads)).Get([]byte(id))
		if b == nil {
			return storage.ErrNotFound
		}
		h, err = decodeHead(b)
		return err
	})
	if err != nil {
		return storage.Head{}, fmt.Errorf("match %.40q: %w", id, err)
	}
	return h, nil
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	var v settingValue
	err := s.read(ctx, func(tx *bbolt.Tx) error {
		if b := tx.Bucket([]byte(settings)).Get([]byte(key)); b != nil {
			return decode(b, &v, &v.V)
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("setting %.40q: %w", key, err)
	}
	return v.Value, nil
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	var list []storage.Head
	err := s.read(ctx, func(tx *bbolt.Tx) error {
		if zero(q.Room) || zero(q.Player) || zero(q.Cause) {
			return nil
		}
		ids, sorted := candidates(tx, q)
		b := tx.Bucket([]byte(heads))
		for id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			v := b.Get(id)
			if v == nil {
				return fmt.Errorf("match %q is missing: %w", id, ErrDamaged)
			}
			h, err := decodeHead(v)
			if err != nil {
				return fmt.Errorf("match %q: %w", id, err)
			}
			if q.Fits(h) {
				list = append(list, h)
			}
			if sorted && q.Limit > 0 && len(list) == q.Limit {
				return nil
			}
		}
		if !sorted {
			slices.SortFunc(list, storage.Newest)
			if q.Limit > 0 && len(list) > q.Limit {
				list = list[:q.Limit]
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find matches: %w", err)
	}
	return list, nil
}

// read reads in a transaction. Nothing that fn got from tx may be kept.
func (s *Store) read(ctx context.Context, fn func(tx *bbolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return storage.ErrClosed
	}
	return s.told(guard(func() error { return s.db.View(fn) }))
}

// zero tells whether a name holds a zero byte, which ends names in keys. Nothing is stored under such a name, and looking
// for it would find the keys of others.
func zero(name string) bool { return strings.IndexByte(name, 0) >= 0 }

// candidates are the ids of all matches that may fit a query, from the index that holds the fewest others, and whether
// they come newest first.
func candidates(tx *bbolt.Tx, q storage.Query) (ids iter.Seq[[]byte], sorted bool) {
	switch {
	case q.Cause != "":
		return caused(tx, q.Cause), false
	case q.Unsaid:
		return newest(tx, byUnsaid, ""), true
	case !q.Due.IsZero():
		return due(tx, stamp(q.Due)), false
	case q.Player != "" && q.Live:
		return newest(tx, byPlayerLive, q.Player+"\x00"), true
	case q.Room != "" && q.Live:
		return newest(tx, byRoomLive, q.Room+"\x00"), true
	case q.Player != "":
		return newest(tx, byPlayer, q.Player+"\x00"), true
	case q.Room != "":
		return newest(tx, byRoom, q.Room+"\x00"), true
	case q.Live:
		return newest(tx, byLive, ""), true
	}
	return newest(tx, byBegan, ""), true
}

// newest walks backwards through the keys of an index that are made of prefix, stamp and id. A prefix ends in a zero byte
// or is empty.
func newest(tx *bbolt.Tx, bucket, prefix string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := tx.Bucket([]byte(bucket)).Cursor()
		for k := before(c, prefix); bytes.HasPrefix(k, []byte(prefix)) && len(k) > 0; k, _ = c.Prev() {
			if !yield(k[len(prefix)+stampLen:]) {
				return
			}
		}
	}
}

// before moves a cursor to the last key that begins with a prefix, or to one that does not if there is none.
func before(c *bbolt.Cursor, prefix string) (key []byte) {
	if prefix != "" {
		after := []byte(prefix)
		after[len(after)-1]++
		if k, _ := c.Seek(after); k != nil {
			key, _ = c.Prev()
			return key
		}
	}
	key, _ = c.Last()
	return key
}

// due walks through the deadlines up to and including a stamp.
func due(tx *bbolt.Tx, until string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		c := tx.Bucket([]byte(byDeadline)).Cursor()
		for k, _ := c.First(); k != nil && string(k[:stampLen]) <= until; k, _ = c.Next() {
			if !yield(k[stampLen:]) {
				return
			}
		}
	}
}

// caused walks through the matches with an event of a cause.
func caused(tx *bbolt.Tx, cause string) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		prefix := []byte(cause + "\x00")
		c := tx.Bucket([]byte(byCause)).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			if !yield(k[len(prefix):]) {
				return
			}
		}
	}
}
