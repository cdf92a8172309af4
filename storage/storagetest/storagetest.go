// Package storagetest holds the contract of package storage as a test that every store must pass.
package storagetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Run tests a store against the contract. Every call of open must return a new, empty store, which Run closes.
func Run(t *testing.T, open func(t *testing.T) storage.Store) {
	run(t, func(t *testing.T, _ string) storage.Store { return open(t) }, false)
}

// RunDurable is Run for a store that keeps its data in a folder. It also tests that the data is there when the folder
// is opened again.
func RunDurable(t *testing.T, open func(t *testing.T, folder string) storage.Store) {
	run(t, open, true)
	t.Run("Reopen", func(t *testing.T) { testReopen(t, open) })
	t.Run("CloseWhileAppending", func(t *testing.T) { testCloseWhileAppending(t, open) })
}

// Checks sets the number of random sequences that compare a store with its model, unless the command line sets it. It
// is for TestMain.
func Checks(n int) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "rapid.checks" })
	if !given {
		_ = flag.Set("rapid.checks", strconv.Itoa(n))
	}
}

type opener func(t *testing.T, folder string) storage.Store

func run(t *testing.T, open opener, durable bool) {
	for _, c := range []struct {
		name string
		test func(*testing.T, storage.Store)
	}{
		{"Append", testAppend},
		{"Conflict", testConflict},
		{"HeadOnly", testHeadOnly},
		{"OutOfOrder", testOutOfOrder},
		{"NotFound", testNotFound},
		{"Find", testFind},
		{"Changes", testChanges},
		{"Rewrite", testRewrite},
		{"RewriteConflict", testRewriteConflict},
		{"Delete", testDelete},
		{"Aliasing", testAliasing},
		{"Settings", testSettings},
		{"Keys", testKeys},
		{"Cancelled", testCancelled},
		{"Closed", testClosed},
		{"Race", testRace},
		{"ReadWhileAppending", testReadWhileAppending},
		{"RewriteWhileAppending", testRewriteWhileAppending},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			defer s.Close()
			c.test(t, s)
		})
	}
	t.Run("Model", func(t *testing.T) { testModel(t, open, durable) })
	runPeople(t, open, durable)
}

// Noon is the time when the matches of the tests begin.
var Noon = time.Date(2026, 5, 17, 12, 0, 0, 0, time.UTC)

// NewHead returns the head of a match of n events between rui and eva in one room, where the first event was
// announced.
func NewHead(id string, n int) storage.Head {
	return storage.Head{
		ID: id, N: n, Status: match.Playing, Game: "draughts",
		Players: []string{"telegram:rui", "telegram:eva"},
		Places:  []storage.Place{{Room: "telegram:-100", Delivered: 1, Ref: "77"}},
		Began:   Noon, Latest: Noon.Add(time.Duration(n) * time.Second),
	}
}

// NewEvents returns events number first to last, counted from 1: a challenge, then moves.
func NewEvents(first, last int) []match.Event {
	var events []match.Event
	for n := first; n <= last; n++ {
		e := match.Event{Kind: match.Moved, At: Noon.Add(time.Duration(n) * time.Second), By: "telegram:rui",
			Move: engine.Move(fmt.Sprintf("%d-%d", n, n+4))}
		if n == 1 {
			e = match.Event{Kind: match.Challenged, At: Noon, By: "telegram:rui", Room: "telegram:-100", IdempotencyKey: "update:1",
				Who: &match.Player{ID: "telegram:rui", Handle: "rui", Name: "Rui \u200fÇ <b>\"\\"},
				Setup: &match.Setup{Game: "draughts", Version: 1, Options: engine.Options{"rules": "russian"},
					Opponent: match.Player{Handle: "eva"}}}
		}
		events = append(events, e)
	}
	return events
}

func mustAppend(t testing.TB, s storage.Store, h storage.Head, events ...match.Event) {
	t.Helper()
	if err := s.Append(t.Context(), h, events...); err != nil {
		t.Fatalf("Append(%s, N %d, %d events): %v", h.ID, h.N, len(events), err)
	}
}

