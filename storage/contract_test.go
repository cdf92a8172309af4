package storage_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
	"tabuleiro/storage/storagetest"
)

// A store with a hook that lets all calls happen keeps the contract, and each method calls the hook.
func TestContract_Intercepted(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]bool{}
	storagetest.Run(t, func(*testing.T) storage.Store {
		return storage.Intercept(memorytest.New(), func(_ context.Context, c storage.Call, do func() error) error {
			mu.Lock()
			seen[c.Method] = true
			mu.Unlock()
			return do()
		})
	})
	store := reflect.TypeFor[storage.Store]()
	for i := range store.NumMethod() {
		if name := store.Method(i).Name; seen[name] == (name == "Close") {
			t.Errorf("%s went through the hook: %t", name, seen[name])
		}
	}
}

// A call that fails in its hook does nothing and returns nothing; the hook gets its arguments.
func TestIntercept_Calls(t *testing.T) {
	broken := errors.New("broken")
	head := storagetest.NewHead("m", 2)
	events := storagetest.NewEvents(1, 2)
	inside := memorytest.New()
	var heard storage.Call
	s := storage.Intercept(inside, func(_ context.Context, c storage.Call, _ func() error) error {
		heard = c
		return broken
	})
	ctx := t.Context()
	for want, call := range map[string]func() (any, error){
		"Append m m 2":      func() (any, error) { return nil, s.Append(ctx, head, events...) },
		"Finish m m 2":      func() (any, error) { return nil, s.Finish(ctx, head, nil, events...) },
		"Rewrite m m 2":     func() (any, error) { return nil, s.Rewrite(ctx, head, events) },
		"Delete m  0":       func() (any, error) { return nil, s.Delete(ctx, "m", 2) },
		"Put key  0":        func() (any, error) { return nil, s.Put(ctx, "key", "value") },
		"PutPerson ana  0":  func() (any, error) { return nil, s.PutPerson(ctx, storage.Person{ID: "ana"}) },
		"SetRatings ana  0": func() (any, error) { return nil, s.SetRatings(ctx, "ana", nil) },
		"Erase   0":         func() (any, error) { return nil, s.Erase(ctx) },
		"Events m  0":       func() (any, error) { return s.Events(ctx, "m") },
		"Head m  0":         func() (any, error) { return s.Head(ctx, "m") },
		"Find   0":          func() (any, error) { return s.Find(ctx, storage.Query{Limit: 1}) },
		"Get key  0":        func() (any, error) { return s.Get(ctx, "key") },
		"Keys pre  0":       func() (any, error) { return s.Keys(ctx, "pre") },
		"Person t:1  0":     func() (any, error) { return s.Person(ctx, "t:1") },
		"Everybody   0":     func() (any, error) { return s.Everybody(ctx) },
		"Ratings ana  0":    func() (any, error) { return s.Ratings(ctx, storage.RatingQuery{Person: "ana"}) },
	} {
		answer, err := call()
		if answer != nil && !reflect.ValueOf(answer).IsZero() || !errors.Is(err, broken) {
			t.Errorf("%s: %v, %v", want, answer, err)
		}
		if got := fmt.Sprint(heard.Method, " ", heard.Of, " ", heard.Head.ID, " ", len(heard.Events)); got != want {
			t.Errorf("heard is %q, not %q", got, want)
		}
	}
	if heads, err := inside.Find(ctx, storage.Query{Limit: 9}); len(heads) > 0 || err != nil {
		t.Errorf("%v, %v", heads, err)
	}
}

// The store in memory keeps the contract, also what this package checks and finds for all stores.
func TestContract_InMemory(t *testing.T) {
	storagetest.Run(t, func(*testing.T) storage.Store { return memorytest.New() })
}
