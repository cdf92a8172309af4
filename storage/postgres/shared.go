package postgres

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage"
)

// clock is what the database's clock shows, in Unix milliseconds.
const clock = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

// single runs a statement that is a transaction of its own, again if the database could not put it in order with
// others.
func (s *Store) single(ctx context.Context, do func(context.Context) error) error {
	return s.use(ctx, func(ctx context.Context) error {
		for try := 1; ; try++ {
			if err := do(ctx); !disordered(err) || try == tries {
				return err
			}
		}
	})
}

// Acquire implements storage.Shared.
func (s *Store) Acquire(ctx context.Context, holder string, d time.Duration,
	names ...string) (got []storage.Lease, err error) {
	names = slices.Clone(names)
	slices.Sort(names) // those who acquire the same come in the same order, and wait for each other in no circle
	err = storage.CheckLeases(holder, names)
	if err == nil {
		err = s.single(ctx, func(ctx context.Context) error {
			rows, err := s.pool.Query(ctx, `INSERT INTO leases (name, fence, holder, until)
				SELECT name, 1, $1, `+clock+` + $2 FROM unnest($3::text[]) AS new (name)
				ON CONFLICT (name) DO UPDATE SET fence = leases.fence + 1, holder = excluded.holder, until = excluded.until, asks = 0
				WHERE leases.holder = '' OR leases.until <= `+clock+`
				RETURNING name, holder, fence, $2::bigint, asks`, holder, d.Milliseconds(), names)
			if err != nil {
				return err
			}
			got, err = pgx.CollectRows(rows, lease)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("acquire leases: %w", err)
	}
	return got, nil
}

// lease reads a row of a lease with the milliseconds that are left.
func lease(row pgx.CollectableRow) (l storage.Lease, err error) {
	var left int64
	err = row.Scan(&l.Name, &l.Holder, &l.Fence, &left, &l.Asks)
	l.Left = max(0, time.Duration(left)*time.Millisecond)
	return l, err
}

// Renew implements storage.Shared.
func (s *Store) Renew(ctx context.Context, holder string, d time.Duration, asks int) (all []storage.Lease, err error) {
	err = s.single(ctx, func(ctx context.Context) error {
		var b pgx.Batch
		b.Queue(`UPDATE leases SET until = `+clock+` + $2, asks = $3 WHERE holder = $1`, holder, d.Milliseconds(), asks)
		b.Queue(`SELECT name, holder, fence, until - ` + clock + `, asks FROM leases ORDER BY name`)
		results := s.pool.SendBatch(ctx, &b)
		defer results.Close()
		if _, err := results.Exec(); err != nil {
			return err
		}
		rows, err := results.Query()
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, lease)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("renew leases: %w", err)
	}
	return all, nil
}

// Release implements storage.Shared.
func (s *Store) Release(ctx context.Context, leases ...storage.Lease) error {
	var names []string
	var fences []int64
	for _, l := range leases {
		names, fences = append(names, l.Name), append(fences, l.Fence)
	}
	err := s.single(ctx, func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, `UPDATE leases SET holder = '', until = 0
			WHERE (name, fence) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`, names, fences)
		return err
	})
	if err != nil {
		return fmt.Errorf("release leases: %w", err)
	}
	return nil
}

// Forget implements storage.Shared. The last letter that there is ends the range of the names.
func (s *Store) Forget(ctx context.Context, prefix string, over time.Duration) error {
	err := s.single(ctx, func(ctx context.Context) error {
		_, err := s.pool.Exec(ctx, `DELETE FROM leases WHERE name >= $1 AND name < $2 AND until < `+clock+` - $3`,
			prefix, prefix+"\U0010ffff", over.Milliseconds())
		return err
	})
	if err != nil {
		return fmt.Errorf("forget leases: %w", err)
	}
	return nil
}

// File implements storage.Shared.
func (s *Store) File(ctx context.Context, letters ...storage.Letter) error {
	err := storage.CheckLetters(letters)
	if err == nil {
		err = s.single(ctx, func(ctx context.Context) error {
			boxes, services, numbers, bodies := columns(letters)
			_, err := s.pool.Exec(ctx, `INSERT INTO inbox (box, service, number, body)
				SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) ON CONFLICT DO NOTHING`, boxes, services, numbers, bodies)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("file letters: %w", err)
	}
	return nil
}

// columns are letters as the table has them.
func columns(letters []storage.Letter) (boxes []string, services []string, numbers []int64, bodies []string) {
	for _, l := range letters {
		boxes, services = append(boxes, l.Box), append(services, l.Service)
		numbers, bodies = append(numbers, l.Number), append(bodies, l.Body)
	}
	return boxes, services, numbers, bodies
}

// lettersIn is the statement of Letters.
const lettersIn = `SELECT box, service, number, body FROM inbox
	WHERE box = ANY ($1) AND number <> ALL ($2) ORDER BY service, number LIMIT $3`

// Letters implements storage.Shared.
func (s *Store) Letters(ctx context.Context, boxes []string, known []int64,
	most int) (found []storage.Letter, err error) {
	if known == nil {
		known = []int64{} // nil is NULL, which nothing is unlike
	}
	err = s.use(ctx, func(ctx context.Context) error {
		rows, err := s.pool.Query(ctx, lettersIn, boxes, known, most)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (l storage.Letter, err error) {
			return l, row.Scan(&l.Box, &l.Service, &l.Number, &l.Body)
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("look for letters: %w", err)
	}
	return found, nil
}

// thrown is the statement of Done. The store that tells a write that its lease has changed hands tells this statement,
// too: so of a letter that could not be dealt with for that reason nothing is thrown away.
const thrown = `DELETE FROM inbox WHERE (box, service, number) IN (
	SELECT d.box, d.service, d.number FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS d (box, service, number, fence)
	WHERE d.fence = 0 OR d.fence = (SELECT l.fence FROM leases l WHERE l.name = d.box))`

// Done implements storage.Shared.
func (s *Store) Done(ctx context.Context, letters ...storage.Letter) error {
	err := s.single(ctx, func(ctx context.Context) error {
		boxes, services, numbers, _ := columns(letters)
		fences := make([]int64, len(letters))
		for i, l := range letters {
			fences[i] = l.Fence
		}
		_, err := s.pool.Exec(ctx, thrown, boxes, services, numbers, fences)
		return err
	})
	if err != nil {
		return fmt.Errorf("throw letters away: %w", err)
	}
	return nil
}
