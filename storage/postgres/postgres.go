// Package postgres keeps matches in PostgreSQL, for bots that are looked after like other databases, or have a standby.
//
// One process holds the database: it has an advisory lock, on a session of its own, and has raised the epoch. Every
// write is one transaction, in one round trip, that takes the row of the epoch first: a process that was paused, cut off
// or forgotten can write nothing once another one has raised it. Every read uses an index.
//
// The holder writes a heartbeat each second. A process that waits takes over when the lock is free, or when there was no
// heartbeat for ten seconds: then it raises the epoch and ends the session of the holder. A process that has lost its
// session ends; whatever looks after it starts it again.
//
// An address may name several servers, with target_session_attrs=read-write. One that says nothing any more, on
// connections that stay, is given up after seconds, and the one that leads by then is found by the next start. Nothing
// that was acknowledged is lost with a server as long as another one had to have it: without synchronous replication the
// last moments may be.
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
	*session // nil: it is there to be read

	mu     sync.RWMutex // held for reading by every call, so that Close waits for them
	closed bool
}

// callTimeout is how long a call may take that reads or writes little. A server that has stopped, or to which the way is
// cut, says nothing for ever; what waits for it has to let go of its connection, so that another server is looked for.
// A write that has begun has as long once more: its caller going away does not stop it.
var callTimeout = 10 * time.Second

// connecting is how long a server may take to say that it is there: one of several that is asked for the first time,
// unless the address says otherwise, and any of which nothing was heard for a second.
const connecting = 3 * time.Second

// Open connects to the database that a URL or a list of "key=value" names, as libpq reads them: several hosts,
// target_session_attrs, TLS and a password file included. It holds it when it returns, with the schema up to date; one of
// a newer program is ErrNewerSchema. While another process holds it, wait is told what is waited for; nil: that is
// ErrHeld. Its errors never hold a password.
func Open(ctx context.Context, where string, wait func(reason string)) (*Store, error) {
	return open(ctx, where, func(config *pgx.ConnConfig) (*session, error) { return hold(ctx, config, wait) })
}

// OpenReadOnly opens a database to be read, whichever process holds it. It is ErrNoSchema if nothing is there, and
// ErrOlderSchema where an older program has written it that kept other tables.
func OpenReadOnly(ctx context.Context, where string) (*Store, error) {
	return open(ctx, where, func(config *pgx.ConnConfig) (*session, error) { return nil, checkReadable(ctx, config) })
}

func open(ctx context.Context, where string, begin func(*pgx.ConnConfig) (*session, error)) (*Store, error) {
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

// use calls f, which has to be done before long, unless the store is closed or ctx has ended, and tells errors in the
// words of package storage.
func (s *Store) use(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
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

// translate puts the answers of the database into the words of package storage.
func translate(err error) error {
	switch {
	case err == nil:
		return nil
	case away(err):
		return fmt.Errorf("%w: %w", storage.ErrAway, err)
	case code(err) == diskFull:
		return fmt.Errorf("%w: %w", storage.ErrFull, err)
	case code(err) == uniqueViolation: // another appended the same event first
		return fmt.Errorf("%w: %w", storage.ErrConflict, err)
	}
	return err
}

// away reports whether the way to the server is the cause, or the server, which stops, begins, follows another one by
// now, has too many connections or too much at once to put in order.
func away(err error) bool {
	var connect *pgconn.ConnectError
	var network net.Error
	switch is := code(err); {
	case errors.As(err, &connect), errors.As(err, &network), errors.Is(err, context.DeadlineExceeded),
		errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return true
	case is == "":
		return pgconn.SafeToRetry(err) && !errors.Is(err, context.Canceled) // on a connection that has ended
	default:
		return strings.HasPrefix(is, "08") ||
			slices.Contains([]string{"57P01", "57P02", "57P03", readOnly, "53300", "40001", "40P01"}, is)
	}
}
