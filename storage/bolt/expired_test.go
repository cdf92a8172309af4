package bolt

import (
	"context"
	"errors"
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

// The erasure of the file ends early when its context does.
func TestErase_Ends(t *testing.T) {
	s := openStore(t, filepath.Join(t.TempDir(), "db"))
	defer s.Close()
	const events = 1000
	if err := s.Append(t.Context(), storagetest.NewHead("new", events), storagetest.NewEvents(1, events)...); err != nil {
		t.Fatal(err)
	}
	asked := 2
	if err := s.Erase(endsAfter{t.Context(), &asked}); !errors.Is(err, context.Canceled) {
		t.Errorf("it goes on: %v", err)
	}
	if err := s.Erase(t.Context()); err != nil {
		t.Errorf("again: %v", err)
	}
}

// A check misses no idempotency key that an older version deleted from the index, and every other one.
func TestCheck_ExpiredKeys(t *testing.T) {
	path := filepath.Join(t.TempDir(), "db")
	s := openStore(t, path)
	for n, id := range []string{"old", "new"} {
		h := storagetest.NewHead(id, 1)
		h.Latest = storagetest.Noon.Add(time.Duration(n) * time.Hour)
		if err := s.Append(t.Context(), h, storagetest.NewEvents(1, 1)...); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lost     string
		problems string
	}{{"old", ""}, {"new", `new: the index "cause" lacks "update:1\x00new"`}} {
		db, err := bbolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = db.Update(func(tx *bbolt.Tx) error {
			return errors.Join(tx.Bucket([]byte(byCause)).Delete([]byte("update:1\x00"+c.lost)),
				tx.Bucket([]byte(about)).Put([]byte("uncaused"), []byte(stamp(storagetest.Noon.Add(time.Minute)))))
		})
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		f, _, err := inspect(t, path)
		if got := strings.Join(f.problems, "\n"); err != nil || got != c.problems {
			t.Errorf("without the key of %s: %v, problems %q", c.lost, err, got)
		}
	}
}
