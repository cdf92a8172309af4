package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/engine/longtest"
	"tabuleiro/storage"
	"tabuleiro/storage/postgres"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

func TestMain(m *testing.M) {
	storagetest.Checks(longtest.Count(2, 6)) // each makes tables
	os.Exit(postgrestest.Suite{M: m}.Run())
}

func open(t testing.TB, where string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), where, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// separator returns the character before a further parameter of an address.
func separator(where string) string {
	if strings.Contains(where, "?") {
		return "&"
	}
	return "?"
}

func TestContract(t *testing.T) {
	where := postgrestest.NewShort(t)
	conn := connect(t, where)
	schemas := map[string]string{} // by the folder that a store on disk would have; databases take longer to make
	var mu sync.Mutex
	storagetest.RunDurable(t, func(t *testing.T, folder string) storage.Store {
		mu.Lock()
		defer mu.Unlock()
		schema, known := schemas[folder]
		if !known {
			schema = fmt.Sprintf("store%d", len(schemas))
			do(t, conn, "CREATE SCHEMA "+schema)
			schemas[folder] = schema
		}
		return open(t, where+separator(where)+"search_path="+schema)
	})
}

// A server that stops answering on open connections is not waited for for ever, neither by a read nor by a write.
func TestSilentServer(t *testing.T) {
	wire := postgrestest.NewWire(t, postgrestest.NewShort(t))
	s := open(t, wire.Address)
	postgres.SetPatience(t, 50*time.Millisecond)
	wire.Silence()
	if _, err := s.Head(context.Background(), "m"); !errors.Is(err, context.DeadlineExceeded) ||
		!errors.Is(err, storage.ErrAway) {
		t.Errorf("a read: %v", err)
	}
	if err := s.Put(context.Background(), "language/telegram:1", "pt"); !errors.Is(err, context.DeadlineExceeded) ||
		!errors.Is(err, storage.ErrAway) {
		t.Errorf("a write: %v", err)
	}
	wire.Mend()
	postgres.SetPatience(t, time.Minute)
	if _, err := s.Head(context.Background(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("when it answers again: %v", err)
	}
}

// A server that closes its connections, or cannot be reached, is away until it is back; one that refuses a statement is
// not away.
func TestAway(t *testing.T) {
	where := postgrestest.NewShort(t)
	wire := postgrestest.NewWire(t, where)
	s := open(t, wire.Address+"&pool_max_conns=1")
	if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
	for what, strike := range map[string]func(){
		"its connection is ended": func() {
			if _, err := conn.Exec(context.Background(), others); err != nil {
				t.Error(err)
			}
		},
		"the way is cut": wire.Cut,
	} {
		strike()
		if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrAway) {
			t.Errorf("%s: %v", what, err)
		}
		wire.Mend()
		if _, err := s.Head(t.Context(), "m"); err != nil {
			t.Errorf("%s, and is back: %v", what, err)
		}
	}
	if err := s.Append(t.Context(), storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...); errors.Is(err,
		storage.ErrAway) || !errors.Is(err, storage.ErrConflict) {
		t.Errorf("a refusal: %v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := s.Head(ended, "m"); errors.Is(err, storage.ErrAway) {
		t.Errorf("asked by somebody who has gone: %v", err)
	}
}

// Every write takes one round trip, including the check of the epoch; a move, two writes after reading the head, takes
// three.
func TestRoundTrips(t *testing.T) {
	postgres.SetBeatInterval(t, time.Hour)
	wire := postgrestest.NewWire(t, postgrestest.NewShort(t))
	s := open(t, wire.Address+"&pool_max_conns=1")
	ctx := t.Context()
	for n := 1; n <= 4; n++ {
		before := wire.Trips()
		if _, err := s.Head(ctx, "m"); err != nil && n > 1 {
			t.Fatal(err)
		}
		head := storagetest.NewHead("m", n)
		if err := s.Append(ctx, head, storagetest.NewEvents(n, n)...); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(ctx, head); err != nil {
			t.Fatal(err)
		}
		if trips := wire.Trips() - before; n > 2 && trips != 3 { // before that statements are prepared
			t.Errorf("move %d takes %d round trips", n, trips)
		}
	}
}

func TestNewerSchema(t *testing.T) {
	where := postgrestest.NewShort(t)
	open(t, where).Close()
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `INSERT INTO schema_steps (number) VALUES (1000)`); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), where, nil); !errors.Is(err, postgres.ErrNewerSchema) ||
		strings.Contains(err.Error(), "no server answers") {
		t.Errorf("a newer schema: %v", err)
	}
}

