package archive

import (
	"context"
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
	err = a.eachArbitrated(ctx, p, func(_, id string) error {
		h, err := a.Head(ctx, id)
		if err == nil {
			heads = append(heads, h)
		}
		return storage.Absent(err)
	})
	return heads, err
}

// ForgetArbiter deletes what KeepArbiter has noted of somebody.
func (a *Archive) ForgetArbiter(ctx context.Context, p match.Player) error {
	return a.eachArbitrated(ctx, p, func(note, _ string) error { return arbiters.Delete(ctx, a, note) })
}

// eachArbitrated calls a function for the notes about somebody, with the ids of their matches.
func (a *Archive) eachArbitrated(ctx context.Context, p match.Player, do func(note, id string) error) error {
	for _, name := range arbiterNames(p) {
		err := arbiters.Each(ctx, a, name, func(note string) error { return do(note, strings.TrimPrefix(note, name)) })
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
