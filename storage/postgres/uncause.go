package postgres

import (
	"context"
	"time"

	"tabuleiro/storage"
)

// Uncause goes through the matches with causes in slices of so many, and pauses after each for so many times as long as
// it took: moves are not to feel it.
const (
	sliceMatches = 1000
	pauseTimes   = 9
)

// Uncause implements storage.Store.
func (s *Store) Uncause(ctx context.Context, before time.Time) (err error) {
	defer storage.Wrap(&err, "let go of causes")
	for from := ""; ; {
		began := time.Now()
		slice, err := list(ctx, s, decode[storage.Head],
			`SELECT head FROM matches WHERE id IN (SELECT match FROM causes WHERE match > $1) ORDER BY id LIMIT $2`, from,
			sliceMatches)
		if err == nil {
			err = s.uncause(ctx, slice, before)
		}
		if err != nil || len(slice) < sliceMatches {
			return err
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
	return s.write(ctx, func(b *batch) {
		b.Queue(`WITH rest AS (SELECT m.id FROM matches m JOIN unnest($1::text[], $2::integer[]) AS old (id, n) USING (id, n)
				ORDER BY id FOR SHARE OF m)
			DELETE FROM causes USING rest WHERE causes.match = rest.id`, ids, counts)
	})
}