// holds fails the test unless a match has exactly this head and these events.
func holds(t testing.TB, s storage.Store, h storage.Head, events []match.Event) {
	t.Helper()
	got, err := s.Head(t.Context(), h.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(h, got); d != "" {
		t.Errorf("head of %s (-want +got):\n%s", h.ID, d)
	}
	list, err := s.Events(t.Context(), h.ID)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(events, list); d != "" {
		t.Errorf("events of %s (-want +got):\n%s", h.ID, d)
	}
}

// finds fails the test unless a query returns exactly these matches in this order.
func finds(t testing.TB, s storage.Store, q storage.Query, want ...string) {
	t.Helper()
	heads, err := s.Find(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, h := range heads {
		got = append(got, h.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("Find(%+v) = %q, want %q", q, got, want)
	}
}

func testAppend(t *testing.T, s storage.Store) {
	h := NewHead("m", 1)
	h.Deadline = Noon.Add(time.Hour + 7)
	mustAppend(t, s, h, NewEvents(1, 1)...)
	holds(t, s, h, NewEvents(1, 1))

	h.N = 4
	mustAppend(t, s, h, NewEvents(2, 4)...)
	holds(t, s, h, NewEvents(1, 4))

	// Ids that are prefixes of each other, and event numbers of more than one byte.
	for _, id := range []string{"m\x01", "m1", "", "mm"} {
		if id == "" {
			id = "l\U0010ffff"
		}
		mustAppend(t, s, NewHead(id, 300), NewEvents(1, 300)...)
		holds(t, s, NewHead(id, 300), NewEvents(1, 300))
	}
	holds(t, s, h, NewEvents(1, 4))

	// The same instant in another time zone is the same time.
	far := NewHead("far", 1)
	far.Began = Noon.In(time.FixedZone("", -3*3600))
	mustAppend(t, s, far, NewEvents(1, 1)...)
	holds(t, s, far, NewEvents(1, 1))
}

func testConflict(t *testing.T, s storage.Store) {
	mustAppend(t, s, NewHead("m", 3), NewEvents(1, 3)...)
	for _, c := range []struct {
		name   string
		head   storage.Head
		events []match.Event
	}{
		{"behind", NewHead("m", 3), NewEvents(3, 3)},
		{"ahead", NewHead("m", 5), NewEvents(5, 5)},
		{"from the start", NewHead("m", 1), NewEvents(1, 1)},
		{"head behind", NewHead("m", 2), nil},
		{"head ahead", NewHead("m", 4), nil},
		{"not stored", NewHead("other", 2), NewEvents(2, 2)},
	} {
		c.head.Status = match.Over
		c.head.Players = []string{"telegram:loser"}
		if err := s.Append(t.Context(), c.head, c.events...); !errors.Is(err, storage.ErrConflict) {
			t.Errorf("%s: Append = %v, want ErrConflict", c.name, err)
		}
	}
	holds(t, s, NewHead("m", 3), NewEvents(1, 3))
	finds(t, s, storage.Query{}, "m")
	finds(t, s, storage.Query{Player: "telegram:loser"})
	finds(t, s, storage.Query{Live: true}, "m")
}

func testHeadOnly(t *testing.T, s storage.Store) {
	h := NewHead("m", 2)
	mustAppend(t, s, h, NewEvents(1, 2)...)
	finds(t, s, storage.Query{Undelivered: true}, "m")
	h.Places[0] = storage.Place{Room: "telegram:-100", Delivered: 2, Ref: "78"}
	mustAppend(t, s, h)
	holds(t, s, h, NewEvents(1, 2))
	finds(t, s, storage.Query{Undelivered: true})
}

func testOutOfOrder(t *testing.T, s storage.Store) {
	change := func(f func(h *storage.Head)) storage.Head {
		h := NewHead("bad", 1)
		f(&h)
		return h
	}
	long := string(make([]byte, storage.MaxName+1))
	cause := NewEvents(1, 1)
	cause[0].IdempotencyKey = "a\x00b"
	late := NewEvents(1, 1)
	late[0].At = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name   string
		head   storage.Head
		events []match.Event
	}{
		{"no id", NewHead("", 1), NewEvents(1, 1)},
		{"zero byte in id", NewHead("a\x00b", 1), NewEvents(1, 1)},
		{"id not UTF-8", NewHead("a\xff", 1), NewEvents(1, 1)},
		{"long id", NewHead(long, 1), NewEvents(1, 1)},
		{"new without events", NewHead("bad", 1), nil},
		{"N of zero", NewHead("bad", 0), nil},
		{"N less than events", NewHead("bad", 1), NewEvents(1, 2)},
		{"zero byte in room", change(func(h *storage.Head) { h.Places[0].Room = "a\x00b" }), NewEvents(1, 1)},
		{"zero byte in player", change(func(h *storage.Head) { h.Players[1] = "a\x00b" }), NewEvents(1, 1)},
		{"zero byte in cause", NewHead("bad", 1), cause},
		{"event of no year", NewHead("bad", 1), late},
		{"head of no year", change(func(h *storage.Head) { h.Latest = late[0].At }), NewEvents(1, 1)},
	} {
		if err := s.Append(t.Context(), c.head, c.events...); err == nil {
			t.Errorf("%s: Append = nil, want an error", c.name)
		}
		if err := s.Rewrite(t.Context(), c.head, c.events); err == nil {
			t.Errorf("%s: Rewrite = nil, want an error", c.name)
		}
	}
	finds(t, s, storage.Query{})
	longest := string(slices.Repeat([]byte("x"), storage.MaxName))
	h := NewHead(longest, 1)
	h.Players[0], h.Places[0].Room = longest, longest
	mustAppend(t, s, h, NewEvents(1, 1)...)
	holds(t, s, h, NewEvents(1, 1))
	finds(t, s, storage.Query{Player: longest, Room: longest}, longest)
}

func testNotFound(t *testing.T, s storage.Store) {
	mustAppend(t, s, NewHead("m", 300), NewEvents(1, 300)...)
	for _, id := range []string{"", "n", "l", "\x00", "m\x00", "m\x00\x00\x00\x01", "\xff"} {
		if _, err := s.Events(t.Context(), id); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Events(%q): %v, want ErrNotFound", id, err)
		}
		if _, err := s.Head(t.Context(), id); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("Head(%q): %v, want ErrNotFound", id, err)
		}
	}
}

