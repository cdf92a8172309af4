package bolt

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"tabuleiro/storage/storagetest"
)

// A check misses no cause that was let go of, and every other one; and of those let go of nothing stays in the index.
func TestCheckUncaused(t *testing.T) {
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
		if err := s.Uncause(t.Context(), storagetest.Noon.Add(before)); err != nil {
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
