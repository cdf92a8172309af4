package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"reflect"
	"slices"

	"tabuleiro/storage"
)

type migrateCommand struct {
	From string `arg:"" help:"Where everything is: a file, or postgres://USER@HOST/DATABASE. No bot may be using it."`
	To   string `arg:"" help:"Where it goes; nothing may be there, but for what an interrupted migration left."`
}

func (c *migrateCommand) Run(out *bufio.Writer) (err error) {
	ctx, stop := untilStopped(context.Background())
	defer stop()
	var ends [2]storage.Store
	for i, name := range []string{c.From, c.To} {
		var d database
		if err := d.UnmarshalText([]byte(name)); err != nil {
			return mistakef("migrate: %s %w", d, err)
		}
		if i == 0 && d.file() != "" {
			if _, err := os.Stat(d.file()); errors.Is(err, fs.ErrNotExist) {
				return mistakef("migrate: there is no database %s", d)
			}
		}
		store, err := d.open(ctx)
		if err != nil {
			return fmt.Errorf("migrate: %w", err)
		}
		defer func() { err = errors.Join(err, store.Close()) }()
		ends[i] = store
	}
	sum, err := migrate(ctx, ends[0], ends[1], func(done, all int) {
		fmt.Fprintf(out, "%d of %s\n", done, plural(all, "match"))
		_ = out.Flush() // the end of the run reports what cannot be printed
	})
	if err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	_, err = fmt.Fprintf(out, "%s, %s, %s: the same on both sides (SHA-256 %s)\n", plural(sum.matches, "match"),
		plural(sum.events, "event"), plural(sum.settings, "setting"), sum.hash)
	return err
}

// migrating is the key of a setting that a target has while it is not complete.
const migrating = "migrate/under-way"

// errIncomplete is why no bot runs on a target that is not complete: when the migration goes on, what was played there goes.
var errIncomplete = errors.New("only a part of another database was copied here: let tabuleiro migrate finish that first")

// whole tells whether a database is no such target.
func whole(ctx context.Context, store storage.Store) error {
	mark, err := store.Get(ctx, migrating)
	if err == nil && mark != "" {
		err = errIncomplete
	}
	return err
}

// errNotEmpty is the answer to a target that holds something.
var errNotEmpty = errors.New("the target is not empty: choose another one, nothing has been written")

// every is how many matches are copied between two reports.
const every = 1000

// migrate copies all matches, settings, people and ratings, and proves it by counting and hashing both sides. A match that
// an interrupted run has copied is not copied again.
func migrate(ctx context.Context, from, to storage.Store, report func(done, all int)) (sum, error) {
	mark, err := to.Get(ctx, migrating)
	if err != nil {
		return sum{}, err
	}
	if mark == "" {
		err = begin(ctx, to)
	} else {
		err = dropOthers(ctx, from, to)
	}
	if err != nil {
		return sum{}, err
	}
	if err := copyAll(ctx, from, to, report); err != nil {
		return sum{}, err
	}
	want, err := sumOf(ctx, from)
	if err != nil {
		return sum{}, err
	}
	got, err := sumOf(ctx, to)
	if err != nil {
		return sum{}, err
	}
	if got != want {
		return sum{}, fmt.Errorf("the target differs from the source: %+v, not %+v: is a bot using one of them? Migrate again", got, want)
	}
	return got, to.Put(ctx, migrating, "")
}

// begin marks a target as incomplete, if there is nothing in it.
func begin(ctx context.Context, to storage.Store) error {
	n, err := to.Count(ctx, storage.Query{})
	if err != nil {
		return err
	}
	keys, err := to.Keys(ctx, "")
	if err != nil {
		return err
	}
	people, err := everybody(ctx, to)
	if err != nil {
		return err
	}
	if n > 0 || len(keys) > 0 || len(people) > 0 {
		return errNotEmpty
	}
	return to.Put(ctx, migrating, "yes")
}

// dropOthers takes out of a target what an interrupted run has copied and the source has let go of since.
func dropOthers(ctx context.Context, from, to storage.Store) error {
	heads, err := to.Find(ctx, storage.Query{})
	if err != nil {
		return err
	}
	for _, head := range heads {
		_, err := from.Head(ctx, head.ID)
		if errors.Is(err, storage.ErrNotFound) {
			err = to.Delete(ctx, head.ID, head.N)
		}
		if err != nil {
			return err
		}
	}
	keys, err := to.Keys(ctx, "")
	if err != nil {
		return err
	}
	for _, key := range keys {
		value, err := from.Get(ctx, key)
		if err == nil && value == "" && key != migrating {
			err = to.Put(ctx, key, "")
		}
		if err != nil {
			return err
		}
	}
	rated, err := ratingsOf(ctx, to)
	if err != nil {
		return err
	}
	for _, r := range rated {
		if err := to.(storage.People).SetRatings(ctx, r.Person, nil); err != nil { // those that are left are copied
			return err
		}
	}
	return nil
}

