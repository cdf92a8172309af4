// Package faulty is a store for tests: it fails, conflicts, stands still and loses answers when it is told to, in front
// of another store that does the work.
package faulty

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Call is one call of a method, before it is carried out.
type Call struct {
	Method string // "Append"
	Of     string // the id of the match, or the key, or the prefix; "" if it is about none
	Events int    // how many are appended
	N      int    // number of the call since the last Plan, counted from 1
}

// Writes tells whether the call changes anything.
func (c Call) Writes() bool {
	return slices.Contains([]string{"Append", "Rewrite", "Delete", "Uncause", "Put", "PutAll", "Erase", "Finish",
		"PutPerson", "SetRatings"}, c.Method)
}

// Fault is what befalls a call. The zero value is none.
type Fault struct {
	Until <-chan struct{} // first it waits for this to be closed, as long as its context lasts; nil: it does not wait
	Deaf  bool            // it waits even after its context has ended, as for a disk that hangs
	Err   error           // then it fails with this, like storage.ErrFull or storage.ErrConflict
	Done  bool            // it fails although it was carried out: the answer is lost
}

// Plan says what befalls each call. It is called by one goroutine at a time.
type Plan func(Call) Fault

// Store is a store with faults before another one.
type Store struct {
	next storage.Store

	mu    sync.Mutex
	plan  Plan
	calls int
}

// New puts faults before a store; none for now.
func New(next storage.Store) *Store { return &Store{next: next} }

// Plan has a plan from now on, nil for no faults, and counts calls anew.
func (s *Store) Plan(plan Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan, s.calls = plan, 0
}

// Calls is how many there were since the last Plan: as many places as there are for a fault.
func (s *Store) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Nth is a plan in which a fault befalls the nth call, counted from 1, and no other.
func Nth(n int, f Fault) Plan {
	return func(c Call) Fault {
		if c.N == n {
			return f
		}
		return Fault{}
	}
}

// Always is a plan in which a fault befalls all calls of some methods.
func Always(f Fault, methods ...string) Plan {
	return func(c Call) Fault {
		if slices.Contains(methods, c.Method) {
			return f
		}
		return Fault{}
	}
}

// do carries out a call with what befalls it.
func do[T any](ctx context.Context, s *Store, c Call, call func() (T, error)) (T, error) {
	var none T
	s.mu.Lock()
	s.calls++
	c.N = s.calls
	var f Fault
	if s.plan != nil {
		f = s.plan(c)
	}
	s.mu.Unlock()
	switch {
	case f.Until == nil:
	case f.Deaf:
		<-f.Until
	default:
		select {
		case <-f.Until:
		case <-ctx.Done():
			return none, ctx.Err()
		}
	}
	if f.Err != nil && !f.Done {
		return none, f.Err
	}
	value, err := call()
	if err == nil && f.Err != nil {
		return none, f.Err
	}
	return value, err
}

func (s *Store) write(ctx context.Context, c Call, call func() error) error {
	_, err := do(ctx, s, c, func() (struct{}, error) { return struct{}{}, call() })
	return err
}

// Append implements storage.Store.
func (s *Store) Append(ctx context.Context, h storage.Head, events ...match.Event) error {
	return s.write(ctx, Call{Method: "Append", Of: h.ID, Events: len(events)},
		func() error { return s.next.Append(ctx, h, events...) })
}

// Rewrite implements storage.Store.
func (s *Store) Rewrite(ctx context.Context, h storage.Head, events []match.Event) error {
	return s.write(ctx, Call{Method: "Rewrite", Of: h.ID, Events: len(events)},
		func() error { return s.next.Rewrite(ctx, h, events) })
}

// Delete implements storage.Store.
func (s *Store) Delete(ctx context.Context, id string, n int) error {
	return s.write(ctx, Call{Method: "Delete", Of: id}, func() error { return s.next.Delete(ctx, id, n) })
}

// Uncause implements storage.Store.
func (s *Store) Uncause(ctx context.Context, before time.Time) error {
	return s.write(ctx, Call{Method: "Uncause"}, func() error { return s.next.Uncause(ctx, before) })
}

