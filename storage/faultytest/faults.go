// Package faultytest wraps a store for tests: it makes calls fail, conflict, block, or lose their answer, as a plan
// says.
package faultytest

import (
	"context"
	"slices"
	"sync"

	"tabuleiro/storage"
)

// Call is one call of a method, before it runs.
type Call struct {
	Method string // "Append"
	Of     string // the match, key, prefix or person it concerns; "": none
	Events int    // number of events appended
	N      int    // number of the call, counted from 1 after the last Plan
}

// Writes reports whether the call may change anything.
func (c Call) Writes() bool {
	return slices.Contains([]string{"Append", "Rewrite", "Delete", "Put", "Erase", "Finish", "PutPerson",
		"SetRatings"}, c.Method)
}

// Fault is the fault injected into a call. The zero value is none.
type Fault struct {
	Until <-chan struct{} // if not nil, the call first waits for it to be closed or its context to end
	Deaf  bool            // ignores the end of the context while waiting, like a disk that hangs
	Err   error           // the call fails with this, like storage.ErrFull or storage.ErrConflict
	Done  bool            // the call is carried out before it fails with Err: the answer is lost
}

// Plan returns the fault for each call.
type Plan func(Call) Fault

// Store injects faults in front of another store.
type Store struct {
	storage.Store

	mu    sync.Mutex
	plan  Plan
	calls int
}

// New wraps a store, without faults until Plan is called.
func New(next storage.Store) *Store {
	s := &Store{}
	s.Store = storage.Intercept(next, s.befall)
	return s
}

// Plan sets the plan, nil for no faults, and resets the count of calls.
func (s *Store) Plan(plan Plan) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plan, s.calls = plan, 0
}

// Calls counts the calls since the last Plan: the number of places where a fault can be injected.
func (s *Store) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Nth returns a plan that injects a fault into the nth call, counted from 1.
func Nth(n int, f Fault) Plan {
	return func(c Call) Fault {
		if c.N == n {
			return f
		}
		return Fault{}
	}
}

// Always returns a plan that injects a fault into all calls of the methods.
func Always(f Fault, methods ...string) Plan {
	return func(c Call) Fault {
		if slices.Contains(methods, c.Method) {
			return f
		}
		return Fault{}
	}
}

// befall runs a call with the fault that the plan gives it.
func (s *Store) befall(ctx context.Context, is storage.Call, do func() error) error {
	c := Call{Method: is.Method, Of: is.Of, Events: len(is.Events)}
	s.mu.Lock()
	s.calls++
	c.N = s.calls
	var f Fault
	// s.mu is held, so only one goroutine at a time calls the plan.
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
