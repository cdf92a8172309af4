package storagetest

import (
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

func mustRewrite(t testing.TB, s storage.Store, h storage.Head, events []match.Event) {
	t.Helper()
	if err := s.Rewrite(t.Context(), h, events); err != nil {
		t.Fatalf("Rewrite(%s, N %d, %d events): %v", h.ID, h.N, len(events), err)
	}
}

// testRewrite changes all events of a match and everything it is found by at once, and back again.
func testRewrite(t *testing.T, s storage.Store) {
	h, events := NewHead("m", 300), NewEvents(1, 300)
	h.Deadline = Noon.Add(time.Hour)
	events[7].IdempotencyKey, events[8].IdempotencyKey = "update:8", "update:8"
	mustAppend(t, s, h, events...)
	for _, id := range []string{"l", "m\x01", "n"} { // neighbours
		mustAppend(t, s, NewHead(id, 2), NewEvents(1, 2)...)
	}

	h2, events2 := NewHead("m", 300), NewEvents(1, 300)
	h2.Status = match.Over
	h2.Players = []string{"telegram:rui", "nobody"}
	h2.Places = []storage.Place{{Room: "elsewhere", Delivered: 300}}
	h2.Began = Noon.Add(-time.Hour)
	for i := range events2 {
		events2[i].By, events2[i].Who = "nobody", nil
	}
	events2[0].IdempotencyKey, events2[1].IdempotencyKey = "", "gone"

	for range 2 {
		mustRewrite(t, s, h2, events2)
		holds(t, s, h2, events2)
		finds(t, s, storage.Query{}, "n", "m\x01", "l", "m")
		finds(t, s, storage.Query{Player: "telegram:eva"}, "n", "m\x01", "l")
		finds(t, s, storage.Query{Player: "telegram:rui"}, "n", "m\x01", "l", "m")
		finds(t, s, storage.Query{Player: "nobody", Ended: true}, "m")
		finds(t, s, storage.Query{Room: "telegram:-100"}, "n", "m\x01", "l")
		finds(t, s, storage.Query{Room: "elsewhere"}, "m")
		finds(t, s, storage.Query{Live: true}, "n", "m\x01", "l")
		finds(t, s, storage.Query{Undelivered: true}, "n", "m\x01", "l")
		finds(t, s, storage.Query{Due: h.Deadline})
		finds(t, s, storage.Query{IdempotencyKey: "update:1"}, "n", "m\x01", "l")
		finds(t, s, storage.Query{IdempotencyKey: "update:8"})
		finds(t, s, storage.Query{IdempotencyKey: "gone"}, "m")

		mustRewrite(t, s, h, events)
		holds(t, s, h, events)
		finds(t, s, storage.Query{}, "n", "m\x01", "m", "l")
		finds(t, s, storage.Query{Player: "telegram:eva", Live: true}, "n", "m\x01", "m", "l")
		finds(t, s, storage.Query{Player: "nobody"})
		finds(t, s, storage.Query{Room: "elsewhere"})
		finds(t, s, storage.Query{Undelivered: true, Ended: true})
		finds(t, s, storage.Query{Due: h.Deadline}, "m")
		finds(t, s, storage.Query{IdempotencyKey: "update:8"}, "m")
		finds(t, s, storage.Query{IdempotencyKey: "gone"})
	}

	// Appends continue from there, and the neighbours are unchanged.
	h.N = 301
	mustAppend(t, s, h, NewEvents(301, 301)...)
	holds(t, s, h, append(events, NewEvents(301, 301)...))
	for _, id := range []string{"l", "m\x01", "n"} {
		holds(t, s, NewHead(id, 2), NewEvents(1, 2))
	}
}

func testRewriteConflict(t *testing.T, s storage.Store) {
	mustAppend(t, s, NewHead("m", 3), NewEvents(1, 3)...)
	mustAppend(t, s, NewHead("m1", 2), NewEvents(1, 2)...)
	for _, c := range []struct {
		name     string
		head     storage.Head
		events   []match.Event
		conflict bool
	}{
		{"fewer", NewHead("m", 2), NewEvents(1, 2), true},
		{"more", NewHead("m", 4), NewEvents(1, 4), true},
		{"not stored", NewHead("other", 2), NewEvents(1, 2), true},
		{"not all events", NewHead("m", 3), NewEvents(2, 3), false},
		{"no events", NewHead("m", 3), nil, false},
		{"too many events", NewHead("m", 3), NewEvents(1, 4), false},
	} {
		c.head.Status = match.Over
		c.head.Players = []string{"telegram:loser"}
		if err := s.Rewrite(t.Context(), c.head, c.events); err == nil || errors.Is(err, storage.ErrConflict) != c.conflict {
			t.Errorf("%s: Rewrite = %v, want an error, ErrConflict: %v", c.name, err, c.conflict)
		}
	}
	holds(t, s, NewHead("m", 3), NewEvents(1, 3))
	holds(t, s, NewHead("m1", 2), NewEvents(1, 2))
	finds(t, s, storage.Query{}, "m1", "m")
	finds(t, s, storage.Query{Player: "telegram:loser"})
	finds(t, s, storage.Query{Ended: true})
}

// testDelete deletes a match and nothing else, and reuses its id.
func testDelete(t *testing.T, s storage.Store) {
	h, events := NewHead("m", 300), NewEvents(1, 300)
	h.Deadline = Noon.Add(time.Hour)
	events[7].IdempotencyKey, events[8].IdempotencyKey = "update:8", "update:8"
	mustAppend(t, s, h, events...)
	for _, id := range []string{"l", "m\x01", "n"} {
		mustAppend(t, s, NewHead(id, 2), NewEvents(1, 2)...)
	}
	for n, conflict := range map[int]bool{0: false, -1: false, 1: true, 299: true, 301: true} {
		if err := s.Delete(t.Context(), "m", n); err == nil || errors.Is(err, storage.ErrConflict) != conflict {
			t.Errorf("Delete of %d events: %v, want an error, ErrConflict: %v", n, err, conflict)
		}
	}
	if err := s.Delete(t.Context(), "other", 1); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("Delete of what is not stored: %v, want ErrConflict", err)
	}
	holds(t, s, h, events)

	if err := s.Delete(t.Context(), "m", 300); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Head(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("Head: %v, want ErrNotFound", err)
	}
	if _, err := s.Events(t.Context(), "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("Events: %v, want ErrNotFound", err)
	}
	for _, q := range []storage.Query{{}, {Player: "telegram:eva"}, {Room: "telegram:-100"}, {Live: true}, {Undelivered: true},
		{IdempotencyKey: "update:1"}} {
		finds(t, s, q, "n", "m\x01", "l")
	}
	finds(t, s, storage.Query{Due: h.Deadline})
	finds(t, s, storage.Query{IdempotencyKey: "update:8"})
	for _, id := range []string{"l", "m\x01", "n"} {
		holds(t, s, NewHead(id, 2), NewEvents(1, 2))
	}
	if err := s.Append(t.Context(), h); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("Append to what is gone: %v, want ErrConflict", err)
	}
	mustAppend(t, s, NewHead("m", 1), NewEvents(1, 1)...)
	holds(t, s, NewHead("m", 1), NewEvents(1, 1))
}

