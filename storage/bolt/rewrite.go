package bolt

import (
	"cmp"
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) (err error) {
	defer storage.Wrap(&err, "rewrite match %.40q", head.ID)
	a, err := newAppending(head, events)
	if err := cmp.Or(storage.CheckRewrite(head, events), err); err != nil {
		return err
	}
	return s.write(ctx, a.replace)
}

// Delete implements storage.Store.
func (s *Store) Delete(ctx context.Context, id string, n int) (err error) {
	defer storage.Wrap(&err, "delete match %.40q", id)
	if err := storage.CheckDelete(id, n); err != nil {
		return err
	}
	return s.write(ctx, (&appending{head: storage.Head{ID: id, N: n}}).remove)
}

// replace is apply for a match that has as many events already.
func (a *appending) replace(tx *bbolt.Tx) (refused, failed error) {
	had, refused, failed := a.uncause(tx)
	if refused != nil || failed != nil {
		return refused, failed
	}
	return nil, a.put(tx, had)
}

// remove is replace with nothing.
func (a *appending) remove(tx *bbolt.Tx) (refused, failed error) {
	had, refused, failed := a.uncause(tx)
	if refused != nil || failed != nil {
		return refused, failed
	}
	for n := 1; n <= a.head.N; n++ {
		had = append(had, entry{events, string(eventKey(a.head.ID, n))})
	}
	for _, e := range append(had, entry{heads, a.head.ID}) {
		if err := tx.Bucket([]byte(e.bucket)).Delete([]byte(e.key)); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// uncause takes out by which causes the match is found, and returns the entries of its head.
func (a *appending) uncause(tx *bbolt.Tx) (had []entry, refused, failed error) {
	if had, refused = a.holds(tx, a.head.N); refused != nil {
		return nil, refused, nil
	}
	var causes []string
	for n := 1; n <= a.head.N; n++ {
		e, err := decodeEvent(tx.Bucket([]byte(events)).Get(eventKey(a.head.ID, n)))
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", n, err), nil
		}
		if e.Cause != "" {
			causes = append(causes, e.Cause)
		}
	}
	for _, cause := range causes {
		if err := tx.Bucket([]byte(byCause)).Delete([]byte(cause + "\x00" + a.head.ID)); err != nil {
			return nil, nil, err
		}
	}
	return had, nil, nil
}