// A process that does not wait is told that another one holds the database, one that only reads writes nothing, and
// replaced values can be erased. Without its rows the lock is free.
func TestHeld(t *testing.T) {
	where := postgrestest.NewShort(t)
	s := open(t, where)
	if err := s.Append(t.Context(), storagetest.NewHead("m", 2), storagetest.NewEvents(1, 2)...); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), where, nil); !errors.Is(err, postgres.ErrHeld) {
		t.Errorf("another one: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if s, err := postgres.Open(ctx, where, func(string) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Errorf("one that goes away while it waits: %v, %v", s, err)
	}
	reader, err := postgres.OpenReadOnly(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, err := reader.Head(t.Context(), "m"); err != nil {
		t.Errorf("one that reads: %v", err)
	}
	if err := reader.Put(t.Context(), "key", "value"); err == nil || !strings.Contains(err.Error(), "open to be read") {
		t.Errorf("one that reads has written: %v", err)
	}
	if err := s.Erase(t.Context()); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `DELETE FROM heartbeat`); err != nil {
		t.Fatal(err)
	}
	if _, err := postgres.Open(t.Context(), where, nil); err == nil || !strings.Contains(err.Error(), "lost their rows") {
		t.Errorf("without a heartbeat: %v", err)
	}
}

// A closed store has no connection left, whatever it has done.
func TestClose(t *testing.T) {
	where := postgrestest.NewShort(t)
	conn, s := connect(t, where), open(t, where)
	if err := s.Put(t.Context(), "key", "value"); err != nil {
		t.Fatal(err)
	}
	connections := func() (n int) {
		const count = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tabuleiro'`
		if err := conn.QueryRow(t.Context(), count).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := connections(); n != 2 {
		t.Errorf("it has %d connections, want one to hold the database and one to write", n)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for late := time.Now().Add(10 * time.Second); connections() > 0; { // the server takes a moment to see it
		if time.Now().After(late) {
			t.Fatal("it is closed, and is still connected")
		}
	}
}

// A failed schema step is named, and leaves nothing behind: once it can succeed all steps are made.
func TestMigrate_Fails(t *testing.T) {
	where := postgrestest.NewShort(t)
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), `CREATE TABLE causes (cause text)`); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if s, err := postgres.Open(t.Context(), where, nil); err == nil || !strings.Contains(err.Error(), "bring the schema to 1: ") {
			t.Fatal(s, err)
		}
	}
	if _, err := conn.Exec(t.Context(), `DROP TABLE causes`); err != nil {
		t.Fatal(err)
	}
	open(t, where).Close()
}

func TestNoPasswordInErrors(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, where := range []string{
		"postgres://ana:s3cret@127.0.0.1:1/tabuleiro?connect_timeout=1",
		"postgres://ana:s3cret@127.0.0.1:port/tabuleiro",
		"postgres://ana:s3cret@[::1/tabuleiro",
		"host=127.0.0.1 port=1 password=s3cret sslmode=nonsense",
	} {
		s, err := postgres.Open(ctx, where, nil)
		if err == nil {
			s.Close()
			t.Errorf("%s is opened", where)
			continue
		}
		if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the password is told: %v", err)
		}
	}
}

// No table names a deleted match, nor a person or an event removed from one.
func TestDelete_LeavesNothing(t *testing.T) {
	where := postgrestest.NewShort(t)
	s, conn := open(t, where), connect(t, where)
	head := storagetest.NewHead("m", 2)
	if err := s.Append(t.Context(), head, storagetest.NewEvents(1, 2)...); err != nil {
		t.Fatal(err)
	}
	events := storagetest.NewEvents(1, 2)
	events[0].IdempotencyKey, events[1].IdempotencyKey, head.Players = "update:2", "", []string{"telegram:rui"}
	if err := s.Rewrite(t.Context(), head, events); err != nil {
		t.Fatal(err)
	}
	rows := func(table, condition string) (n int) {
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM "+table+" WHERE "+condition).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := rows("concerns", "name = 'ptelegram:eva'") + rows("causes", "cause = 'update:1'"); n > 0 {
		t.Errorf("%d rows are left of what was rewritten", n)
	}
	if n := rows("causes", "true"); n != 1 {
		t.Errorf("%d rows tell what caused the events, of which one has a cause", n)
	}
	if n := rows("concerns", "true"); n != 2 {
		t.Errorf("%d rows tell who and where", n)
	}
	if err := s.Delete(t.Context(), "m", 2); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"matches", "events", "causes", "concerns"} {
		if n := rows(table, "true"); n > 0 {
			t.Errorf("%d rows of %s are left", n, table)
		}
	}
	person := storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1}
	for _, identities := range [][]string{person.Identities, {"a:1", "c:1"}, nil} {
		person.Identities = identities
		if err := s.PutPerson(t.Context(), person); err != nil {
			t.Fatal(err)
		}
		if n := rows("identities", "true"); n != len(identities) {
			t.Errorf("%d rows for the identities %q", n, identities)
		}
		person.Version++
	}
	if n := rows("people", "true"); n > 0 {
		t.Errorf("%d people are left", n)
	}
}