// copyAll writes everything of one store into another, which may have some of it already.
func copyAll(ctx context.Context, from, to storage.Store, report func(done, all int)) error {
	heads, err := from.Find(ctx, storage.Query{})
	if err != nil {
		return err
	}
	for i, head := range heads {
		if err := copyMatch(ctx, from, to, head.ID); err != nil {
			return err
		}
		if done := i + 1; done%every == 0 {
			report(done, len(heads))
		}
	}
	keys, err := from.Keys(ctx, "")
	if err != nil {
		return err
	}
	for _, key := range keys {
		value, err := from.Get(ctx, key)
		if err == nil && key != migrating {
			err = to.Put(ctx, key, value)
		}
		if err != nil {
			return err
		}
	}
	if err := copyPeople(ctx, from, to); err != nil {
		return err
	}
	return copyRatings(ctx, from, to)
}

// copyPeople writes the people of one store into another, in place of those that an interrupted run copied: somebody may have
// left one and joined another since.
func copyPeople(ctx context.Context, from, to storage.Store) error {
	all, err := everybody(ctx, from)
	if err != nil {
		return err
	}
	old, err := everybody(ctx, to)
	if err != nil {
		return err
	}
	for _, p := range old {
		if err := to.(storage.People).PutPerson(ctx, storage.Person{ID: p.ID, Version: p.Version + 1}); err != nil {
			return err
		}
	}
	for _, p := range all {
		p.Version = 1
		if err := to.(storage.People).PutPerson(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// everybody are all people of a store.
func everybody(ctx context.Context, store storage.Store) ([]storage.Person, error) {
	p, ok := store.(storage.People)
	if !ok {
		return nil, nil
	}
	return p.Everybody(ctx)
}

// copyRatings writes all ratings of one store into another.
func copyRatings(ctx context.Context, from, to storage.Store) error {
	all, err := ratingsOf(ctx, from)
	if err != nil {
		return err
	}
	for len(all) > 0 { // those of a person are beside each other
		n := 1
		for n < len(all) && all[n].Person == all[0].Person {
			n++
		}
		if err := to.(storage.People).SetRatings(ctx, all[0].Person, all[:n]); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

// ratingsOf are all ratings of a store.
func ratingsOf(ctx context.Context, store storage.Store) ([]storage.Rating, error) {
	p, ok := store.(storage.People)
	if !ok {
		return nil, nil
	}
	return p.Ratings(ctx, storage.RatingQuery{})
}

// copyMatch writes a match into another store as it stands now. One that was there already in another state is replaced.
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
		old, err := to.Head(ctx, id)
		if errors.Is(err, storage.ErrNotFound) {
			return to.Append(ctx, head, events...)
		}
		if err != nil {
			return err
		}
		if old.N < head.N { // an interrupted run copied it, and it has gone on since
			if err := to.Append(ctx, head, events[old.N:]...); err != nil {
				return err
			}
		}
		copied, err := to.Events(ctx, id)
		if err != nil || reflect.DeepEqual(old, head) && reflect.DeepEqual(copied, events) {
			return err
		}
		return to.Rewrite(ctx, head, events)
	}
}

// sum is what a store holds, counted and hashed.
type sum struct {
	matches, events, settings int
	hash                      string
}

// sumOf goes through all of a store, in an order that every store shares.
func sumOf(ctx context.Context, store storage.Store) (sum, error) {
	heads, err := store.Find(ctx, storage.Query{})
	if err != nil {
		return sum{}, err
	}
	digest := sha256.New()
	s := sum{matches: len(heads)}
	for _, head := range heads {
		events, err := store.Events(ctx, head.ID)
		if err != nil {
			return sum{}, err
		}
		s.events += len(events)
		if err := errors.Join(add(digest, head), add(digest, events)); err != nil {
			return sum{}, err
		}
	}
	keys, err := store.Keys(ctx, "")
	if err != nil {
		return sum{}, err
	}
	for _, key := range slices.DeleteFunc(keys, func(key string) bool { return key == migrating }) {
		value, err := store.Get(ctx, key)
		if err == nil {
			err = add(digest, [2]string{key, value})
		}
		if err != nil {
			return sum{}, err
		}
		s.settings++
	}
	people, err := everybody(ctx, store)
	if err != nil {
		return sum{}, err
	}
	for _, p := range people {
		p.Version = 0 // counts changes in one store
		if err := add(digest, p); err != nil {
			return sum{}, err
		}
	}
	ratings, err := ratingsOf(ctx, store)
	for _, r := range ratings {
		err = errors.Join(err, add(digest, r))
	}
	if err != nil {
		return sum{}, err
	}
	s.hash = hex.EncodeToString(digest.Sum(nil))
	return s, nil
}

// add hashes a value with its length, so that two values are not those of another cut.
func add(digest hash.Hash, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(text)))
	digest.Write(length[:])
	digest.Write(text)
	return nil
}