// Events implements storage.Store.
func (s *Store) Events(ctx context.Context, id string) ([]match.Event, error) {
	return do(ctx, s, Call{Method: "Events", Of: id}, func() ([]match.Event, error) { return s.next.Events(ctx, id) })
}

// Head implements storage.Store.
func (s *Store) Head(ctx context.Context, id string) (storage.Head, error) {
	return do(ctx, s, Call{Method: "Head", Of: id}, func() (storage.Head, error) { return s.next.Head(ctx, id) })
}

// Find implements storage.Store.
func (s *Store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	return do(ctx, s, Call{Method: "Find"}, func() ([]storage.Head, error) { return s.next.Find(ctx, q) })
}

// Count implements storage.Store.
func (s *Store) Count(ctx context.Context, q storage.Query) (int, error) {
	return do(ctx, s, Call{Method: "Count"}, func() (int, error) { return s.next.Count(ctx, q) })
}

// Get implements storage.Store.
func (s *Store) Get(ctx context.Context, key string) (string, error) {
	return do(ctx, s, Call{Method: "Get", Of: key}, func() (string, error) { return s.next.Get(ctx, key) })
}

// Put implements storage.Store.
func (s *Store) Put(ctx context.Context, key, value string) error {
	return s.write(ctx, Call{Method: "Put", Of: key}, func() error { return s.next.Put(ctx, key, value) })
}

// PutAll implements storage.Store.
func (s *Store) PutAll(ctx context.Context, values map[string]string) error {
	of := slices.Sorted(maps.Keys(values))
	return s.write(ctx, Call{Method: "PutAll", Of: strings.Join(of, " ")},
		func() error { return s.next.PutAll(ctx, values) })
}

// Keys implements storage.Store.
func (s *Store) Keys(ctx context.Context, prefix string) ([]string, error) {
	return do(ctx, s, Call{Method: "Keys", Of: prefix}, func() ([]string, error) { return s.next.Keys(ctx, prefix) })
}

// Erase implements storage.Store.
func (s *Store) Erase(ctx context.Context) error {
	return s.write(ctx, Call{Method: "Erase"}, func() error { return s.next.Erase(ctx) })
}

// Person implements storage.People.
func (s *Store) Person(ctx context.Context, identity string) (storage.Person, error) {
	return do(ctx, s, Call{Method: "Person", Of: identity},
		func() (storage.Person, error) { return s.next.Person(ctx, identity) })
}

// Everybody implements storage.People.
func (s *Store) Everybody(ctx context.Context) ([]storage.Person, error) {
	return do(ctx, s, Call{Method: "Everybody"}, func() ([]storage.Person, error) { return s.next.Everybody(ctx) })
}

// PutPerson implements storage.People.
func (s *Store) PutPerson(ctx context.Context, p storage.Person) error {
	return s.write(ctx, Call{Method: "PutPerson", Of: p.ID}, func() error { return s.next.PutPerson(ctx, p) })
}

// Finish implements storage.People.
func (s *Store) Finish(ctx context.Context, h storage.Head, ratings []storage.Rating, events ...match.Event) error {
	return s.write(ctx, Call{Method: "Finish", Of: h.ID, Events: len(events)},
		func() error { return s.next.Finish(ctx, h, ratings, events...) })
}

// Ratings implements storage.People.
func (s *Store) Ratings(ctx context.Context, q storage.RatingQuery) ([]storage.Rating, error) {
	return do(ctx, s, Call{Method: "Ratings", Of: q.Person},
		func() ([]storage.Rating, error) { return s.next.Ratings(ctx, q) })
}

// SetRatings implements storage.People.
func (s *Store) SetRatings(ctx context.Context, person string, ratings []storage.Rating) error {
	return s.write(ctx, Call{Method: "SetRatings", Of: person},
		func() error { return s.next.SetRatings(ctx, person, ratings) })
}

// Soonest implements storage.People.
func (s *Store) Soonest(ctx context.Context) (time.Time, error) {
	return do(ctx, s, Call{Method: "Soonest"}, func() (time.Time, error) { return s.next.Soonest(ctx) })
}

// Close implements storage.Store. Nothing befalls it.
func (s *Store) Close() error { return s.next.Close() }
