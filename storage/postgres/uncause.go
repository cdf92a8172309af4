package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage"
)

// Uncause goes through the matches with causes in slices of so many, and pauses after each for so many times as long as
// it took: moves are not to feel it.
const (
	sliceMatches = 1000
	pauseTimes   = 9
)

// Uncause implements storage.Store.
func (s *Store) Uncause(ctx context.Context, before time.Time) error {
	for from := ""; ; {
		began := time.Now()
		slice, err := s.caused(ctx, from)
		if err == nil {
			err = s.uncause(ctx, slice, before)
		}
		if err != nil {
			return fmt.Errorf("let go of causes: %w", err)
		}
		if len(slice) < sliceMatches {
			return nil
		}
		from = slice[len(slice)-1].ID
		select {
		case <-ctx.Done():
		case <-time.After(pauseTimes * time.Since(began)):
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// caused returns the heads of the next matches behind an id that are found by a cause.
func (s *Store) caused(ctx context.Context, from string) (slice []storage.Head, err error) {
	err = s.use(ctx, func(ctx context.Context) error {
		rows, err := s.pool.Query(ctx, `SELECT head FROM matches WHERE id IN (SELECT match FROM causes WHERE match > $1)
			ORDER BY id LIMIT $2`, from, sliceMatches)
		if err != nil {
			return err
		}
		slice, err = pgx.CollectRows(rows, decode[storage.Head])
		return err
	})
	return slice, err
}

// uncause takes out the causes of those matches that have nothing new since a time, which is compared here: a timestamp
// of the database is only exact to a microsecond. Those that have gone on meanwhile keep theirs.
func (s *Store) uncause(ctx context.Context, slice []storage.Head, before time.Time) error {
	var ids []string
	var counts []int32
	for _, h := range slice {
		if h.Latest.Before(before) {
			ids, counts = append(ids, h.ID), append(counts, int32(h.N))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return s.write(ctx, func(b *batch) {
		b.Queue(`DELETE FROM causes USING matches m, unnest($1::text[], $2::integer[]) AS old (id, n)
			WHERE causes.match = m.id AND m.id = old.id AND m.n = old.n`, ids, counts)
	})
}
