package archive_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

func TestCache_Contract(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return archive.NewCache(memorytest.New()) })
}

// A read concurrent with a write is not cached, as it may be older.
func TestCache_Crossing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx := t.Context()
		answered := make(chan struct{})
		slow := &late{Store: memorytest.New(), until: answered}
		c := archive.NewCache(slow)
		go c.Get(ctx, "language")
		synctest.Wait() // it has read "", and is on its way back
		if err := c.Put(ctx, "language", "pt"); err != nil {
			t.Fatal(err)
		}
		close(answered)
		synctest.Wait()
		slow.until = nil
		if is, err := c.Get(ctx, "language"); is != "pt" || err != nil {
			t.Errorf("the setting is %q (%v)", is, err)
		}
	})
}

// late is a store whose Get returns late.
type late struct {
	storage.Store
	until chan struct{}
}

func (l *late) Get(ctx context.Context, key string) (string, error) {
	value, err := l.Store.Get(ctx, key)
	if l.until != nil {
		<-l.until
	}
	return value, err
}

// A failed write may still be executed by the store: reads meanwhile are not cached.
func TestCache_LateWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memorytest.New()
		faults := faultytest.New(store)
		c := archive.NewCache(faults)
		faults.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrAway}, "Put"))
		if err := c.Put(t.Context(), "language", "pt"); !errors.Is(err, storage.ErrAway) {
			t.Fatal(err)
		}
		read := func() string {
			is, err := c.Get(t.Context(), "language")
			if err != nil {
				t.Fatal(err)
			}
			return is
		}
		read()
		if err := store.Put(t.Context(), "language", "pt"); err != nil {
			t.Fatal(err)
		}
		if is := read(); is != "pt" {
			t.Errorf("the setting is %q", is)
		}
		time.Sleep(time.Hour)
		faults.Plan(nil)
		read()
		read()
		if n := faults.Calls(); n != 1 {
			t.Errorf("long after that the store is asked %d times", n)
		}
	})
}
