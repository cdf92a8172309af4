// Package postgres keeps matches in PostgreSQL, for bots whose operator runs it for other databases too, or wants a
// standby.
//
// One process holds the database: it has an advisory lock, on a session of its own, and has raised the epoch. Every
// write is one transaction in one round trip that first locks the row of the epoch, so a process that was paused, cut
// off or forgotten cannot write once another one has raised it. Every read uses an index.
//
// The holder writes a heartbeat each second. A waiting process takes over when the lock is free, or when there was no
// heartbeat for ten seconds: then it raises the epoch and terminates the holder's session. A process that has lost
// its session exits; its supervisor restarts it.
//
// An address may name several servers, with target_session_attrs=read-write. A server that stops answering on open
// connections is given up after seconds, and the next start finds the new primary. Acknowledged writes survive the
// loss of a server only with synchronous replication; without it the last ones may be lost.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
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
	pool     *pgxpool.Pool
	*session // nil: opened read-only

	mu     sync.RWMutex // read-locked by every call, so that Close waits for them
	closed bool
}

// callTimeout bounds a call that reads or writes little: a server that has stopped or is cut off may never answer,
// and its callers must release their connections. A transaction that has begun gets the same time again, because the
// end of its caller's context does not stop it.
var callTimeout = 10 * time.Second

// connecting bounds how long one of several servers may take to accept a connection, unless the address says
// otherwise, and how long a ping of an idle connection may take.
const connecting = 3 * time.Second

// Open connects to the database named by a URL or a list of "key=value" as libpq reads them, with several hosts,
// target_session_attrs, TLS and a password file, and returns once it holds the database and the schema is current. A
// newer schema is ErrNewerSchema; while another process holds the database Open calls wait with the reason, or
// returns ErrHeld if wait is nil.
func Open(ctx context.Context, where string, wait func(reason string)) (*Store, error) {
	return open(ctx, where, func(config *pgx.ConnConfig) (*session, error) { return hold(ctx, config, wait) })
}

// OpenReadOnly opens a database for reading, whichever process holds it. It returns ErrNoSchema if the database is
// empty, and ErrOlderSchema if its tables are those of an older program.
func OpenReadOnly(ctx context.Context, where string) (*Store, error) {
	return open(ctx, where, func(config *pgx.ConnConfig) (*session, error) { return nil, checkReadable(ctx, config) })
}

func open(ctx context.Context, where string, begin func(*pgx.ConnConfig) (*session, error)) (*Store, error) {
	// The errors of ParseConfig and this one never contain a password.
	config, err := pgxpool.ParseConfig(where)
	if err != nil {
		return nil, errors.New("open database: the address of PostgreSQL is not understood; write postgres://USER@HOST/DATABASE")
	}
	config.ConnConfig.RuntimeParams["application_name"] = "tabuleiro"
	if config.ConnConfig.ConnectTimeout == 0 && len(config.ConnConfig.Fallbacks) > 0 {
		config.ConnConfig.ConnectTimeout = connecting
	}
	config.PingTimeout = connecting
	s := &Store{}
	if s.session, err = begin(config.ConnConfig); err == nil {
		s.pool, err = pgxpool.NewWithConfig(ctx, config)
	}
	if err != nil {
		if s.session != nil {
			s.session.close()
		}
		return nil, fmt.Errorf("open database at %s: %w", config.ConnConfig.Host, explain(err))
	}
	return s, nil
}

// Held implements storage.Holder.
func (s *Store) Held() context.Context { return s.session.held }

// Close implements storage.Store.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.closed {
		s.closed = true
		s.pool.Close()
		if s.session != nil {
			s.session.close()
		}
	}
	return nil
}

// use calls f with a timeout of callTimeout, unless the store is closed or ctx has ended, and translates its errors.
func (s *Store) use(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return s.useLong(ctx, f)
}

// useLong is use without the timeout.
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

// translate maps errors of the database to those of package storage.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case away(err):
		return fmt.Errorf("%w: %w", storage.ErrAway, err)
	case code(err) == diskFull:
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	case code(err) == uniqueViolation: // a concurrent insert came first
		return fmt.Errorf("%w: %w", storage.ErrConflict, err)
	}
	return err
}

// away reports whether an error comes from the connection or from a server that is unavailable for now: starting,
// stopping, now a replica, out of connections, or unable to serialize.
func away(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	switch is := code(err); {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return true
	case is == "":
		return pgconn.SafeToRetry(err) && !errors.Is(err, context.Canceled) // the connection had ended
	default:
		return strings.HasPrefix(is, "08") ||
			slices.Contains([]string{"57P01", "57P02", "57P03", readOnly, "53300", "40001", "40P01"}, is)
	}
}
