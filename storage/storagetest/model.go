package storagetest

import (
	gocmp "cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// model is the simplest possible store.
type model struct {
	heads    map[string]storage.Head
	events   map[string][]match.Event
	causes   map[string]map[string]bool // keys in the index, by match
	settings map[string]string
}

// testModel runs the same random actions on a store and a model, and compares their answers.
func testModel(t *testing.T, open opener, durable bool) {
	rapid.Check(t, func(r *rapid.T) {
		folder := t.TempDir()
		s := open(t, folder)
		defer func() { _ = s.Close() }()
		m := model{map[string]storage.Head{}, map[string][]match.Event{}, map[string]map[string]bool{}, map[string]string{}}
		ctx := context.Background()
		actions := map[string]func(*rapid.T){
			"append":   func(r *rapid.T) { m.append(ctx, r, s) },
			"again":    func(r *rapid.T) { m.append(ctx, r, s) }, // append twice as often
			"rewrite":  func(r *rapid.T) { m.rewrite(ctx, r, s) },
			"delete":   func(r *rapid.T) { m.delete(ctx, r, s) },
			"find":     func(r *rapid.T) { m.find(ctx, r, s, someQuery(r)) },
			"settings": func(r *rapid.T) { m.set(ctx, r, s) },
		}
		if durable {
			actions["reopen"] = func(r *rapid.T) {
				if err := s.Close(); err != nil {
					r.Fatal(err)
				}
				s = open(t, folder)
			}
		}
		r.Repeat(actions)
		m.find(ctx, r, s, storage.Query{})
		for id := range m.heads {
			events, err := s.Events(ctx, id)
			if d := cmp.Diff(m.events[id], events); err != nil || d != "" {
				r.Fatalf("events of %s: %v (-want +got):\n%s", id, err, d)
			}
		}
	})
}

// few draws one of n names, few enough for collisions.
func few(r *rapid.T, kind string, n int) string {
	return fmt.Sprint(kind, rapid.IntRange(1, n).Draw(r, kind))
}

func some(r *rapid.T, kind string, n int) []string {
	return rapid.SliceOfN(rapid.Custom(func(r *rapid.T) string { return few(r, kind, n) }), 1, 3).Draw(r, kind+"s")
}

func someTime(r *rapid.T, name string) time.Time {
	return Noon.Add(time.Duration(rapid.IntRange(-3, 3).Draw(r, name)))
}

func (m model) append(ctx context.Context, r *rapid.T, s storage.Store) {
	id := few(r, "m", 6)
	held := len(m.events[id])
	events := someEvents(r, held+1, held+rapid.IntRange(0, 3).Draw(r, "events"))
	off := someOff(r)
	h := m.someHead(r, id, held+len(events)+off)
	err := s.Append(ctx, h, events...)
	switch {
	case h.N < 1 || h.N < len(events):
		if err == nil || errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Append of N %d and %d events: %v", h.N, len(events), err)
		}
	case off != 0 || h.N == 0:
		if !errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Append to %d events of N %d and %d events: %v, want ErrConflict", held, h.N, len(events), err)
		}
	case err != nil:
		r.Fatal(err)
	default:
		m.heads[id], m.events[id] = h, append(slices.Clip(m.events[id]), events...)
		m.cause(id, events)
	}
}

func (m model) rewrite(ctx context.Context, r *rapid.T, s storage.Store) {
	id := few(r, "m", 6)
	held := len(m.events[id])
	off := someOff(r)
	events := someEvents(r, 1, held+off)
	h := m.someHead(r, id, len(events))
	h.Began = someTime(r, "began anew")
	err := s.Rewrite(ctx, h, events)
	switch {
	case h.N == 0:
		if err == nil || errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Rewrite without events: %v", err)
		}
	case off != 0:
		if !errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Rewrite of %d events with %d: %v, want ErrConflict", held, len(events), err)
		}
	case err != nil:
		r.Fatal(err)
	default:
		m.heads[id], m.events[id] = h, events
		delete(m.causes, id)
		m.cause(id, events)
	}
}

// cause adds the idempotency keys of events to the index.
func (m model) cause(id string, events []match.Event) {
	if m.causes[id] == nil {
		m.causes[id] = map[string]bool{}
	}
	for _, e := range events {
		m.causes[id][e.IdempotencyKey] = true
	}
}

func (m model) delete(ctx context.Context, r *rapid.T, s storage.Store) {
	id := few(r, "m", 6)
	off := someOff(r)
	n := len(m.events[id]) + off
	err := s.Delete(ctx, id, n)
	switch {
	case n < 1:
		if err == nil || errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Delete of %d events: %v", n, err)
		}
	case off != 0:
		if !errors.Is(err, storage.ErrConflict) {
			r.Fatalf("Delete of %d events with %d: %v, want ErrConflict", len(m.events[id]), n, err)
		}
	case err != nil:
		r.Fatal(err)
	default:
		delete(m.heads, id)
		delete(m.events, id)
		delete(m.causes, id)
	}
}

