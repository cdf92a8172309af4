package bolt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// request is a write waiting to be committed.
type request struct {
	// apply writes to a transaction shared with other requests. If it refuses, it must do so before writing anything,
	// so that the other requests are unaffected.
	apply   func(u *update) (refused error)
	refused error
	done    chan error
}

// update is a write transaction shared by several requests. After the first failure all further writes are skipped,
// and the whole transaction is rolled back.
type update struct {
	*bbolt.Tx
	failed error
}

func (u *update) put(bucket, key string, value []byte) {
	if u.failed == nil {
		u.failed = u.Bucket([]byte(bucket)).Put([]byte(key), value)
	}
}

func (u *update) delete(bucket, key string) {
	if u.failed == nil {
		u.failed = u.Bucket([]byte(bucket)).Delete([]byte(key))
	}
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	return s.Finish(ctx, head, nil, events...)
}

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	r, err := newRow(head, events)
	wrong := cmp.Or(storage.CheckRewrite(head, events), err)
	return s.write(ctx, "rewrite match", head.ID, wrong, func(u *update) (refused error) {
		if refused = u.remove(head.ID, head.N); refused == nil {
			r.put(u, nil)
		}
		return refused
	})
}

// Delete implements storage.Store.
func (s *Store) Delete(ctx context.Context, id string, n int) error {
	return s.write(ctx, "delete match", id, storage.CheckDelete(id, n),
		func(u *update) (refused error) { return u.remove(id, n) })
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	encoded, err := encode(setting{value})
	wrong := cmp.Or(err, storage.CheckPut(key, value))
	return s.write(ctx, "keep setting", key, wrong, func(u *update) (refused error) {
		if value == "" {
			u.delete(settings, key)
		} else {
			u.put(settings, key, encoded)
		}
		return nil
	})
}

// write queues apply for the next transaction and waits for the outcome, unless the call is wrong. Errors name what was
// being done.
func (s *Store) write(ctx context.Context, action, of string, wrong error,
	apply func(*update) (refused error)) (err error) {
	defer storage.Wrap(&err, "%s %.40q", action, of)
	if err := cmp.Or(wrong, ctx.Err()); err != nil {
		return err
	}
	r := &request{apply: apply, done: make(chan error, 1)}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return storage.ErrClosed
	}
	s.waiting = append(s.waiting, r)
	s.mu.Unlock()

	select {
	case err := <-r.done:
		return err
	case s.turn <- struct{}{}:
		s.commitWaiting()
		<-s.turn
	case <-ctx.Done():
		s.mu.Lock()
		i := slices.Index(s.waiting, r)
		if i >= 0 {
			s.waiting = slices.Delete(s.waiting, i, i+1)
		}
		s.mu.Unlock()
		if i >= 0 {
			return ctx.Err()
		}
	}
	return <-r.done // the request is in a commit now, so only the commit's outcome is true
}

// commitWaiting commits all waiting requests in one transaction. The caller must hold turn.
func (s *Store) commitWaiting() {
	// Callers that were just answered often write again at once. Yielding lets them join this group, so that the first
	// of them does not get a commit of its own.
	runtime.Gosched()
	s.mu.Lock()
	group := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	err := s.commit(group)
	for _, r := range group {
		r.done <- cmp.Or(err, r.refused) // refused requests too: the refusal may depend on writes of the group that failed
	}
}

// errNothing rolls back a transaction in which every request was refused.
var errNothing = errors.New("nothing to write")

func (s *Store) commit(group []*request) error {
	if s.damage != nil {
		return s.damage
	}
	err := guard(func() error {
		return s.db.Update(func(tx *bbolt.Tx) error {
			u, none := &update{Tx: tx}, errNothing
			for _, r := range group {
				if r.refused = r.apply(u); r.refused == nil {
					none = nil
				}
				if u.failed != nil {
					return u.failed
				}
			}
			return none
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

// row is a match in encoded form with the events to append, prepared outside the transaction as far as possible.
type row struct {
	head    storage.Head
	first   int // number of the first new event, counted from 1
	encoded []byte
	list    []match.Event
	events  [][]byte // the list in encoded form
	entries []entry
}

func newRow(head storage.Head, list []match.Event) (r *row, err error) {
	if err := storage.CheckAppend(head, list); err != nil {
		return nil, err
	}
	// JSON drops the seconds of a time zone's offset, and the index would disagree with the head.
	head.Began, head.Latest, head.Deadline = head.Began.UTC(), head.Latest.UTC(), head.Deadline.UTC()
	r = &row{head: head, first: head.N - len(list) + 1, list: slices.Clone(list), entries: entries(head)}
	for i, e := range list {
		r.list[i].At = e.At.UTC()
	}
	if r.encoded, err = encode(head); err == nil {
		r.events, err = storage.EncodeAll(r.list, encode)
	}
	return r, err
}

// holds fails unless the match has exactly n events, and returns the index entries of its head, if it has one.
func (u *update) holds(id string, n int) ([]entry, error) {
	old, err := load[storage.Head](u.Tx, heads, id)
	switch {
	case storage.Absent(err) != nil:
		return nil, err
	case old.N != n:
		return nil, fmt.Errorf("it holds %d events, not %d: %w", old.N, n, storage.ErrConflict)
	case err != nil:
		return nil, nil
	}
	return entries(old), nil
}

// put writes the events and the head, replacing a head whose index entries were had.
func (r *row) put(u *update, had []entry) {
	for i, e := range r.list {
		u.put(events, eventKey(r.head.ID, r.first+i), r.events[i])
		if e.IdempotencyKey != "" {
			u.put(byCause, e.IdempotencyKey+"\x00"+r.head.ID, nil)
		}
	}
	u.put(heads, r.head.ID, r.encoded)
	for _, e := range had {
		if !slices.Contains(r.entries, e) {
			u.delete(e.bucket, e.key)
		}
	}
	for _, e := range r.entries {
		if !slices.Contains(had, e) {
			u.put(e.bucket, e.key, nil)
		}
	}
}

// remove deletes a match of n events and all its index entries.
func (u *update) remove(id string, n int) (refused error) {
	old, refused := u.holds(id, n)
	if refused != nil {
		return refused
	}
	for i := 1; i <= n; i++ {
		key := eventKey(id, i)
		e, err := load[match.Event](u.Tx, events, key)
		if err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		if old = append(old, entry{events, key}); e.IdempotencyKey != "" {
			old = append(old, entry{byCause, e.IdempotencyKey + "\x00" + id})
		}
	}
	for _, e := range append(old, entry{heads, id}) {
		u.delete(e.bucket, e.key)
	}
	return nil
}
