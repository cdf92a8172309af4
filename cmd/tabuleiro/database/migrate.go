package database

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"slices"

	"tabuleiro/bot/view"
	"tabuleiro/cmd/tabuleiro/config"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Migrate is the command that copies everything from one database into another.
type Migrate struct {
	From string `arg:"" help:"Where everything is: a file, or postgres://USER@HOST/DATABASE. No bot may be using it."`
	To   string `arg:"" help:"Where it goes; nothing may be there, but for what an interrupted migration left."`
}

// Run copies everything, compares both sides, and prints what they hold.
func (c *Migrate) Run(ctx context.Context, out *bufio.Writer, p Progress) (err error) {
	from, _ := os.Stat(c.From) // a server's is no file
	if to, _ := os.Stat(c.To); c.From == c.To || os.SameFile(from, to) {
		return config.Mistakef("source and target are the same database: name another one to copy into")
	}
	var ends [2]storage.Store
	for i, name := range []string{c.From, c.To} {
		var d config.Database
		if err := d.Set(name); err != nil {
			return config.Mistakef("the %s %w", []string{"source", "target"}[i], err)
		}
		if i == 0 && d.File() != "" {
			if _, err := os.Stat(d.File()); errors.Is(err, fs.ErrNotExist) {
				return config.Mistakef("there is no database %s", d)
			}
		}
		store, err := Open(ctx, d, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		ends[i] = store
	}
	sum, err := MigrateAll(ctx, ends[0], ends[1], p.count("copied"))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s, %s, %s: the same on both sides (SHA-256 %s)\n", Count(sum.Matches, "match"),
		Count(sum.Events, "event"), Count(sum.Settings, "setting"), sum.Hash)
	return err
}

// UnderWay is the key of a setting that a target has while it is not complete.
const UnderWay = "migrate/under-way"

// ErrIncomplete is returned for a target whose migration is not complete. No bot runs on it, as resuming the migration
// deletes what was played there.
var ErrIncomplete = errors.New("only a part of another database was copied here: let tabuleiro migrate finish that first")

// CheckComplete fails with ErrIncomplete if a store is such a target.
func CheckComplete(ctx context.Context, store storage.Store) error {
	mark, err := store.Get(ctx, UnderWay)
	if err == nil && mark != "" {
		err = ErrIncomplete
	}
	return err
}

// ErrNotEmpty is returned for a target that holds something.
var ErrNotEmpty = errors.New("the target is not empty: choose another one, nothing has been written")

// MigrateAll copies all matches, settings, people and ratings into an empty store, and proves it by counts and hashes
// of both sides. It first deletes what an interrupted run has left, calls report for each match, and fails with
// ErrNotEmpty if anything else is in the target.
func MigrateAll(ctx context.Context, from, to storage.Store, report func()) (Sum, error) {
	mark, err := to.Get(ctx, UnderWay)
	if err != nil {
		return Sum{}, err
	}
	had, err := listOf(ctx, to)
	switch {
	case err != nil:
	case mark != "":
		err = had.dropFrom(ctx, to)
	case had.empty():
		err = to.Put(ctx, UnderWay, "yes")
	default:
		err = ErrNotEmpty
	}
	if err == nil {
		err = copyAll(ctx, from, to, report)
	}
	if err != nil {
		return Sum{}, err
	}
	want, err := SumOf(ctx, from)
	got, unread := SumOf(ctx, to)
	if err = cmp.Or(err, unread); err != nil {
		return Sum{}, err
	}
	if got != want {
		return Sum{}, fmt.Errorf("the target differs from the source: %+v, not %+v: is a bot using one of them? Migrate again", got, want)
	}
	return got, to.Put(ctx, UnderWay, "")
}

// list is all that a store holds, matches by their heads and settings by their keys.
type list struct {
	heads   []storage.Head
	keys    []string // but for UnderWay
	people  []storage.Person
	ratings []storage.Rating
}

func (l list) empty() bool {
	return len(l.heads)+len(l.keys)+len(l.people)+len(l.ratings) == 0
}

