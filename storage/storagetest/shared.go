package storagetest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/storage"
)

// runShared is the part of the contract that a store used by several processes keeps.
func runShared(t *testing.T, open opener) {
	for _, c := range []struct {
		name string
		test func(*testing.T, storage.Store, storage.Shared)
	}{
		{"Leases", testLeases},
		{"LeasesRace", testLeasesRace},
		{"LeasesForgotten", testLeasesForgotten},
		{"Fence", testFence},
		{"FenceRace", testFenceRace},
		{"Letters", testLetters},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			defer s.Close()
			c.test(t, s, s.(storage.Shared))
		})
	}
}

// short is a time after which a lease is over that no test waits for in vain: over is when the next one gets it.
const short = time.Millisecond

// acquire acquires one lease, again and again until it is free.
func acquire(t testing.TB, s storage.Shared, holder string, d time.Duration, name string) storage.Lease {
	t.Helper()
	for {
		got, err := s.Acquire(t.Context(), holder, d, name)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) == 1 {
			if l := got[0]; l.Name != name || l.Holder != holder || l.Left <= 0 || l.Left > d {
				t.Fatalf("acquired %+v", l)
			}
			return got[0]
		}
	}
}

func testLeases(t *testing.T, _ storage.Store, s storage.Shared) {
	first := acquire(t, s, "one", time.Hour, "a")
	if got, err := s.Acquire(t.Context(), "two", time.Hour, "b", "a"); err != nil || len(got) != 1 || got[0].Name != "b" ||
		got[0].Fence != 1 {
		t.Fatalf("where one of two is held: %+v, %v", got, err)
	}
	all, err := s.Renew(t.Context(), "one", time.Hour, 7)
	if err != nil || len(all) != 2 || all[0].Name != "a" || all[0].Holder != "one" || all[1].Holder != "two" ||
		all[0].Left < time.Minute || all[0].Asks != 7 || all[1].Asks != 0 {
		t.Fatalf("all leases: %+v, %v", all, err)
	}
	if err := s.Release(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	next := acquire(t, s, "two", short, "a")
	if next.Fence <= first.Fence {
		t.Errorf("the fence was %d and is %d", first.Fence, next.Fence)
	}
	if err := s.Release(t.Context(), first); err != nil { // which is another's now
		t.Fatal(err)
	}
	third := acquire(t, s, "three", time.Hour, "a") // when it is over
	if third.Fence <= next.Fence {
		t.Errorf("the fence was %d and is %d", next.Fence, third.Fence)
	}
	all, err = s.Renew(t.Context(), "two", time.Hour, 0)
	if err != nil || all[0].Holder != "three" || all[0].Fence != third.Fence || all[0].Asks != 0 {
		t.Errorf("renewed by the one who lost it: %+v, %v", all, err)
	}
	acquire(t, s, "one", short, "c")
	if _, err := s.Renew(t.Context(), "one", time.Hour, 0); err != nil { // it may be over, but is still its own
		t.Fatal(err)
	}
	if got, err := s.Acquire(t.Context(), "two", time.Hour, "c"); err != nil || len(got) > 0 {
		t.Errorf("a lease that was renewed is given to another: %+v, %v", got, err)
	}
	if _, err := s.Acquire(t.Context(), "", time.Hour, "d"); err == nil {
		t.Error("a lease is given to no process")
	}
}

// Leases are forgotten by the beginning of their names, when they have been over for long enough.
func testLeasesForgotten(t *testing.T, _ storage.Store, s storage.Shared) {
	acquire(t, s, "one", time.Hour, "process/one")
	acquire(t, s, "two", short, "process/two")
	for _, name := range []string{"process/three", "process", "room/1"} {
		if err := s.Release(t.Context(), acquire(t, s, "three", time.Hour, name)); err != nil {
			t.Fatal(err)
		}
	}
	forget := func(over time.Duration, want ...string) {
		t.Helper()
		if err := s.Forget(t.Context(), "process/", over); err != nil {
			t.Fatal(err)
		}
		all, err := s.Renew(t.Context(), "nobody", time.Hour, 0)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, l := range all {
			names = append(names, l.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("left are %q, want %q", names, want)
		}
	}
	forget(time.Hour, "process", "process/one", "process/two", "room/1") // what was given up is over since ever
	acquire(t, s, "four", time.Hour, "process/two")                      // so it is over
	acquire(t, s, "four", short, "process/four")
	acquire(t, s, "five", time.Hour, "process/four")
	forget(0, "process", "process/four", "process/one", "process/two", "room/1")
	if err := s.Release(t.Context(), storage.Lease{Name: "process/two", Fence: 2}); err != nil {
		t.Fatal(err)
	}
	forget(0, "process", "process/four", "process/one", "room/1")
}

// Of those who want the same leases each gets some, and none is given twice.
func testLeasesRace(t *testing.T, _ storage.Store, s storage.Shared) {
	names := []string{"a", "b", "c", "d", "e"}
	var mu sync.Mutex
	var given []string
	var all sync.WaitGroup
	for _, holder := range []string{"one", "two", "three", "four"} {
		all.Go(func() {
			got, err := s.Acquire(t.Context(), holder, time.Hour, names...)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			defer mu.Unlock()
			for _, l := range got {
				given = append(given, l.Name)
			}
		})
	}
	all.Wait()
	slices.Sort(given)
	if !slices.Equal(given, names) {
		t.Errorf("given: %v", given)
	}
}

// Every write under a lease is refused, and changes nothing, once another has the lease.
func testFence(t *testing.T, s storage.Store, shared storage.Shared) {
	lease := acquire(t, shared, "one", short, "work")
	ctx := storage.Under(t.Context(), lease)
	if err := s.Append(ctx, NewHead("k7q2", 1), NewEvents(1, 1)...); err != nil {
		t.Fatal(err)
	}
	if _, err := shared.Renew(ctx, "one", short, 0); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, NewHead("k7q2", 2), NewEvents(2, 2)...); err != nil {
		t.Fatal("after a renewal: ", err)
	}
	now := acquire(t, shared, "two", time.Hour, "work")
	people, _ := s.(storage.People)
	ratings := []storage.Rating{NewRating("telegram:1", "cage", 1)}
	for name, write := range map[string]func() error{
		"Append":  func() error { return s.Append(ctx, NewHead("k7q2", 3), NewEvents(3, 3)...) },
		"new":     func() error { return s.Append(ctx, NewHead("new", 1), NewEvents(1, 1)...) },
		"Rewrite": func() error { return s.Rewrite(ctx, NewHead("k7q2", 2), NewEvents(1, 2)) },
		"Delete":  func() error { return s.Delete(ctx, "k7q2", 2) },
		"Put":     func() error { return s.Put(ctx, "key", "value") },
		"Finish":  func() error { return people.Finish(ctx, NewHead("k7q2", 3), ratings, NewEvents(3, 3)...) },
		"PutPerson": func() error {
			return people.PutPerson(ctx, storage.Person{ID: "a:1", Identities: []string{"a:1", "b:1"}, Version: 1})
		},
		"SetRatings": func() error { return people.SetRatings(ctx, "telegram:1", ratings) },
	} {
		if err := write(); !errors.Is(err, storage.ErrFenced) {
			t.Errorf("%s: %v", name, err)
		}
	}
	holds(t, s, NewHead("k7q2", 2), NewEvents(1, 2))
	if value, err := s.Get(t.Context(), "key"); err != nil || value != "" {
		t.Errorf("put %q, %v", value, err)
	}
	if err := s.Append(storage.Under(t.Context(), now), NewHead("k7q2", 3), NewEvents(3, 3)...); err != nil {
		t.Error(err)
	}
}

// While a lease changes hands, nothing is written under it by the one who has lost it after the other has it.
func testFenceRace(t *testing.T, s storage.Store, shared storage.Shared) {
	lease := acquire(t, shared, "one", short, "work")
	var writing sync.WaitGroup
	fenced := make(chan struct{})
	writing.Go(func() {
		defer close(fenced)
		ctx := storage.Under(context.WithoutCancel(t.Context()), lease)
		for n := 1; ; n++ {
			err := s.Append(ctx, NewHead("k7q2", n), NewEvents(n, n)...)
			if errors.Is(err, storage.ErrFenced) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
		}
	})
	acquire(t, shared, "two", time.Hour, "work")
	before, err := s.Head(t.Context(), "k7q2")
	<-fenced
	after, afterErr := s.Head(t.Context(), "k7q2")
	if before.N != after.N || errors.Is(err, storage.ErrNotFound) != errors.Is(afterErr, storage.ErrNotFound) {
		t.Errorf("there were %d events when the lease had changed hands, and then %d", before.N, after.N)
	}
	writing.Wait()
}

func testLetters(t *testing.T, _ storage.Store, s storage.Shared) {
	letters := []storage.Letter{
		{Box: "box 1", Service: "discord", Number: 1 << 60, Body: "{}"},
		{Box: "box 1", Service: "telegram", Number: 7, Body: "seven"},
		{Box: "box 1", Service: "telegram", Number: 9, Body: "nine ñ"}, {Box: "box 2", Service: "telegram", Number: 8},
		{Box: "box 3", Service: "telegram", Number: 1},
	}
	shuffled := []storage.Letter{letters[2], letters[4], letters[1], letters[0], letters[3]}
	if err := s.File(t.Context(), shuffled...); err != nil {
		t.Fatal(err)
	}
	again := letters[1]
	again.Body = "another"
	if err := s.File(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	look := func(boxes []string, known []int64, most int, want ...storage.Letter) {
		t.Helper()
		got, err := s.Letters(t.Context(), boxes, known, most)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(append([]storage.Letter{}, want...), append([]storage.Letter{}, got...)); d != "" {
			t.Errorf("letters in %v without %v (-want +got):\n%s", boxes, known, d)
		}
	}
	look([]string{"box 1", "box 2"}, nil, 10, letters[0], letters[1], letters[3], letters[2])
	look([]string{"box 1", "box 2"}, []int64{7, 100}, 2, letters[0], letters[3])
	look([]string{"box 4"}, nil, 10)
	look(nil, nil, 10)
	lease := acquire(t, s, "one", short, "box 1")
	mine, others := letters[1], letters[0]
	mine.Fence, others.Fence = acquire(t, s, "two", time.Hour, "box 1").Fence, lease.Fence
	if err := s.Done(t.Context(), mine, others, letters[3]); err != nil {
		t.Fatal(err)
	}
	look([]string{"box 3", "box 2", "box 1"}, nil, 10, letters[0], letters[4], letters[2])
	if err := s.File(t.Context(), storage.Letter{Service: "telegram", Number: 5, Body: "\xff"}); err == nil {
		t.Error("a letter that is no text is kept")
	}
}
