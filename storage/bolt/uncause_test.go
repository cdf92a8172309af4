package bolt

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

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

// The search for old causes and the erasure of the file end early when their context does.
func TestLongScansEnd(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	defer s.Close()
	const events = 1000
	list := storagetest.NewEvents(1, events)
	for n := range list {
		list[n].IdempotencyKey = fmt.Sprint("update:", n)
	}
	if err := s.Append(t.Context(), storagetest.NewHead("new", events), list...); err != nil {
		t.Fatal(err)
	}
	for name, scan := range map[string]func(context.Context) error{
		"causes": func(ctx context.Context) error { return s.ExpireKeys(ctx, storagetest.Noon.Add(-time.Hour)) },
		"pages":  s.Erase,
	} {
		asked := 2
		if err := scan(endsAfter{t.Context(), &asked}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
		if err := scan(t.Context()); err != nil {
			t.Errorf("%s, again: %v", name, err)
		}
	}
}

// A check misses no cause that was dropped, and every other one; those dropped leave nothing in the index.
func TestCheck_Uncaused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	for n, id := range []string{"old", "new"} {
		h := storagetest.NewHead(id, 1)
		h.Latest = storagetest.Noon.Add(time.Duration(n) * time.Hour)
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, 1)...); err != nil {
			t.Fatal(err)
		}
	}
	for _, before := range []time.Duration{time.Minute, time.Second} { // the later one counts
		if err := s.ExpireKeys(t.Context(), storagetest.Noon.Add(before)); err != nil {
			t.Fatal(err)
		}
	}
	var left int
	err := s.db.View(func(tx *bbolt.Tx) error { left = tx.Bucket([]byte(byCause)).Stats().KeyN; return nil })
	if left != 1 || err != nil {
		t.Errorf("%d causes are left, %v", left, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if f, _, err := inspect(t, path); err != nil || len(f.problems) > 0 {
		t.Fatalf("%v, problems %q", err, f.problems)
	}
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte(byCause)).Delete([]byte("update:1\x00new")) })
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	f, _, err := inspect(t, path)
	if err != nil || len(f.problems) != 1 || !strings.Contains(f.problems[0], `new: the index "cause" lacks it`) {
		t.Errorf("%v, problems %q", err, f.problems)
	}
}