func listOf(ctx context.Context, s storage.Store) (l list, err error) {
	if l.heads, err = s.Find(ctx, storage.Query{}); err != nil {
		return l, err
	}
	if l.keys, err = s.Keys(ctx, ""); err != nil {
		return l, err
	}
	l.keys = slices.DeleteFunc(l.keys, func(key string) bool { return key == UnderWay })
	if l.people, err = s.Everybody(ctx); err != nil {
		return l, err
	}
	l.ratings, err = s.Ratings(ctx, storage.RatingQuery{})
	return l, err
}

// dropFrom deletes all of a list from the store that holds it.
func (l list) dropFrom(ctx context.Context, s storage.Store) (err error) {
	for _, head := range l.heads {
		err = cmp.Or(err, s.Delete(ctx, head.ID, head.N))
	}
	for _, key := range l.keys {
		err = cmp.Or(err, s.Put(ctx, key, ""))
	}
	for _, p := range l.people {
		err = cmp.Or(err, s.PutPerson(ctx, storage.Person{ID: p.ID, Version: p.Version + 1}))
	}
	for _, r := range l.ratings {
		err = cmp.Or(err, s.SetRatings(ctx, r.Person, nil))
	}
	return err
}

// copyAll writes everything of one store into another, which is empty, and calls report for each match.
func copyAll(ctx context.Context, from, to storage.Store, report func()) error {
	all, err := listOf(ctx, from)
	if err != nil {
		return err
	}
	for _, head := range all.heads {
		if err := copyMatch(ctx, from, to, head.ID); err != nil {
			return err
		}
		report()
	}
	for _, key := range all.keys {
		value, err := from.Get(ctx, key)
		if err == nil {
			err = to.Put(ctx, key, value)
		}
		if err != nil {
			return err
		}
	}
	for _, p := range all.people {
		p.Version = 1
		if err := to.PutPerson(ctx, p); err != nil {
			return err
		}
	}
	for rest := all.ratings; len(rest) > 0; { // those of a person are beside each other
		n := 1
		for n < len(rest) && rest[n].Person == rest[0].Person {
			n++
		}
		if err := to.SetRatings(ctx, rest[0].Person, rest[:n]); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

// copyMatch writes a match into another store as it stands now.
func copyMatch(ctx context.Context, from, to storage.Store, id string) error {
	for {
		head, err := from.Head(ctx, id)
		if err != nil {
			return err
		}
		events, err := from.Events(ctx, id)
		if err != nil {
			return err
		}
		if len(events) != head.N {
			continue // a move came between the two
		}
		events, _ = match.Unnamed(events, view.IsGone)
		return to.Append(ctx, head, events...)
	}
}

// Sum is what a store holds, counted and hashed.
type Sum struct {
	Matches, Events, Settings int
	Hash                      string // SHA-256 of all of it, in hexadecimal digits
}

// SumOf sums up all of a store, in an order that every store shares.
func SumOf(ctx context.Context, store storage.Store) (Sum, error) {
	s := &hasher{digest: sha256.New()}
	err := copyAll(ctx, store, s, func() {})
	s.sum.Hash = hex.EncodeToString(s.digest.Sum(nil))
	return s.sum, err
}

// hasher is a store that counts and hashes what is written to it, and keeps nothing.
type hasher struct {
	storage.Store
	sum    Sum
	digest hash.Hash
}

func (s *hasher) Append(_ context.Context, head storage.Head, events ...match.Event) error {
	s.sum.Matches++
	s.sum.Events += len(events)
	return s.add(head, events)
}

func (s *hasher) Put(_ context.Context, key, value string) error {
	s.sum.Settings++
	return s.add(key, value)
}

func (s *hasher) PutPerson(_ context.Context, p storage.Person) error { return s.add(p) }

func (s *hasher) SetRatings(_ context.Context, _ string, ratings []storage.Rating) error {
	return s.add(ratings)
}

// add hashes values as a list in JSON, which tells where each ends.
func (s *hasher) add(values ...any) error { return json.NewEncoder(s.digest).Encode(values) }
