// Package faultytest is a store for tests: it fails, conflicts, stands still and loses answers when it is told to, in front
// of another store that does the work.
package faultytest

import (
	"context"
	"slices"
	"sync"

	"tabuleiro/storage"
)

// Call is one call of a method, before it is carried out.
type Call struct {
	Method string // "Append"
	Of     string // the match, key, prefix or person that it is about; "": none
	Events int    // how many are appended
	N      int    // number of the call since the last Plan, counted from 1
}

// Writes reports whether the call changes anything.
func (c Call) Writes() bool {
	return slices.Contains([]string{"Append", "Rewrite", "Delete", "ExpireKeys", "Put", "Erase", "Finish", "PutPerson",
		"SetRatings"}, c.Method)
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
	storage.Store

	mu    sync.Mutex
	plan  Plan
	calls int
}

// New puts faults before a store; none for now.
func New(next storage.Store) *Store {
	s := &Store{}
	s.Store = storage.Intercept(next, s.befall)
	return s
}

// Plan has a plan from now on, nil for no faults, and counts calls anew.
func (s *Store) Plan(plan Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan, s.calls = plan, 0
}

// Calls is their number since the last Plan: as many places as there are for a fault.
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

// befall carries out a call with what befalls it.
func (s *Store) befall(ctx context.Context, is storage.Call, do func() error) error {
	c := Call{Method: is.Method, Of: is.Of, Events: len(is.Events)}
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
			return ctx.Err()
		}
	}
	if f.Err != nil && !f.Done {
		return f.Err
	}
	if err := do(); err != nil {
		return err
	}
	return f.Err
}
