package postgres_test

import (
	"context"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// opening is a store that a process waits for.
type opening struct {
	store  chan *postgres.Store
	told   chan string
	failed chan error
}

// waits opens a database that another process holds.
func waits(t *testing.T, where string) *opening {
	t.Helper()
	o := &opening{store: make(chan *postgres.Store, 1), told: make(chan string, 100), failed: make(chan error, 1)}
	go func() {
		s, err := postgres.Open(context.WithoutCancel(t.Context()), where, func(reason string) { o.told <- reason })
		if err != nil {
			o.failed <- err
			return
		}
		t.Cleanup(func() { s.Close() })
		o.store <- s
	}()
	return o
}

// gets waits until the process has the database.
func (o *opening) gets(t *testing.T) *postgres.Store {
	t.Helper()
	select {
	case s := <-o.store:
		return s
	case err := <-o.failed:
		t.Fatal(err)
	case <-time.After(30 * time.Second):
		t.Fatal("it does not get the database")
	}
	return nil
}

// why waits for a reason to wait that contains a text.
func (o *opening) why(t *testing.T, text string) {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case reason := <-o.told:
			if strings.Contains(reason, text) {
				return
			}
			t.Logf("waits: %s", reason)
		case err := <-o.failed:
			t.Fatal(err)
		case <-late:
			t.Fatalf("it does not wait because of %q", text)
		}
	}
}

func connect(t *testing.T, where string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func do(t *testing.T, conn *pgx.Conn, sql string) {
	t.Helper()
	if _, err := conn.Exec(t.Context(), sql, pgx.QueryExecModeSimpleProtocol); err != nil {
		t.Fatal(err)
	}
}

// lost waits until a process knows that it has lost the database, and returns the reason.
func lost(t *testing.T, s *postgres.Store) error {
	t.Helper()
	select {
	case <-s.Held().Done():
	case <-time.After(20 * time.Second):
		t.Fatal("it does not notice that it has lost the database")
	}
	return context.Cause(s.Held())
}

// writes returns all ways to write.
func writes(ctx context.Context, s *postgres.Store) map[string]func() error {
	ratings := []storage.Rating{storagetest.NewRating("telegram:1", "cage", 1)}
	person := storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1}
	return map[string]func() error{
		"Append":  func() error { return s.Append(ctx, storagetest.NewHead("m", 3), storagetest.NewEvents(3, 3)...) },
		"new":     func() error { return s.Append(ctx, storagetest.NewHead("new", 1), storagetest.NewEvents(1, 1)...) },
		"Rewrite": func() error { return s.Rewrite(ctx, storagetest.NewHead("m", 2), storagetest.NewEvents(1, 2)) },
		"Delete":  func() error { return s.Delete(ctx, "m", 2) },
		"Put":     func() error { return s.Put(ctx, "key", "value") },
		"Finish": func() error {
			return s.Finish(ctx, storagetest.NewHead("m", 3), ratings, storagetest.NewEvents(3, 3)...)
		},
		"PutPerson":  func() error { return s.PutPerson(ctx, person) },
		"SetRatings": func() error { return s.SetRatings(ctx, "telegram:1", ratings) },
	}
}

// One process holds a database. A second one waits, gets it when the first one closes it, and finds what that has
// stored; one that does not wait is told who holds it; one that only reads need not wait.
func TestOneHolds(t *testing.T) {
	where := postgrestest.New(t)
	first := open(t, where)
	if err := first.Append(t.Context(), storagetest.NewHead("m", 2), storagetest.NewEvents(1, 2)...); err != nil {
		t.Fatal(err)
	}
	host, _ := os.Hostname()
	if _, err := postgres.Open(t.Context(), where, nil); !errors.Is(err, postgres.ErrHeld) ||
		!strings.Contains(err.Error(), host+"/") {
		t.Errorf("one that does not wait: %v", err)
	}
	reader, err := postgres.OpenReadOnly(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := reader.Head(t.Context(), "m"); err != nil {
		t.Errorf("one that reads: %v", err)
	}
	if err := reader.Put(t.Context(), "key", "value"); err == nil {
		t.Error("one that reads has written")
	}
	second := waits(t, where)
	second.why(t, host+"/")
	if err := first.Put(t.Context(), "key", "value"); err != nil {
		t.Errorf("while another one waits: %v", err)
	}
	began := time.Now()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	s := second.gets(t)
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("it has the database after %v", took)
	}
	if value, err := s.Get(t.Context(), "key"); value != "value" || err != nil {
		t.Errorf("it finds %q, %v", value, err)
	}
}

