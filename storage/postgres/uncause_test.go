package postgres_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"tabuleiro/storage"
	"tabuleiro/storage/postgres/postgrestest"
	"tabuleiro/storage/storagetest"
)

// endsAfter is a context that ends after its error was asked for a number of times.
type endsAfter struct {
	context.Context
	asked *int
}

func (e endsAfter) Err() error {
	if *e.asked--; *e.asked < 0 {
		return context.Canceled
	}
	return nil
}

// The search for old causes among many matches ends early when its context does, and misses none otherwise.
func TestUncause_Slices(t *testing.T) {
	const matches = 2500
	where := postgrestest.NewShort(t)
	s := open(t, where)
	conn, err := pgx.Connect(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	head, err := json.Marshal(storagetest.NewHead("m", 1))
	if err != nil {
		t.Fatal(err)
	}
	for insert, text := range map[string]string{
		`INSERT INTO matches (id, n, head, began, began_ns, ended, unsaid)
			SELECT 'm' || i, 1, jsonb_set($1::jsonb, '{id}', to_jsonb('m' || i))::text, 0, 0, false, false
			FROM generate_series(1, $2) i`: string(head),
		`INSERT INTO causes (cause, match) SELECT $1 || i, 'm' || i FROM generate_series(1, $2) i`: "update:",
	} {
		if _, err := conn.Exec(t.Context(), insert, text, matches); err != nil {
			t.Fatal(err)
		}
	}
	asked := 1
	if err := s.ExpireKeys(endsAfter{t.Context(), &asked}, storagetest.Noon); !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on when its context has ended: %v", err)
	}
	if err := s.ExpireKeys(t.Context(), storagetest.Noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, cause := range []string{"update:1", "update:1000", "update:2500"} {
		if found, err := s.Find(t.Context(), storage.Query{IdempotencyKey: cause}); len(found) > 0 || err != nil {
			t.Errorf("%s is still found (%v)", cause, err)
		}
	}
	var left int
	if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM causes`).Scan(&left); err != nil || left > 0 {
		t.Errorf("%d causes are left (%v)", left, err)
	}
}