// Every read uses an index: no plan scans a large table of matches.
func TestReads_UseIndexes(t *testing.T) {
	where := postgrestest.New(t)
	s := open(t, where)
	for n := range 300 {
		h := storagetest.NewHead(fmt.Sprintf("m%03d", n), 1)
		h.Players = []string{fmt.Sprint("telegram:", n%40), fmt.Sprint("telegram:", n%37)}
		h.Places[0].Room = fmt.Sprint("telegram:-", n%50)
		if n%3 == 0 {
			h.Deadline = storagetest.Noon
		}
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, 1)...); err != nil {
			t.Fatal(err)
		}
	}
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	// Small tables are scanned whatever indexes there are; the planner is asked for its plan for large ones.
	for _, sql := range []string{"ANALYZE", "SET enable_seqscan = off"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	explain := func(name, text string, args []any) {
		rows, err := conn.Query(t.Context(), "EXPLAIN "+text, args...)
		if err != nil {
			t.Fatal(name, err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		if whole := strings.Join(plan, "\n"); strings.Contains(whole, "Seq Scan") {
			t.Errorf("%s reads a table from end to end:\n%s", name, whole)
		}
	}
	for name, q := range map[string]storage.Query{
		"all":         {Limit: 10},
		"live":        {Live: true, Limit: 10},
		"unsaid":      {Undelivered: true},
		"due":         {Due: storagetest.Noon},
		"cause":       {IdempotencyKey: "update:1"},
		"player":      {Player: "telegram:7", Limit: 10},
		"room, live":  {Room: "telegram:-7", Live: true},
		"player here": {Player: "telegram:7", Room: "telegram:-7", Ended: true, Limit: 3},
	} {
		text, args := postgres.Ask(q)
		explain(name, text, args)
	}
}

// Nor does any other call, except for those that read everything: the database counts the scans of a table for which it
// has an index.
func TestCalls_UseIndexes(t *testing.T) {
	where := postgrestest.New(t)
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	quiet := func() { // the counts of a connection are noted when it is gone
		for others := 1; others > 0; {
			const count = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'tabuleiro'`
			if err := conn.QueryRow(t.Context(), count).Scan(&others); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := open(t, where).Close(); err != nil { // the tables are there
		t.Fatal(err)
	}
	quiet()
	for _, sql := range []string{"ALTER DATABASE " + conn.Config().Database + " SET enable_seqscan = off",
		"SELECT pg_stat_reset()"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	s := open(t, where)
	ctx := t.Context()
	ended := storagetest.NewHead("m", 2)
	for _, do := range []func() error{
		func() error { return s.Append(ctx, storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...) },
		func() error { return s.Finish(ctx, ended, nil, storagetest.NewEvents(2, 2)...) },
		func() error { return s.Rewrite(ctx, ended, storagetest.NewEvents(1, 2)) },
		func() error { _, err := s.Head(ctx, "m"); return err },
		func() error { _, err := s.Events(ctx, "m"); return err },
		func() error { _, err := storage.Soonest(ctx, s); return err },
		func() error { return s.Put(ctx, "language/telegram:1", "pt") },
		func() error { _, err := s.Get(ctx, "language/telegram:1"); return err },
		func() error { _, err := s.Keys(ctx, "language/"); return err },
		func() error {
			return s.PutPerson(ctx, storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1})
		},
		func() error { _, err := s.Person(ctx, "b:1"); return err },
		func() error { return s.SetRatings(ctx, "a:1", nil) },
		func() error { _, err := s.Ratings(ctx, storage.RatingQuery{Person: "a:1", Game: "cage"}); return err },
		func() error { _, err := s.Ratings(ctx, storage.RatingQuery{Game: "cage"}); return err },
		func() error { return s.Delete(t.Context(), "m", 2) },
		s.Close,
	} {
		if err := do(); err != nil {
			t.Error(err)
		}
	}
	quiet()
	rows, err := conn.Query(t.Context(), `SELECT relname || ': ' || seq_scan FROM pg_stat_user_tables 
		WHERE seq_scan > 0 AND relname NOT IN ('schema_steps', 'epoch', 'heartbeat')`)
	if err != nil {
		t.Fatal(err)
	}
	if read, err := pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(read) > 0 {
		t.Errorf("read from end to end: %v, %v", read, err)
	}
}
