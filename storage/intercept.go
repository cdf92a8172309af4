package storage

import (
	"context"

	"tabuleiro/engine/match"
)

// Call describes one call of a method of a store.
type Call struct {
	Method string // "Append"
	Of     string // the match, key, prefix or person it concerns; "": none
	Head   Head   // of Append, Rewrite and Finish
	Events []match.Event
}

// Hook runs a call by calling do, or makes it fail; the call returns the hook's error. It may act before and after
// do.
type Hook func(ctx context.Context, c Call, do func() error) error

// Intercept returns a store whose calls, except Close, go through a hook.
func Intercept(s Store, hook Hook) Store { return intercepted{s, hook} }

type intercepted struct {
	Store
	hook Hook
}

// ask runs a call that returns a value through the hook.
func ask[T any](ctx context.Context, s intercepted, c Call, call func() (T, error)) (answer T, err error) {
	err = s.hook(ctx, c, func() (err error) {
		answer, err = call()
		return err
	})
	return answer, err
}

func (s intercepted) Append(ctx context.Context, h Head, events ...match.Event) error {
	return s.hook(ctx, Call{"Append", h.ID, h, events}, func() error { return s.Store.Append(ctx, h, events...) })
}

func (s intercepted) Finish(ctx context.Context, h Head, ratings []Rating, events ...match.Event) error {
	return s.hook(ctx, Call{"Finish", h.ID, h, events}, func() error { return s.Store.Finish(ctx, h, ratings, events...) })
}

func (s intercepted) Rewrite(ctx context.Context, h Head, events []match.Event) error {
	return s.hook(ctx, Call{"Rewrite", h.ID, h, events}, func() error { return s.Store.Rewrite(ctx, h, events) })
}

func (s intercepted) Delete(ctx context.Context, id string, n int) error {
	return s.hook(ctx, Call{Method: "Delete", Of: id}, func() error { return s.Store.Delete(ctx, id, n) })
}

func (s intercepted) Put(ctx context.Context, key, value string) error {
	return s.hook(ctx, Call{Method: "Put", Of: key}, func() error { return s.Store.Put(ctx, key, value) })
}

func (s intercepted) PutPerson(ctx context.Context, p Person) error {
	return s.hook(ctx, Call{Method: "PutPerson", Of: p.ID}, func() error { return s.Store.PutPerson(ctx, p) })
}

func (s intercepted) SetRatings(ctx context.Context, person string, ratings []Rating) error {
	return s.hook(ctx, Call{Method: "SetRatings", Of: person},
		func() error { return s.Store.SetRatings(ctx, person, ratings) })
}

func (s intercepted) Erase(ctx context.Context) error {
	return s.hook(ctx, Call{Method: "Erase"}, func() error { return s.Store.Erase(ctx) })
}

func (s intercepted) Events(ctx context.Context, id string) ([]match.Event, error) {
	return ask(ctx, s, Call{Method: "Events", Of: id}, func() ([]match.Event, error) { return s.Store.Events(ctx, id) })
}

func (s intercepted) Head(ctx context.Context, id string) (Head, error) {
	return ask(ctx, s, Call{Method: "Head", Of: id}, func() (Head, error) { return s.Store.Head(ctx, id) })
}

func (s intercepted) Find(ctx context.Context, q Query) ([]Head, error) {
	return ask(ctx, s, Call{Method: "Find"}, func() ([]Head, error) { return s.Store.Find(ctx, q) })
}

func (s intercepted) Get(ctx context.Context, key string) (string, error) {
	return ask(ctx, s, Call{Method: "Get", Of: key}, func() (string, error) { return s.Store.Get(ctx, key) })
}

func (s intercepted) Keys(ctx context.Context, prefix string) ([]string, error) {
	return ask(ctx, s, Call{Method: "Keys", Of: prefix}, func() ([]string, error) { return s.Store.Keys(ctx, prefix) })
}

func (s intercepted) Person(ctx context.Context, identity string) (Person, error) {
	return ask(ctx, s, Call{Method: "Person", Of: identity}, func() (Person, error) { return s.Store.Person(ctx, identity) })
}

func (s intercepted) Everybody(ctx context.Context) ([]Person, error) {
	return ask(ctx, s, Call{Method: "Everybody"}, func() ([]Person, error) { return s.Store.Everybody(ctx) })
}

func (s intercepted) Ratings(ctx context.Context, q RatingQuery) ([]Rating, error) {
	return ask(ctx, s, Call{Method: "Ratings", Of: q.Person}, func() ([]Rating, error) { return s.Store.Ratings(ctx, q) })
}
