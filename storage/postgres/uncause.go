package postgres

import (
	"context"
	"fmt"
	"time"

	"tabuleiro/storage"
)

// Uncause implements storage.Store.
func (s *Store) Uncause(ctx context.Context, before time.Time) error {
	old, err := s.causedBefore(ctx, before)
	const piece = 1000
	for err == nil && len(old) > 0 {
		n := min(piece, len(old))
		err = s.uncause(ctx, old[:n])
		old = old[n:]
	}
	if err != nil {
		return fmt.Errorf("let go of causes: %w", err)
	}
	return nil
}

// causedBefore are the heads of the matches that are found by a cause and have nothing new since a time, which is
// compared here: a timestamp of the database is only exact to a microsecond.
func (s *Store) causedBefore(ctx context.Context, before time.Time) (old []storage.Head, err error) {
	err = s.useLong(ctx, func(ctx context.Context) error {
		rows, err := s.pool.Query(ctx, `SELECT head FROM matches WHERE id IN (SELECT match FROM causes)`)
		if err != nil {
			return err
		}
		for rows.Next() {
			h, err := decode[storage.Head](rows)
			if err != nil {
				rows.Close()
				return err
			}
			if h.Latest.Before(before) {
				old = append(old, storage.Head{ID: h.ID, N: h.N})
			}
		}
		return rows.Err()
	})
	return old, err
}

// uncause takes out the causes of matches, but for those that have gone on meanwhile.
func (s *Store) uncause(ctx context.Context, old []storage.Head) error {
	var ids []string
	var counts []int32
	for _, h := range old {
		ids, counts = append(ids, h.ID), append(counts, int32(h.N))
	}
	return s.write(ctx, func(b *batch) {
		b.Queue(`DELETE FROM causes USING matches m, unnest($1::text[], $2::integer[]) AS old (id, n)
			WHERE causes.match = m.id AND m.id = old.id AND m.n = old.n`, ids, counts)
	})
}
