package postgres

import (
	"context"
	"time"

	"tabuleiro/storage"
)

// sliceMatches is the number of matches with causes that ExpireKeys looks at in a step.
const sliceMatches = 1000

// ExpireKeys implements storage.Store. Whether a match has anything new is seen here: a timestamp of the database is only
// exact to a microsecond. Those that have gone on meanwhile keep their causes.
func (s *Store) ExpireKeys(ctx context.Context, before time.Time) (err error) {
	defer storage.Wrap(&err, "let go of causes")
	return storage.InSteps(ctx, func(from string) (next string, err error) {
		slice, err := list(ctx, s, decode[storage.Head],
			`SELECT head FROM matches WHERE id IN (SELECT match FROM causes WHERE match > $1) ORDER BY id LIMIT $2`, from,
			sliceMatches)
		if err != nil {
			return "", err
		}
		var ids []string
		var counts []int32
		for _, h := range slice {
			if h.Latest.Before(before) {
				ids, counts = append(ids, h.ID), append(counts, int32(h.N))
			}
		}
		if len(slice) == sliceMatches {
			next = slice[sliceMatches-1].ID
		}
		return next, s.write(ctx, func(b *batch) {
			b.Queue(`WITH rest AS (SELECT m.id FROM matches m JOIN unnest($1::text[], $2::integer[]) AS old (id, n) USING (id, n)
					ORDER BY id FOR SHARE OF m)
				DELETE FROM causes USING rest WHERE causes.match = rest.id`, ids, counts)
		})
	})
}
