// Package postgres keeps matches in PostgreSQL, or in a database that speaks its protocol, for bots that run as several
// processes or are looked after like other databases.
//
// The SQL stays within what CockroachDB, YugabyteDB and Citus document: plain tables and B-tree indexes, partial ones
// among them, no advisory locks, no sequences, nothing that relies on LISTEN. A write is one transaction of isolation
// level SERIALIZABLE, in one round trip; it is tried again when the database says that it could not be put in order
// with others (SQLSTATE 40001). Every read uses an index.
//
// That was compared with their documentation, and not tried. CockroachDB takes no columns with the collation "C", and
// the tables are made without it there; at SERIALIZABLE it takes FOR KEY SHARE without locking anything, and puts in
// order what is fenced by that as it does all else. YugabyteDB takes the collation as PostgreSQL does; its locks were
// not looked up. In Citus every primary key contains what a table would be distributed by: matches by id, events,
// causes and concerns by match, leases by name, inbox by box; how it puts transactions of two nodes in order was not
// looked up: it would be the lock on the lease that fences a write, and the key of an event that keeps another one from
// its place.
//
// It is a storage.Shared. The lease of a fenced write is looked at, and locked for others to read, at the beginning of
// the transaction: so one that has changed hands is seen, one that is about to waits for the end of the write, and
// renewing a lease, which changes no column of a key, waits for nothing.
//
// # When a server fails
//
// An address may name several servers, with target_session_attrs=read-write. One that says nothing any more, on
// connections that stay, is given up after seconds, and the one that leads by then is found. TestCluster in
// cmd/tabuleiro has people play with three processes on three servers in synchronous mode, looked after by Patroni,
// whose leader is killed, stopped or cut off: Patroni has another one lead after 19 to 22 s, which is the least time it
// takes, and people are answered 2 to 7 s later; what they say meanwhile waits and need not be said again. Nothing that
// was acknowledged is lost then, as long as another server had to have it: without synchronous replication the last
// moments may be. Patroni before 3.0.3 should not use etcd by its newer protocol, by which a leader that was stopped
// for a while takes the place of the next one. The clocks of the servers should agree to a second or so: they say when
// leases are over.
//
// # How much it carries
//
// A move is three round trips: the head is read, the event stored, and that it was said. Where several processes share
// the work one more finds out whether the update was heard before, and two file and throw away letters, many at a time.
// With a million ended matches stored these three take 0.66 ms one after the other, with a thousand 0.53 ms
// (BenchmarkMoveAmong). BenchmarkMoves in cmd/tabuleiro does all six for 16 matches at once of each process, here on
// two cores with nine times as much to do besides, everything on one machine, the database without waiting for its
// disk, bbolt waiting for it; only the ratios say something:
//
//	                        moves/s   p99      CPU of the bots   CPU of the database, a move
//	bbolt                    1660      24 ms       0.14 ms
//	PostgreSQL, 1 process     990     156 ms       0.36 ms          0.66 ms
//	            2 processes  1190     131 ms       0.38 ms          0.80 ms
//	            4 processes   820     181 ms       0.45 ms          1.11 ms
//
// How many partitions the matches of a process are in makes no difference that can be told from the noise: with each of
// the 16 in one of its own 690 to 760 moves a second, with all in one 870 to 910, in the same run. Rooms in which
// nothing happens cost a process nothing: with a match under way in each of 100,000 rooms it owns all of them 0.4 s
// after its start, with 100 after 1.0 s, and has 34 MB and uses 0.7 % of a core then, the database 0.3 %, in both cases
// (TestIdleRooms). It is the table of matches that bounds their number.
//
// A few tables at which all move at once, as there, are the worst case: their rows are on the same pages of the
// indexes, and the database refuses what it cannot prove to be in order, to be tried again. Drawing and sending a board
// costs a bot some milliseconds on top, and is what more processes are for.
//
// The bottlenecks, by these figures, and what to do then:
//
//   - At 1,000 moves a second the services do, as one bot may say 30 messages a second on Telegram and make 50 calls on Discord: it
//     takes a large number of bots, or of services, to get there. The database needs about a core; the bots need several, for
//     pictures. Read replicas can serve history and exports.
//   - At 10,000 the database needs some eight cores, and its write-ahead log a disk for 40,000 small commits a second, which commit
//     together (commit_delay). Partition events and causes by month, so that what is old is out of the way of vacuum; raise
//     max_pred_locks_per_page so that fewer tries are in vain.
//   - At 100,000 no single server writes that: distribute matches, events, causes and concerns by match (Citus, or a database that
//     does so by itself), keep leases and inbox by box, and give each region a bot and a database of its own. The names in
//     concerns are then asked for on all parts, which is the next thing to bind.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"tabuleiro/storage"
)

