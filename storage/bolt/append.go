package bolt

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// request is a write that waits for its turn.
type request struct {
	// apply writes into a transaction which it shares with other requests. It refuses before it has written anything,
	// then the others are not concerned; any other failure spoils the transaction for all.
	apply   func(tx *bbolt.Tx) (refused, failed error)
	alone   bool // it shares with none
	refused error
	done    chan error
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, head storage.Head, events ...match.Event) (err error) {
	defer storage.Wrap(&err, "append to match %.40q", head.ID)
	a, err := newAppending(head, events)
	if err != nil {
		return err
	}
	return s.write(ctx, a.apply)
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) (err error) {
	defer storage.Wrap(&err, "keep a setting")
	encoded, err := json.Marshal(settingValue{valueVersion, value})
	if err := cmp.Or(err, storage.CheckPut(key, value)); err != nil {
		return err
	}
	return s.write(ctx, func(tx *bbolt.Tx) (refused, failed error) {
		b := tx.Bucket([]byte(settings))
		if value == "" {
			return nil, b.Delete([]byte(key))
		}
		return nil, b.Put([]byte(key), encoded)
	})
}

// write lets apply share a transaction.
func (s *Store) write(ctx context.Context, apply func(*bbolt.Tx) (refused, failed error)) error {
	return s.ask(ctx, &request{apply: apply})
}

// ask hands a request to the writer and waits for the outcome.
func (s *Store) ask(ctx context.Context, r *request) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	r.done = make(chan error, 1)
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.waiting = append(s.waiting, r)
	s.work.Signal()
	s.mu.Unlock()

	select {
	case err := <-r.done:
		return err
	case <-ctx.Done():
	}
	s.mu.Lock()
	i := slices.Index(s.waiting, r)
	if i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	}
	s.mu.Unlock()
	if i >= 0 {
		return ctx.Err()
	}
	return <-r.done // the writer has it: only the outcome is the truth
}

// writer commits the requests that wait, all of them at once, until the store is closed and none waits any more.
func (s *Store) writer() {
	defer close(s.done)
	var group []*request
	for {
		if len(group) > 1 {
			// Those just answered often have more to write: let them say so, lest the first of them gets a commit of
			// its own.
			runtime.Gosched()
		}
		s.mu.Lock()
		for len(s.waiting) == 0 && !s.closed {
			s.work.Wait()
		}
		n := together(s.waiting)
		clear(group)
		group = append(group[:0], s.waiting[:n]...)
		s.waiting = slices.Delete(s.waiting, 0, n)
		s.mu.Unlock()
		if len(group) == 0 {
			return
		}
		err := s.commit(group)
		for _, r := range group {
			if err != nil { // even what was refused: perhaps because of others that are not stored now
				r.done <- err
			} else {
				r.done <- r.refused
			}
		}
	}
}

// together is the number of requests, from the first on, that may share a transaction.
func together(waiting []*request) int {
	alone := slices.IndexFunc(waiting, func(r *request) bool { return r.alone })
	switch {
	case alone < 0:
		return len(waiting)
	case alone == 0:
		return 1
	}
	return alone
}

// errNothing rolls back a transaction in which everything was refused.
var errNothing = errors.New("nothing to write")

func (s *Store) commit(group []*request) error {
	if s.damage != nil {
		return s.damage
	}
	err := guard(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			written := false
			for _, r := range group {
				var failed error
				if r.refused, failed = r.apply(tx); failed != nil {
					return failed
				}
				written = written || r.refused == nil
			}
			if !written {
				return errNothing
			}
			return nil
		})
	})
	if errors.Is(err, errNothing) {
		return nil
	}
	if err != nil && full(err) {
		return fmt.Errorf("%s: %w: %w", s.path, storage.ErrFull, err)
	}
	err = s.translate(err)
	if errors.Is(err, ErrDamaged) {
		s.damage = err
	}
	return err
}

// appending is an append, prepared as far as it can be before its turn comes.
type appending struct {
	head    storage.Head
	first   int // number of the first event, counted from 1
	encoded []byte
	events  [][]byte
	entries []entry
	causes  []string
}

func newAppending(head storage.Head, list []match.Event) (*appending, error) {
	if err := storage.CheckAppend(head, list); err != nil {
		return nil, err
	}
	// JSON would lose the seconds of an odd time zone, and the index no longer agree with the head.
	head.Began, head.Latest, head.Deadline = head.Began.UTC(), head.Latest.UTC(), head.Deadline.UTC()
	a := &appending{head: head, first: head.N - len(list) + 1, entries: entries(head)}
	var err error
	if a.encoded, err = encodeHead(head); err != nil {
		return nil, err
	}
	for _, e := range list {
		b, err := encodeEvent(e)
		if err != nil {
			return nil, err
		}
		a.events = append(a.events, b)
		if e.Cause != "" {
			a.causes = append(a.causes, e.Cause)
		}
	}
	return a, nil
}

func (a *appending) apply(tx *bbolt.Tx) (refused, failed error) {
	had, refused := a.holds(tx, a.first-1)
	if refused != nil {
		return refused, nil
	}
	return nil, a.put(tx, had)
}

// holds fails unless the match has n events now, and returns the entries of the head that it has, if any.
func (a *appending) holds(tx *bbolt.Tx, n int) ([]entry, error) {
	var held int
	var had []entry
	if b := tx.Bucket([]byte(heads)).Get([]byte(a.head.ID)); b != nil {
		old, err := decodeHead(b)
		if err != nil {
			return nil, err
		}
		held, had = old.N, entries(old)
	}
	if held != n {
		return nil, fmt.Errorf("it holds %d events, not %d: %w", held, n, storage.ErrConflict)
	}
	return had, nil
}

// put writes the events and the head, in place of one that had some entries.
func (a *appending) put(tx *bbolt.Tx, had []entry) error {
	for i, b := range a.events {
		if err := tx.Bucket([]byte(events)).Put(eventKey(a.head.ID, a.first+i), b); err != nil {
			return err
		}
	}
	if err := tx.Bucket([]byte(heads)).Put([]byte(a.head.ID), a.encoded); err != nil {
		return err
	}
	for _, e := range had {
		if slices.Contains(a.entries, e) {
			continue
		}
		if err := tx.Bucket([]byte(e.bucket)).Delete([]byte(e.key)); err != nil {
			return err
		}
	}
	for _, e := range a.entries {
		if slices.Contains(had, e) {
			continue
		}
		if err := tx.Bucket([]byte(e.bucket)).Put([]byte(e.key), nil); err != nil {
			return err
		}
	}
	for _, cause := range a.causes {
		if err := tx.Bucket([]byte(byCause)).Put([]byte(cause+"\x00"+a.head.ID), nil); err != nil {
			return err
		}
	}
	return nil
}
