package storagetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/errgroup"

	"tabuleiro/storage"
)

// testRace lets several writers append the same event of the same match at once: exactly one must win, the others
// must get ErrConflict, and the winner's event must be stored.
func testRace(t *testing.T, s storage.Store) {
	const matches, racers, rounds = 3, 8, 12
	var all errgroup.Group
	for m := range matches {
		id := fmt.Sprint("m", m)
		all.Go(func() error {
			for n := 1; n <= rounds; n++ {
				var won atomic.Int32
				var winner atomic.Value
				var g errgroup.Group
				for r := range racers {
					g.Go(func() error {
						h, events := NewHead(id, n), NewEvents(n, n)
						me := fmt.Sprint("racer", r)
						h.Players = []string{me}
						events[0].By = me
						switch err := s.Append(t.Context(), h, events...); {
						case err == nil:
							won.Add(1)
							winner.Store(me)
						case !errors.Is(err, storage.ErrConflict):
							return err
						}
						return nil
					})
				}
				if err := g.Wait(); err != nil {
					return err
				}
				if won.Load() != 1 {
					return fmt.Errorf("event %d of %s was appended by %d, want one", n, id, won.Load())
				}
				events, err := s.Events(t.Context(), id)
				if err != nil || len(events) != n {
					return fmt.Errorf("%s has %d events, %v, want %d", id, len(events), err, n)
				}
				h, err := s.Head(t.Context(), id)
				if err != nil || h.Players[0] != winner.Load() || events[n-1].By != winner.Load() {
					return fmt.Errorf("%s holds %v of %s, %v, but %s won", id, h.Players, events[n-1].By, err, winner.Load())
				}
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
}

// testReadWhileAppending reads during writes: the events read after a head must be at least as many as it counts, and
// a search for undelivered matches must return no others.
func testReadWhileAppending(t *testing.T, s storage.Store) {
	const last = 40
	mustAppend(t, s, NewHead("m", 1), NewEvents(1, 1)...)
	var g errgroup.Group
	var done atomic.Bool
	g.Go(func() error {
		defer done.Store(true)
		for n := 2; n <= last; n++ {
			h := NewHead("m", n)
			if err := s.Append(t.Context(), h, NewEvents(n, n)...); err != nil {
				return err
			}
			h.Places[0].Delivered = n
			if err := s.Append(t.Context(), h); err != nil {
				return err
			}
		}
		return nil
	})
	for range 2 {
		g.Go(func() error {
			for !done.Load() {
				h, err := s.Head(t.Context(), "m")
				if err != nil {
					return err
				}
				events, err := s.Events(t.Context(), "m")
				if err != nil || len(events) < h.N {
					return fmt.Errorf("%d events, %v, under a head of %d", len(events), err, h.N)
				}
				unsaid, err := s.Find(t.Context(), storage.Query{Undelivered: true})
				if err != nil || len(unsaid) > 1 || len(unsaid) == 1 && !unsaid[0].Undelivered() {
					return fmt.Errorf("unsaid are %v, %v", unsaid, err)
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

func testReopen(t *testing.T, open opener) {
	folder := t.TempDir()
	s := open(t, folder)
	mustAppend(t, s, NewHead("m", 2), NewEvents(1, 2)...)
	if err := s.Put(t.Context(), "k", "v"); err != nil {
		t.Fatal(err)
	}
	for n := 3; n <= 5; n++ {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, folder)
		holds(t, s, NewHead("m", n-1), NewEvents(1, n-1))
		finds(t, s, storage.Query{Room: "telegram:-100", Live: true}, "m")
		finds(t, s, storage.Query{IdempotencyKey: "update:1"}, "m")
		if v, err := s.Get(t.Context(), "k"); v != "v" || err != nil {
			t.Errorf("Get = %q, %v, want v", v, err)
		}
		if err := s.Append(t.Context(), NewHead("m", 2), NewEvents(2, 2)...); !errors.Is(err, storage.ErrConflict) {
			t.Errorf("Append of what is there = %v, want ErrConflict", err)
		}
		mustAppend(t, s, NewHead("m", n), NewEvents(n, n)...)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// testCloseWhileAppending closes the store during appends: every acknowledged append must be stored, and none refused
// with ErrClosed.
func testCloseWhileAppending(t *testing.T, open opener) {
	const writers = 8
	folder := t.TempDir()
	s := open(t, folder)
	var stored [writers]int
	var begun sync.WaitGroup
	begun.Add(writers)
	var g errgroup.Group
	for w := range writers {
		g.Go(func() error {
			for n := 1; ; n++ {
				err := s.Append(t.Context(), NewHead(fmt.Sprint("m", w), n), NewEvents(n, n)...)
				if errors.Is(err, storage.ErrClosed) {
					stored[w] = n - 1
					return nil
				}
				if n == 1 {
					begun.Done()
				}
				if err != nil {
					return err
				}
			}
		})
	}
	begun.Wait()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	s = open(t, folder)
	defer s.Close()
	for w, n := range stored {
		holds(t, s, NewHead(fmt.Sprint("m", w), n), NewEvents(1, n))
	}
}