// Store implements storage.Store.
type Store struct {
	pool *pgxpool.Pool

	mu     sync.RWMutex // held for reading by every call, so that Close waits for them
	closed bool
}

// patience is how long a call may take that reads or writes little. A server that has stopped, or to which the way is
// cut, says nothing for ever; what waits for it has to let go of its connection, so that another server is looked for.
// A write that has begun has as long once more: its caller going away does not stop it.
var patience = 10 * time.Second

// connecting is how long a server may take to say that it is there: one of several that is asked for the first time,
// unless the address says otherwise, and any of which nothing was heard for a second.
const connecting = 3 * time.Second

// tries is how often a transaction is begun that the database cannot put in order with others.
const tries = 30

// Open connects to the database that a URL or a list of "key=value" names, as libpq reads them: several hosts,
// target_session_attrs, TLS and a password file included. It brings the schema up to date; one of a newer program is
// ErrNewerSchema. Its errors never hold a password.
func Open(ctx context.Context, where string) (*Store, error) {
	config, err := pgxpool.ParseConfig(where)
	if err != nil {
		return nil, errors.New("open database: the address of PostgreSQL is not understood; write postgres://USER@HOST/DATABASE")
	}
	config.ConnConfig.RuntimeParams["application_name"] = "tabuleiro"
	if config.ConnConfig.ConnectTimeout == 0 && len(config.ConnConfig.Fallbacks) > 0 {
		config.ConnConfig.ConnectTimeout = connecting
	}
	config.PingTimeout = connecting
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	if err := migrate(ctx, pool); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database at %s: %w", config.ConnConfig.Host, err)
	}
	return &Store{pool: pool}, nil
}

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.pool.Close()
	}
	return nil
}

// use calls f, which has to be done before long, unless the store is closed or ctx has ended, and tells errors in the
// words of package storage.
func (s *Store) use(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return s.useLong(ctx, f)
}

// useLong is use for what may take its time.
func (s *Store) useLong(ctx context.Context, f func(context.Context) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.closed {
		return storage.ErrClosed
	}
	return translate(f(ctx))
}

// disordered tells whether a transaction failed only because others were under way.
func disordered(err error) bool {
	var answer *pgconn.PgError
	return errors.As(err, &answer) && (answer.Code == "40001" || answer.Code == "40P01")
}

// translate puts the answers of the database into the words of package storage.
func translate(err error) error {
	var answer *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, pgx.ErrNoRows):
		return storage.ErrNotFound
	case away(err):
		return fmt.Errorf("%w: %w", storage.ErrAway, err)
	case !errors.As(err, &answer):
		return err
	}
	switch answer.Code {
	case "53100": // disk_full
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	case "23505": // unique_violation: another appended the same event first
		return fmt.Errorf("%w: %w", storage.ErrConflict, err)
	}
	return err
}

// away tells whether the way to the server is the cause, or the server, which stops, begins, follows another one by
// now, has too many connections or too much at once to put in order.
func away(err error) bool {
	var answer *pgconn.PgError
	var connect *pgconn.ConnectError
	var network net.Error
	switch {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return true
	case !errors.As(err, &answer):
		return pgconn.SafeToRetry(err) && !errors.Is(err, context.Canceled) // on a connection that has ended
	}
	switch answer.Code {
	case "57P01", "57P02", "57P03", "25006", "53300":
		return true
	}
	return strings.HasPrefix(answer.Code, "08") || disordered(err)
}
