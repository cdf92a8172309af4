package bolt

import (
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	err := storage.CheckRewrite(head, events)
	var a *appending
	if err == nil {
		a, err = newAppending(head, events)
	}
	if err == nil {
		err = s.write(ctx, a.replace)
	}
	if err != nil {
		return fmt.Errorf("rewrite match %.40q: %w", head.ID, err)
	}
	return nil
}

// replace is apply for a match that has as many events already.
func (a *appending) replace(tx *bbolt.Tx) (refused, failed error) {
	had, refused := a.holds(tx, a.head.N)
	if refused != nil {
		return refused, nil
	}
	var causes []string
	for n := 1; n <= a.head.N; n++ {
		e, err := decodeEvent(tx.Bucket([]byte(events)).Get(eventKey(a.head.ID, n)))
		if err != nil {
			return fmt.Errorf("event %d: %w", n, err), nil
		}
		if e.Cause != "" {
			causes = append(causes, e.Cause)
		}
	}
	for _, cause := range causes {
		if err := tx.Bucket([]byte(byCause)).Delete([]byte(cause + "\x00" + a.head.ID)); err != nil {
			return nil, err
		}
	}
	return nil, a.put(tx, had)
}
