package agenda

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/bolt"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// keeper has deadlines in a store, and notes which tasks were run when.
type keeper struct {
	t     *testing.T
	store *faultytest.Store
	began time.Time
	a     *Agenda[storage.Head]

	mu   sync.Mutex
	done []string
}

func keep(t *testing.T) *keeper {
	k := &keeper{t: t, store: faultytest.New(memorytest.New()), began: time.Now()}
	k.a = New(Config[storage.Head]{dueIn(k.store), k.do, time.Now, slog.New(slog.DiscardHandler)})
	return k
}

// dueIn returns the heads that are due in a store, in order of their deadlines, and the earliest deadline.
func dueIn(s storage.Store) func(context.Context, time.Time) ([]storage.Head, time.Time, error) {
	return func(ctx context.Context, now time.Time) ([]storage.Head, time.Time, error) {
		soonest, err := storage.Soonest(ctx, s)
		if err != nil || soonest.After(now) {
			return nil, soonest, err
		}
		due, err := s.Find(ctx, storage.Query{Due: now})
		return due, soonest, err
	}
}

func (k *keeper) do(ctx context.Context, h storage.Head) error {
	h.Deadline = time.Time{}
	if err := k.store.Append(ctx, h); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.done = append(k.done, fmt.Sprint(h.ID, " ", time.Since(k.began).Round(time.Second)))
	return nil
}

// count returns the number of tasks run.
func (k *keeper) count() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.done)
}

func (k *keeper) due(id string, after time.Duration) {
	k.t.Helper()
	h := storage.Head{ID: id, N: 1, Began: k.began, Deadline: k.began.Add(after)}
	if err := k.store.Append(k.t.Context(), h, match.Event{Kind: match.Challenged}); err != nil {
		k.t.Fatal(err)
	}
	k.a.Wake()
}

// Tasks run to the second, in whatever order they were stored, also if the store fails for a while.
func TestAgenda(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keep(t)
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { k.a.Run(ctx); close(ended) }()
		synctest.Wait()
		k.due("far", 72*time.Hour)
		k.due("near", 5*time.Second)
		k.due("past", -time.Hour)
		time.Sleep(4 * time.Second)
		synctest.Wait()
		k.due("nearer", 5*time.Second+time.Millisecond)
		time.Sleep(time.Hour)
		synctest.Wait()
		k.store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("no disk")}, "Append"))
		time.Sleep(72 * time.Hour)
		synctest.Wait()
		if want := []string{"past 0s", "near 5s", "nearer 5s"}; !slices.Equal(k.done, want) {
			t.Errorf("done: %q, want %q", k.done, want)
		}
		k.store.Plan(nil)
		time.Sleep(resting)
		synctest.Wait()
		if len(k.done) != 4 {
			t.Errorf("with the disk again: %q", k.done)
		}
		k.store.Plan(faultytest.Always(faultytest.Fault{Err: errors.New("no disk")}, "Find"))
		time.Sleep(time.Hour)
		k.store.Plan(nil)
		k.due("last", 0)
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(k.done) != 5 {
			t.Errorf("in the end: %q", k.done)
		}
		stop()
		<-ended
	})
}

// Tasks that are overdue at the start run one after the other, not all at once.
func TestAgenda_Spaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keep(t)
		for n := range 100 {
			k.due(fmt.Sprint("m", n), -time.Hour)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { k.a.Run(ctx); close(ended) }()
		time.Sleep(50 * spaced)
		if n := k.count(); n < 45 || n > 55 {
			t.Errorf("%d are done", n)
		}
		time.Sleep(50 * spaced)
		if n := k.count(); n != 100 {
			t.Errorf("%d are done", n)
		}
		stop()
		<-ended
	})
}

// A poll of the agenda while 100,000 matches wait in a file.
func BenchmarkWaiting(b *testing.B) {
	store, err := bolt.Open(filepath.Join(b.TempDir(), "db"), bolt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	now := time.Now()
	var all errgroup.Group
	all.SetLimit(2000)
	for n := range 100_000 {
		all.Go(func() error {
			h := storage.Head{ID: fmt.Sprint("m", n), N: 1, Began: now,
				Deadline: now.Add(time.Hour + time.Duration(n)*time.Second)}
			return store.Append(b.Context(), h, match.Event{Kind: match.Challenged})
		})
	}
	if err := all.Wait(); err != nil {
		b.Fatal(err)
	}
	a := New(Config[storage.Head]{dueIn(store), func(context.Context, storage.Head) error { return nil },
		func() time.Time { return now }, slog.New(slog.DiscardHandler)})
	for b.Loop() {
		if a.round(b.Context()) != longest {
			b.Fatal("a due task failed")
		}
	}
}
