package archive

import (
	"context"
	"errors"
	"strings"

	"tabuleiro/bot/kv"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// arbiters has the matches that name somebody as their arbiter: "telegram:5/k7q2", "@carla/k7q2" while only the handle
// is known.
var arbiters = kv.New[kv.Mark](kv.Schema{
	Name: "arbiter/", Owner: kv.Own, Bound: "two a match that names an arbiter", Forgotten: "Archive.ForgetArbiter",
})

// KeepArbiter notes whom a match names as its arbiter.
func (a *Archive) KeepArbiter(ctx context.Context, p match.Player, id string) error {
	return arbiters.Put(ctx, a, arbiterNames(p)[0]+id, kv.Mark{})
}

// Arbitrated are the heads of the matches that name somebody as their arbiter, by the id or by the handle.
func (a *Archive) Arbitrated(ctx context.Context, p match.Player) (heads []storage.Head, err error) {
	for _, name := range arbiterNames(p) {
		err := arbiters.Each(ctx, a, name, func(of string) error {
			h, err := a.Head(ctx, strings.TrimPrefix(of, name))
			switch {
			case errors.Is(err, storage.ErrNotFound):
				return nil
			case err == nil:
				heads = append(heads, h)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return heads, nil
}

// ForgetArbiter deletes what KeepArbiter has noted of somebody.
func (a *Archive) ForgetArbiter(ctx context.Context, p match.Player) error {
	for _, name := range arbiterNames(p) {
		err := arbiters.Each(ctx, a, name, func(of string) error { return arbiters.Delete(ctx, a, of) })
		if err != nil {
			return err
		}
	}
	return nil
}

// arbiterNames are what a person's notes begin with, by the id and by the handle.
func arbiterNames(p match.Player) (names []string) {
	if p.ID != "" {
		names = append(names, p.ID+"/")
	}
	if p.Handle != "" {
		names = append(names, AtHandle(p)+"/")
	}
	return names
}
