package postgres

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"tabuleiro/storage"
)

// ErrHeld is returned to a process that does not wait for a database held by another one.
var ErrHeld = errors.New("the database is in use")

// The advisory lock of the holder, as arguments of the lock functions and as pg_locks shows it.
const (
	lock   = `1952539253, 1`
	isLock = ` locktype = 'advisory' AND classid = 1952539253 AND objid = 1 AND objsubid = 2 AND granted AND database = ` +
		here + ` `
	here = `(SELECT oid FROM pg_database WHERE datname = current_database())`
)

// The holder of a database writes a heartbeat every beatInterval. A session is lost if writing one takes longer than
// beatTimeout; a waiting process deposes a holder without a heartbeat for silence.
var beatInterval = time.Second

const (
	beatTimeout  = 5 * time.Second
	silence      = 10 * time.Second
	pollInterval = 250 * time.Millisecond
	lockTimeout  = "2s" // for the epoch row, which unfinished writes of the last holder lock
)

// session is the connection that holds the database for this process. It does not belong to the pool, so that the
// advisory lock lasts exactly as long as the connection.
type session struct {
	conn  *pgx.Conn
	name  string // of this process: host/pid
	pid   uint32 // of the server process behind the connection
	epoch int64

	held  context.Context // canceled, with the cause, when the session is lost
	lose  context.CancelCauseFunc
	stop  chan struct{}
	beats sync.WaitGroup
}

// hold waits until this process holds the database, migrates the schema and raises the epoch. It calls wait with each
// new reason for waiting; if wait is nil it returns ErrHeld instead.
func hold(ctx context.Context, config *pgx.ConnConfig, wait func(reason string)) (*session, error) {
	config = config.Copy()
	// Behind a pooler that switches backends, prepared statements would fail before beat notices the switch.
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	host, _ := os.Hostname()
	s := &session{conn: conn, name: fmt.Sprintf("%s/%d", host, os.Getpid()), stop: make(chan struct{})}
	s.held, s.lose = context.WithCancelCause(context.Background())
	err = s.acquire(ctx, wait)
	if err == nil {
		err = s.begin(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	s.beats.Go(s.keepBeating)
	return s, nil
}

// acquire waits until the session has the advisory lock.
func (s *session) acquire(ctx context.Context, wait func(reason string)) error {
	for told := ""; ; {
		reason, err := s.attempt(ctx)
		if err != nil || reason == "" {
			return err
		}
		if wait == nil {
			return fmt.Errorf("%w: %s", ErrHeld, reason)
		}
		if reason != told {
			wait(reason)
			told = reason
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pollInterval):
		}
	}
}

// attempt tries to take the lock, and returns the reason if it is not free.
func (s *session) attempt(ctx context.Context) (reason string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var replica, got bool
	const try = `SELECT pg_is_in_recovery(), NOT pg_is_in_recovery() AND pg_try_advisory_lock(` + lock + `)`
	if err := s.conn.QueryRow(ctx, try).Scan(&replica, &got); err != nil {
		return "", err
	}
	switch {
	case replica:
		return "", errReadOnly
	case !got:
		return s.rival(ctx)
	}
	older, err := s.older(ctx)
	if err != nil || older == 0 {
		return "", err
	}
	_, err = s.conn.Exec(ctx, `SELECT pg_advisory_unlock(`+lock+`)`)
	return fmt.Sprintf("processes of an older tabuleiro, which know no lock, are at work (%d leases): stop them", older), err
}

// older counts the unexpired leases of processes of an older version, which do not use the lock.
func (s *session) older(ctx context.Context) (n int, err error) {
	var shared bool
	if err := s.conn.QueryRow(ctx, `SELECT to_regclass('leases') IS NOT NULL`).Scan(&shared); err != nil || !shared {
		return 0, err
	}
	err = s.conn.QueryRow(ctx, `SELECT count(*) FROM leases
		WHERE holder <> '' AND until > extract(epoch FROM clock_timestamp()) * 1000`).Scan(&n)
	return n, err
}

// rival returns who has the lock, after deposing a holder that has fallen silent.
func (s *session) rival(ctx context.Context) (reason string, err error) {
	var owner struct {
		pid             uint32
		app, user, from string
	}
	err = s.conn.QueryRow(ctx, `SELECT l.pid, coalesce(application_name, ''), coalesce(usename, ''), coalesce(host(client_addr), 'here')
		FROM pg_locks l LEFT JOIN pg_stat_activity a USING (pid) WHERE`+isLock).Scan(&owner.pid, &owner.app, &owner.user,
		&owner.from)
	if errors.Is(err, pgx.ErrNoRows) {
		return "it changes hands", nil
	}
	if err != nil {
		return "", err
	}
	var pid uint32
	var name string
	var epoch int64
	var silent float64
	err = s.conn.QueryRow(ctx, `SELECT pid, name, epoch, extract(epoch FROM clock_timestamp() - at)::float8 FROM heartbeat`).
		Scan(&pid, &name, &epoch, &silent)
	switch {
	case err != nil && code(err) != undefinedTable && !errors.Is(err, pgx.ErrNoRows):
		return "", err
	case err != nil || pid != owner.pid:
		return fmt.Sprintf("session %d has its lock (%s of %s, from %s): if that is no tabuleiro which begins, end it with SELECT pg_terminate_backend(%d)",
			owner.pid, owner.app, owner.user, owner.from, owner.pid), nil
	case silent < silence.Seconds():
		return name + " holds it", nil
	}
	return s.depose(ctx, name, pid, epoch)
}

// depose takes the database from a silent holder: it raises the epoch, so that the holder cannot write, and
// terminates the holder's session.
func (s *session) depose(ctx context.Context, name string, pid uint32, epoch int64) (reason string, err error) {
	if err := s.raise(ctx, `WHERE number = `+fmt.Sprint(epoch)); err != nil {
		return "", err
	}
	if _, err := s.conn.Exec(ctx, `SELECT pg_terminate_backend($1)`, pid); err != nil {
		return fmt.Sprintf("%s has fallen silent, and its session cannot be ended (%v): end it with SELECT pg_terminate_backend(%d)",
			name, err, pid), nil
	}
	return name + " has fallen silent: its place is taken", nil
}

// raise increments the epoch if a condition holds. It terminates sessions whose unfinished writes keep the epoch row
// locked for longer than lockTimeout.
func (s *session) raise(ctx context.Context, where string) error {
	_, err := s.conn.Exec(ctx, `SET lock_timeout = '`+lockTimeout+`'; UPDATE epoch SET number = number + 1 `+where)
	if code(err) == lockNotAvailable {
		_, err = s.conn.Exec(ctx, `SELECT pg_terminate_backend(pid) FROM pg_locks
			WHERE relation = 'epoch'::regclass AND database = `+here+` AND pid <> pg_backend_pid();
			UPDATE epoch SET number = number + 1 `+where)
	}
	return err
}

// begin migrates the schema, raises the epoch and records this process as the holder.
func (s *session) begin(ctx context.Context) error {
	if err := migrate(ctx, s.conn); err != nil {
		return err
	}
	if err := s.raise(ctx, ""); err != nil {
		return err
	}
	err := s.conn.QueryRow(ctx, `UPDATE heartbeat SET epoch = number, pid = pg_backend_pid(), name = $1, at = clock_timestamp()
		FROM epoch RETURNING heartbeat.epoch, heartbeat.pid`, s.name).Scan(&s.epoch, &s.pid)
	if errors.Is(err, pgx.ErrNoRows) {
		return errors.New("the tables epoch and heartbeat have lost their rows: restore them from a backup")
	}
	if err != nil {
		return err
	}
	return s.beat(ctx)
}

// keepBeating writes the heartbeat until the session is closed or lost.
func (s *session) keepBeating() {
	tick := time.NewTicker(beatInterval)
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-s.held.Done(): // a write found a newer epoch
			return
		case <-tick.C:
		}
		if err := s.beat(context.Background()); err != nil {
			if away(err) && code(err) != readOnly {
				err = fmt.Errorf("its session has ended, by a process that takes its place, by the server or on the way: start again (%w)", err)
			}
			s.lose(fmt.Errorf("%w: %w", storage.ErrLost, explain(err)))
			return
		}
	}
}