// testAliasing modifies the arguments and results of calls, and checks that the store does not change.
func testAliasing(t *testing.T, s storage.Store) {
	h, events := NewHead("m", 1), NewEvents(1, 1)
	spoil := func(h storage.Head, events []match.Event) {
		h.Players[0], h.Places[0].Room = "spoilt", "spoilt"
		for i := range events {
			events[i].By = "spoilt"
			events[i].Who.ID = "spoilt"
			events[i].Setup.Options["rules"] = "spoilt"
		}
	}
	mustAppend(t, s, h, events...)
	spoil(h, events)
	holds(t, s, NewHead("m", 1), NewEvents(1, 1))

	h, events = NewHead("m", 1), NewEvents(1, 1)
	mustRewrite(t, s, h, events)
	spoil(h, events)
	holds(t, s, NewHead("m", 1), NewEvents(1, 1))

	h, err := s.Head(t.Context(), "m")
	if err != nil {
		t.Fatal(err)
	}
	if events, err = s.Events(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	spoil(h, events)
	heads, err := s.Find(t.Context(), storage.Query{})
	if err != nil || len(heads) != 1 {
		t.Fatalf("Find = %v, %v, want one match", heads, err)
	}
	spoil(heads[0], nil)
	holds(t, s, NewHead("m", 1), NewEvents(1, 1))
	finds(t, s, storage.Query{Player: "telegram:rui", Room: "telegram:-100"}, "m")
	finds(t, s, storage.Query{Player: "spoilt"})
}

// everything calls each method of Store that takes a context, and returns the errors by method name.
func everything(ctx context.Context, s storage.Store) map[string]error {
	errs := map[string]error{}
	errs["Append"] = s.Append(ctx, NewHead("new", 1), NewEvents(1, 1)...)
	_, errs["Events"] = s.Events(ctx, "m")
	_, errs["Head"] = s.Head(ctx, "m")
	errs["Rewrite"] = s.Rewrite(ctx, NewHead("m", 1), NewEvents(1, 1))
	errs["Delete"] = s.Delete(ctx, "m", 1)
	_, errs["Find"] = s.Find(ctx, storage.Query{})
	_, errs["Keys"] = s.Keys(ctx, "")
	errs["Erase"] = s.Erase(ctx)
	_, errs["Get"] = s.Get(ctx, "k")
	errs["Put"] = s.Put(ctx, "k", "new")
	return errs
}

func testCancelled(t *testing.T, s storage.Store) {
	mustAppend(t, s, NewHead("m", 1), NewEvents(1, 1)...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range everything(ctx, s) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want context.Canceled", name, err)
		}
	}
	finds(t, s, storage.Query{}, "m")
	if v, err := s.Get(t.Context(), "k"); v != "" || err != nil {
		t.Errorf("Get = %q, %v, want nothing", v, err)
	}
}

func testClosed(t *testing.T, s storage.Store) {
	mustAppend(t, s, NewHead("m", 1), NewEvents(1, 1)...)
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatalf("Close: %v", err)
		}
	}
	for name, err := range everything(t.Context(), s) {
		if !errors.Is(err, storage.ErrClosed) {
			t.Errorf("%s: %v, want ErrClosed", name, err)
		}
	}
}
