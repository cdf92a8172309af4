package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tabuleiro/storage"
)

// lockEpoch takes the row of the epoch, which cannot be raised then before the transaction ends.
const lockEpoch = `SELECT 1 FROM epoch WHERE number = $1 FOR SHARE`

// batch is a transaction that goes to the database as a whole, in one round trip.
type batch struct {
	pgx.Batch
	wrong map[int]error // by the number of the statement
}

// must is Queue for a statement that has to return a row: otherwise the database divides by zero, so that nothing of
// the transaction holds and what comes behind is not even looked at, and the error is wrong.
func (b *batch) must(wrong error, sql string, args ...any) {
	b.wrong[b.Len()] = wrong
	b.Queue("WITH done AS ("+sql+") SELECT 1 / count(*) FROM done", args...)
}

// write has queue say what is to be done, and does it in one transaction: each statement that counts names what it finds,
// and keeps the row until the end. Waiting for a connection ends with ctx, a transaction that has begun does not. It is
// ErrLost, and the session lost, when another process has raised the epoch.
func (s *Store) write(ctx context.Context, queue func(*batch)) error {
	if s.session == nil {
		return errors.New("the database is open to be read")
	}
	err := s.use(ctx, func(ctx context.Context) error {
		conn, err := s.pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
		defer cancel()
		return transact(ctx, conn, s.epoch, queue)
	})
	if errors.Is(err, storage.ErrLost) {
		s.lose(err)
	}
	return err
}

// transact does it on a connection.
func transact(ctx context.Context, conn *pgxpool.Conn, epoch int64, queue func(*batch)) error {
	b := batch{wrong: map[int]error{}}
	b.Queue(`BEGIN ISOLATION LEVEL READ COMMITTED`)
	b.must(storage.ErrLost, lockEpoch, epoch)
	queue(&b)
	b.Queue(`COMMIT`)
	err := b.send(ctx, conn)
	if err != nil {
		if _, undo := conn.Exec(ctx, "ROLLBACK"); undo != nil {
			_ = conn.Conn().Close(ctx) // the server undoes what it has
		}
	}
	return err
}

// send sends it, and returns its first error.
func (b *batch) send(ctx context.Context, conn *pgxpool.Conn) error {
	results := conn.SendBatch(ctx, &b.Batch)
	for n := range b.Len() {
		_, err := results.Exec()
		if code(err) == divisionByZero && b.wrong[n] != nil {
			err = b.wrong[n]
		}
		if err != nil {
			_ = results.Close() // it says the same
			return err
		}
	}
	return results.Close()
}

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