// someOff draws the error in the number of events given: mostly zero.
func someOff(r *rapid.T) int {
	return rapid.SampledFrom([]int{0, 0, 0, 0, 1, -1}).Draw(r, "off")
}

func someEvents(r *rapid.T, first, last int) []match.Event {
	events := NewEvents(first, last)
	for i := range events {
		events[i].IdempotencyKey = rapid.SampledFrom([]string{"", "c1", "c2", "c3", "c4"}).Draw(r, "cause")
	}
	return events
}

// someHead draws a head for a match; Began stays if the match is stored.
func (m model) someHead(r *rapid.T, id string, n int) storage.Head {
	h := storage.Head{ID: id, N: n,
		Status:  rapid.SampledFrom([]match.Status{match.Open, match.Playing, match.Over, match.Void}).Draw(r, "status"),
		Players: some(r, "p", 4),
		Latest:  someTime(r, "latest"),
	}
	for _, room := range some(r, "r", 3) {
		h.Places = append(h.Places, storage.Place{Room: room,
			Delivered: max(0, h.N-rapid.SampledFrom([]int{0, 0, 1}).Draw(r, "unsaid"))})
	}
	if rapid.Bool().Draw(r, "deadline") {
		h.Deadline = someTime(r, "deadline")
	}
	if old, ok := m.heads[id]; ok {
		h.Began = old.Began
	} else {
		h.Began = someTime(r, "began")
	}
	return h
}

func someQuery(r *rapid.T) storage.Query {
	var q storage.Query
	if rapid.Bool().Draw(r, "by room") {
		q.Room = few(r, "r", 3)
	}
	if rapid.Bool().Draw(r, "by player") {
		q.Player = few(r, "p", 4)
	}
	if rapid.IntRange(0, 3).Draw(r, "by due") == 0 {
		q.Due = someTime(r, "due")
	}
	if rapid.IntRange(0, 3).Draw(r, "by cause") == 0 {
		q.IdempotencyKey = few(r, "c", 4)
	}
	q.Live = rapid.Bool().Draw(r, "live")
	q.Ended = rapid.IntRange(0, 2).Draw(r, "ended") == 0
	q.Undelivered = rapid.IntRange(0, 3).Draw(r, "unsaid") == 0
	q.Limit = rapid.IntRange(0, 3).Draw(r, "limit")
	return q
}

func (m model) find(ctx context.Context, r *rapid.T, s storage.Store, q storage.Query) {
	var want []storage.Head
	for id, h := range m.heads {
		room := slices.ContainsFunc(h.Places, func(p storage.Place) bool { return p.Room == q.Room })
		unsaid := slices.ContainsFunc(h.Places, func(p storage.Place) bool { return p.Delivered != h.N })
		caused := m.causes[id][q.IdempotencyKey]
		live := h.Status == match.Open || h.Status == match.Playing
		if (room || q.Room == "") && (slices.Contains(h.Players, q.Player) || q.Player == "") && (unsaid || !q.Undelivered) &&
			(caused || q.IdempotencyKey == "") && (live || !q.Live) && (!live || !q.Ended) &&
			(q.Due.IsZero() || h.Deadline.Year() > 1 && h.Deadline.Compare(q.Due) <= 0) {
			want = append(want, h)
		}
	}
	slices.SortFunc(want, func(a, b storage.Head) int {
		if q.Due.IsZero() {
			return gocmp.Or(b.Began.Compare(a.Began), gocmp.Compare(b.ID, a.ID))
		}
		return gocmp.Or(a.Deadline.Compare(b.Deadline), gocmp.Compare(a.ID, b.ID))
	})
	if q.Limit > 0 {
		want = want[:min(q.Limit, len(want))]
	}
	got, err := s.Find(ctx, q)
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || d != "" {
		r.Fatalf("Find(%+v): %v (-want +got):\n%s", q, err, d)
	}
}

func (m model) set(ctx context.Context, r *rapid.T, s storage.Store) {
	key, value := few(r, "k", 3), rapid.SampledFrom([]string{"", "a", "b"}).Draw(r, "value")
	if rapid.Bool().Draw(r, "put") {
		if err := s.Put(ctx, key, value); err != nil {
			r.Fatal(err)
		}
		m.settings[key] = value
	}
	if got, err := s.Get(ctx, key); err != nil || got != m.settings[key] {
		r.Fatalf("Get(%s) = %q, %v, want %q", key, got, err, m.settings[key])
	}
	var want []string
	for k, v := range m.settings {
		if v != "" {
			want = append(want, k)
		}
	}
	slices.Sort(want)
	if got, err := s.Keys(ctx, "k"); err != nil || !slices.Equal(got, want) {
		r.Fatalf("Keys = %q, %v, want %q", got, err, want)
	}
}
