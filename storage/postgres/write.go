package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"tabuleiro/storage"
)

// lockEpoch locks the row of the epoch, which cannot be raised before the transaction ends.
const lockEpoch = `SELECT 1 FROM epoch WHERE number = $1 FOR SHARE`

// batch is a transaction that is sent as a whole, in one round trip.
type batch struct {
	pgx.Batch
	wrong map[int]error // errors of must, by index of the statement
}

// must queues a statement that has to return a row. If it returns none, a division by zero aborts the transaction
// before the statements behind it run, and send returns the error wrong.
func (b *batch) must(wrong error, sql string, args ...any) {
	b.wrong[b.Len()] = wrong
	b.Queue("WITH done AS ("+sql+") SELECT 1 / count(*) FROM done", args...)
}

// write runs the statements of queue in one transaction, unless the call is wrong; errors name what was being done. Each
// conditional statement must lock the rows it relies on until the end. The end of ctx stops waiting for a connection but
// not a transaction that has begun.
func (s *Store) write(ctx context.Context, action, of string, wrong error, queue func(*batch)) (err error) {
	defer storage.Wrap(&err, "%s %.40q", action, of)
	switch {
	case wrong != nil:
		return wrong
	case s.session == nil:
		return errors.New("the database is open to be read")
	}
	err = s.use(ctx, func(ctx context.Context) error {
		conn, err := s.pool.Acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), callTimeout)
		defer cancel()
		return transact(ctx, conn, s.epoch, queue)
	})
	// Another process has raised the epoch, so this one no longer holds the database.
	if errors.Is(err, storage.ErrLost) {
		s.lose(err)
	}
	return err
}

// transact sends the transaction on a connection.
func transact(ctx context.Context, conn *pgxpool.Conn, epoch int64, queue func(*batch)) error {
	b := batch{wrong: map[int]error{}}
	b.Queue(`BEGIN ISOLATION LEVEL READ COMMITTED`)
	b.must(storage.ErrLost, lockEpoch, epoch)
	queue(&b)
	b.Queue(`COMMIT`)
	err := b.send(ctx, conn)
	if err != nil {
		if _, undo := conn.Exec(ctx, "ROLLBACK"); undo != nil {
			_ = conn.Conn().Close(ctx) // the server then rolls back
		}
	}
	return err
}

// send sends the batch and returns its first error.
func (b *batch) send(ctx context.Context, conn *pgxpool.Conn) error {
	results := conn.SendBatch(ctx, &b.Batch)
	for n := range b.Len() {
		_, err := results.Exec()
		if code(err) == divisionByZero && b.wrong[n] != nil {
			err = b.wrong[n]
		}
		if err != nil {
			_ = results.Close() // returns the same error
			return err
		}
	}
	return results.Close()
}
