package faultytest_test

import (
	"context"
	"errors"
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

// Without a plan it is a store like any other.
func TestContract(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return faultytest.New(memorytest.New()) })
}

func TestFaults(t *testing.T) {
	s := faultytest.New(memorytest.New())
	ctx := t.Context()
	append1 := func() error { return s.Append(ctx, storagetest.NewHead("m", 1), storagetest.NewEvents(1, 1)...) }

	s.Plan(faultytest.Nth(2, faultytest.Fault{Err: storage.ErrFull}))
	if _, err := s.Get(ctx, "k"); err != nil {
		t.Error(err)
	}
	if err := append1(); !errors.Is(err, storage.ErrFull) || s.Calls() != 2 {
		t.Errorf("call %d: %v", s.Calls(), err)
	}
	if _, err := s.Head(ctx, "m"); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("it was appended: %v", err)
	}
	s.Plan(faultytest.Always(faultytest.Fault{Err: storage.ErrConflict, Done: true}, "Append"))
	if err := append1(); !errors.Is(err, storage.ErrConflict) {
		t.Errorf("the answer was not lost: %v", err)
	}
	if h, err := s.Head(ctx, "m"); h.N != 1 || err != nil {
		t.Errorf("it was not appended: %v", err)
	}

	stuck := make(chan struct{})
	s.Plan(faultytest.Always(faultytest.Fault{Until: stuck}, "Head"))
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := s.Head(gone, "m"); !errors.Is(err, context.Canceled) {
		t.Errorf("it did not stand still: %v", err)
	}
	done := make(chan error)
	go func() { _, err := s.Head(ctx, "m"); done <- err }()
	close(stuck)
	if err := <-done; err != nil {
		t.Error(err)
	}
	s.Plan(nil)
	if _, err := s.Head(gone, "m"); errors.Is(err, storage.ErrNotFound) || s.Calls() != 1 {
		t.Errorf("call %d: %v", s.Calls(), err)
	}
}