// beat writes the heartbeat, and checks that the connection still has its backend and the lock.
func (s *session) beat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, beatTimeout)
	defer cancel()
	var pid uint32
	var locked bool
	err := s.conn.QueryRow(ctx, `UPDATE heartbeat SET at = clock_timestamp() WHERE epoch = $1
		RETURNING pg_backend_pid(), EXISTS (SELECT FROM pg_locks WHERE`+isLock+`AND pid = pg_backend_pid())`, s.epoch).
		Scan(&pid, &locked)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return errors.New("another process has taken its place")
	case err != nil:
		return err
	case pid != s.pid || !locked:
		return errors.New("the connection has changed its backend, and the lock is gone: a pooler does that, or a server " +
			"that is no PostgreSQL; give the address of the server itself, or a pool in session mode")
	}
	return nil
}

// close releases the lock and closes the connection.
func (s *session) close() {
	close(s.stop)
	s.beats.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = s.conn.Exec(ctx, `SELECT pg_advisory_unlock_all()`) // saves the next holder waiting for its end
	_ = s.conn.Close(ctx)
}

// errReadOnly says that the server does not accept writes.
var errReadOnly = errors.New("the server takes no writes: it is a replica, or was made read-only; name the one that can " +
	"be written to (several hosts with target_session_attrs=read-write), or see to default_transaction_read_only")

// SQLSTATEs with a meaning of their own.
const (
	undefinedTable   = "42P01"
	lockNotAvailable = "55P03"
	readOnly         = "25006"
	diskFull         = "53100"
	uniqueViolation  = "23505"
	divisionByZero   = "22012"
	invalidText      = "22021"
)

// advice says what to do about other SQLSTATEs.
var advice = map[string]string{
	"3D000": "there is no such database on the server: create it (createdb), or name another one",
	"28000": "the server does not let this user in: see to the user, and to pg_hba.conf",
	"28P01": "the server does not let this user in: see to the user and the password",
	"42501": "this user may not do there what is needed: make the user the owner of the database",
	"42P07": "another program has its tables there: name an empty database",
	"53300": "the server has no connection left: see to max_connections",
}

// code returns the SQLSTATE of an error, "" if it has none.
func code(err error) string {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return answer.Code
	}
	return ""
}

// explain adds to an error of the session what to do about it.
func explain(err error) error {
	if code(err) == readOnly {
		return fmt.Errorf("%w (%w)", errReadOnly, err)
	}
	if do := advice[code(err)]; do != "" {
		return fmt.Errorf("%s (%w)", do, err)
	}
	if _, refused := errors.AsType[*pgconn.ConnectError](err); refused && code(err) == "" {
		return fmt.Errorf("no server answers: start it, or see to the address (%w)", err)
	}
	return err
}