// A holder without a heartbeat loses the database, with the session that has the lock, and its unfinished write is not
// waited for. Afterwards it can write nothing, knows that, and changes nothing.
func TestSilentHolderIsReplaced(t *testing.T) {
	postgres.SetBeatInterval(t, time.Hour)
	where := postgrestest.NewShort(t)
	first := open(t, where)
	if err := first.Append(t.Context(), storagetest.NewHead("m", 2), storagetest.NewEvents(1, 2)...); err != nil {
		t.Fatal(err)
	}
	postgres.SetBeatInterval(t, time.Second)
	watching := connect(t, where)
	stuck := connect(t, where)
	do(t, stuck, `BEGIN; SELECT FROM epoch FOR SHARE`)
	second := waits(t, where)
	second.why(t, "holds it")
	do(t, watching, `UPDATE heartbeat SET at = at - interval '11 seconds'`)
	second.why(t, "has fallen silent")
	s := second.gets(t)
	for name, write := range writes(t.Context(), first) {
		if err := write(); !errors.Is(err, storage.ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := lost(t, first); !errors.Is(err, storage.ErrLost) {
		t.Errorf("it knows: %v", err)
	}
	if head, err := s.Head(t.Context(), "m"); head.N != 2 || err != nil {
		t.Errorf("the match is %+v, %v", head, err)
	}
	if keys, err := s.Keys(t.Context(), ""); len(keys) > 0 || err != nil {
		t.Errorf("there are %q, %v", keys, err)
	}
}

// While a database changes hands the process that loses it writes nothing after the other one has it.
func TestHandsRace(t *testing.T) {
	where := postgrestest.NewShort(t)
	first := open(t, where)
	watching := connect(t, where)
	refused := make(chan error, 1)
	go func() {
		for n := 1; ; n++ {
			err := first.Append(context.WithoutCancel(t.Context()), storagetest.NewHead("m", n), storagetest.NewEvents(n, n)...)
			if err != nil {
				refused <- err
				return
			}
		}
	}()
	for n := 0; n < 20; {
		if err := watching.QueryRow(t.Context(), `SELECT count(*) FROM events`).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
	second := waits(t, where)
	do(t, watching, `SELECT pg_terminate_backend(pid) FROM heartbeat`) // it loses its lock, and does not know
	s := second.gets(t)
	before, err := s.Head(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	if err := <-refused; !errors.Is(err, storage.ErrLost) {
		t.Errorf("the first one ends with %v", err)
	}
	if now, err := s.Head(t.Context(), "m"); now.N != before.N || err != nil {
		t.Errorf("there were %d events, and are %d, %v", before.N, now.N, err)
	}
	lost(t, first)
}

// The error of each way to lose the database says what to do.
func TestLostSays(t *testing.T) {
	for name, c := range map[string]struct {
		strike string
		want   string
	}{
		"its session is ended": {`SELECT pg_terminate_backend(pid) FROM heartbeat`, "its session has ended"},
		"another one has it":   {`UPDATE heartbeat SET epoch = epoch + 1`, "another process has taken its place"},
		"it is read-only": {`DO $$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END $$;
			SELECT pg_terminate_backend(pid) FROM heartbeat`, "its session has ended"},
	} {
		t.Run(name, func(t *testing.T) {
			postgres.SetBeatInterval(t, 50*time.Millisecond)
			where := postgrestest.NewShort(t)
			s := open(t, where)
			do(t, connect(t, where), c.strike)
			if err := lost(t, s); !errors.Is(err, storage.ErrLost) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v, want %q", err, c.want)
			}
			if name != "it is read-only" {
				return
			}
			if _, err := postgres.Open(t.Context(), where, nil); err == nil ||
				!strings.Contains(err.Error(), "default_transaction_read_only") {
				t.Errorf("the next one says %v", err)
			}
		})
	}
}

// A lock lost while the session stays is noticed at the next heartbeat, and attributed to a pooler.
func TestLock_Goes(t *testing.T) {
	s := open(t, postgrestest.NewShort(t))
	postgres.Unlock(t, s) // before the first heartbeat
	if err := lost(t, s); !errors.Is(err, storage.ErrLost) || !strings.Contains(err.Error(), "session mode") {
		t.Errorf("it says %v", err)
	}
}

// A foreign session that has the lock is recognised, left alone, and named with the statement that ends it.
func TestLock_OfForeignSession(t *testing.T) {
	where := postgrestest.NewShort(t)
	open(t, where).Close()
	foreign := connect(t, where)
	do(t, foreign, `SELECT pg_advisory_lock(1952539253, 1)`)
	do(t, foreign, `UPDATE heartbeat SET at = at - interval '1 hour'`)
	second := waits(t, where)
	second.why(t, "SELECT pg_terminate_backend(")
	do(t, foreign, `SELECT 1`)
	do(t, foreign, `SELECT pg_advisory_unlock(1952539253, 1)`)
	second.gets(t)
}

// Processes of an older version, which share work by leases and know no lock, are waited for. What they have received
// from Telegram is processed; other remains are dropped.
func TestOlderProcessesAreWaitedFor(t *testing.T) {
	where := postgrestest.NewShort(t)
	conn := connect(t, where)
	older(t, conn)
	do(t, conn, `INSERT INTO leases VALUES ('process/x', 1, 'x', extract(epoch FROM now()) * 1000 + 3600000)`)
	do(t, conn, `INSERT INTO inbox VALUES ('room/01', 'telegram', 8, '{"b":2}'), ('room/02', 'telegram', 7, '{"a":1}'),
		('room/01', 'discord', 9, '{}')`)
	do(t, conn, `INSERT INTO settings VALUES ('key', 'value'), ('telegram/42/commands', 'x')`)
	second := waits(t, where)
	second.why(t, "stop them")
	do(t, conn, `UPDATE leases SET holder = '', until = 0`)
	s := second.gets(t)
	if value, err := s.Get(t.Context(), "key"); value != "value" || err != nil {
		t.Errorf("it finds %q, %v", value, err)
	}
	if value, err := s.Get(t.Context(), "telegram/42/unhandled"); value != `[{"a":1},{"b":2}]` || err != nil {
		t.Errorf("what was heard is %q, %v", value, err)
	}
	if _, err := conn.Exec(t.Context(), `SELECT FROM leases`); err == nil {
		t.Error("there are still leases")
	}
}

// older makes the tables of the previous version.
func older(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	do(t, conn, `CREATE TABLE schema_steps (number integer PRIMARY KEY); INSERT INTO schema_steps VALUES (0), (1), (2), (3), (4)`)
	for _, step := range []string{"0001_matches", "0002_people", "0003_shared", "0004_asks"} {
		text, err := os.ReadFile(filepath.Join("migrations", step+".sql"))
		if err != nil {
			t.Fatal(err)
		}
		do(t, conn, string(text))
	}
}

// A database that is empty or too old is not read, and the error says what to do.
func TestLookSays(t *testing.T) {
	where := postgrestest.NewShort(t)
	if _, err := postgres.OpenReadOnly(t.Context(), where); !errors.Is(err, postgres.ErrNoSchema) {
		t.Errorf("of an empty database: %v", err)
	}
	conn := connect(t, where)
	do(t, conn, `CREATE TABLE schema_steps (number integer PRIMARY KEY); INSERT INTO schema_steps VALUES (1)`)
	if _, err := postgres.OpenReadOnly(t.Context(), where); !errors.Is(err, postgres.ErrOlderSchema) {
		t.Errorf("of an old one: %v", err)
	}
}

// A replica cannot be held; the writable server is found among several.
func TestReplica(t *testing.T) {
	longtest.Skip(t)
	server := postgrestest.NewServer(t)
	replica := server.Replica()
	s := open(t, postgrestest.Address(server, replica))
	if err := s.Put(t.Context(), "key", "value"); err != nil {
		t.Fatal(err)
	}
	alone := strings.Replace(postgrestest.Address(replica), "target_session_attrs=read-write&", "", 1)
	if _, err := postgres.Open(t.Context(), alone, nil); err == nil || !strings.Contains(err.Error(), "target_session_attrs") {
		t.Errorf("of a replica: %v", err)
	}
	server.Kill()
	lost(t, s)
	replica.Promote()
	next := open(t, postgrestest.Address(server, replica))
	if value, err := next.Get(t.Context(), "key"); value != "value" || err != nil {
		t.Errorf("it finds %q, %v", value, err)
	}
}

// The error for an unusable database says what to do.
func TestOpen_SaysWhatToDo(t *testing.T) {
	where := postgrestest.NewShort(t)
	do(t, connect(t, where), `CREATE TABLE matches (lost integer)`)
	missing, err := url.Parse(where)
	if err != nil {
		t.Fatal(err)
	}
	missing.Path = "/nowhere"
	for address, want := range map[string]string{
		where:            "name an empty database",
		missing.String(): "create it",
		"postgres://postgres@127.0.0.1:1/tabuleiro": "start it, or see to the address",
	} {
		s, err := postgres.Open(t.Context(), address, nil)
		if err == nil {
			s.Close()
			t.Fatalf("%s is opened", address)
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", address, err)
		}
	}
}