// testRewriteWhileAppending rewrites a match repeatedly during appends and reads: no append may be lost, and no
// reader may see events of two versions.
func testRewriteWhileAppending(t *testing.T, s storage.Store) {
	const last = 40
	mustAppend(t, s, NewHead("m", 1), NewEvents(1, 1)...)
	var g errgroup.Group
	var done atomic.Bool
	g.Go(func() error {
		defer done.Store(true)
		for n := 2; n <= last; n++ {
			if err := s.Append(t.Context(), NewHead("m", n), NewEvents(n, n)...); err != nil {
				return err
			}
		}
		return nil
	})
	g.Go(func() error {
		for version := 1; !done.Load(); version++ {
			h, err := s.Head(t.Context(), "m")
			if err != nil {
				return err
			}
			events, err := s.Events(t.Context(), "m")
			if err != nil {
				return err
			}
			for i := range events {
				events[i].By = fmt.Sprint("version ", version)
			}
			h.N = len(events)
			if err := s.Rewrite(t.Context(), h, events); err != nil && !errors.Is(err, storage.ErrConflict) {
				return err
			}
		}
		return nil
	})
	g.Go(func() error {
		for !done.Load() {
			events, err := s.Events(t.Context(), "m")
			if err != nil {
				return err
			}
			appended := false // since the last rewrite
			for i, e := range events {
				appended = appended || e.By == NewEvents(2, 2)[0].By
				if !appended && e.By != events[0].By || appended && e.By != NewEvents(2, 2)[0].By {
					return fmt.Errorf("event %d is by %s, the first one by %s", i+1, e.By, events[0].By)
				}
			}
		}
		return nil
	})
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	events, err := s.Events(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	for i := range events {
		events[i].By = NewEvents(1, 1)[0].By
	}
	h, err := s.Head(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	h.Latest = NewHead("m", last).Latest // it may be that of a rewrite
	mustRewrite(t, s, h, events)
	holds(t, s, NewHead("m", last), NewEvents(1, last))
}
