// Package migrate copies everything from one store into another, and proves that it has.
package migrate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"reflect"
	"slices"

	"tabuleiro/bot/people"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// UnderWay is the key of a setting that a target has while it is not complete.
const UnderWay = "migrate/under-way"

// ErrIncomplete is why no bot runs on a target that is not complete: when the migration goes on, what was played there
// goes.
var ErrIncomplete = errors.New("only a part of another database was copied here: let tabuleiro migrate finish that first")

// Whole fails, with ErrIncomplete, if a store is such a target.
func Whole(ctx context.Context, store storage.Store) error {
	mark, err := store.Get(ctx, UnderWay)
	if err == nil && mark != "" {
		err = ErrIncomplete
	}
	return err
}

// ErrNotEmpty is the answer to a target that holds something.
var ErrNotEmpty = errors.New("the target is not empty: choose another one, nothing has been written")

// every is the number of matches that are copied between two reports.
const every = 1000

// All copies all matches, settings, people and ratings into a store that is empty, and proves it by counting and
// hashing both sides. A match that an interrupted run has copied is not copied again. Of many matches it reports now
// and then how many are done. It fails with ErrNotEmpty if something else is in the target.
func All(ctx context.Context, from, to storage.Store, report func(done, all int)) (Sum, error) {
	mark, err := to.Get(ctx, UnderWay)
	if err != nil {
		return Sum{}, err
	}
	if mark == "" {
		err = begin(ctx, to)
	} else {
		err = dropOthers(ctx, from, to)
	}
	if err != nil {
		return Sum{}, err
	}
	if err := Copy(ctx, from, to, report); err != nil {
		return Sum{}, err
	}
	want, err := SumOf(ctx, from)
	if err != nil {
		return Sum{}, err
	}
	got, err := SumOf(ctx, to)
	if err != nil {
		return Sum{}, err
	}
	if got != want {
		return Sum{}, fmt.Errorf("the target differs from the source: %+v, not %+v: is a bot using one of them? Migrate again", got, want)
	}
	return got, to.Put(ctx, UnderWay, "")
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
	people, err := to.Everybody(ctx)
	if err != nil {
		return err
	}
	if n > 0 || len(keys) > 0 || len(people) > 0 {
		return ErrNotEmpty
	}
	return to.Put(ctx, UnderWay, "yes")
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
		if err == nil && value == "" && key != UnderWay {
			err = to.Put(ctx, key, "")
		}
		if err != nil {
			return err
		}
	}
	rated, err := to.Ratings(ctx, storage.RatingQuery{})
	if err != nil {
		return err
	}
	for _, r := range rated {
		if err := to.SetRatings(ctx, r.Person, nil); err != nil { // those that are left are copied
			return err
		}
	}
	return nil
}

// Copy writes everything of one store into another, which may have some of it already.
func Copy(ctx context.Context, from, to storage.Store, report func(done, all int)) error {
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
		if err == nil && key != UnderWay {
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

// copyPeople writes the people of one store into another, in place of those that an interrupted run copied: somebody
// may have left one and joined another since.
func copyPeople(ctx context.Context, from, to storage.Store) error {
	all, err := from.Everybody(ctx)
	if err != nil {
		return err
	}
	old, err := to.Everybody(ctx)
	if err != nil {
		return err
	}
	for _, p := range old {
		if err := to.PutPerson(ctx, storage.Person{ID: p.ID, Version: p.Version + 1}); err != nil {
			return err
		}
	}
	for _, p := range all {
		p.Version = 1
		if err := to.PutPerson(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// copyRatings writes all ratings of one store into another.
func copyRatings(ctx context.Context, from, to storage.Store) error {
	all, err := from.Ratings(ctx, storage.RatingQuery{})
	if err != nil {
		return err
	}
	for len(all) > 0 { // those of a person are beside each other
		n := 1
		for n < len(all) && all[n].Person == all[0].Person {
			n++
		}
		if err := to.SetRatings(ctx, all[0].Person, all[:n]); err != nil {
			return err
		}
		all = all[n:]
	}
	return nil
}

// copyMatch writes a match into another store as it stands now. One that was there already in another state is
// replaced.
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
		events, _ = match.Unnamed(events, people.IsGone)
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

// Sum is what a store holds, counted and hashed.
type Sum struct {
	Matches, Events, Settings int
	Hash                      string // SHA-256 of all of it, in hexadecimal digits
}

// SumOf goes through all of a store, in an order that every store shares.
func SumOf(ctx context.Context, store storage.Store) (Sum, error) {
	heads, err := store.Find(ctx, storage.Query{})
	if err != nil {
		return Sum{}, err
	}
	digest := sha256.New()
	s := Sum{Matches: len(heads)}
	for _, head := range heads {
		events, err := store.Events(ctx, head.ID)
		if err != nil {
			return Sum{}, err
		}
		s.Events += len(events)
		events, _ = match.Unnamed(events, people.IsGone) // nothing else is copied
		if err := errors.Join(add(digest, head), add(digest, events)); err != nil {
			return Sum{}, err
		}
	}
	keys, err := store.Keys(ctx, "")
	if err != nil {
		return Sum{}, err
	}
	for _, key := range slices.DeleteFunc(keys, func(key string) bool { return key == UnderWay }) {
		value, err := store.Get(ctx, key)
		if err == nil {
			err = add(digest, [2]string{key, value})
		}
		if err != nil {
			return Sum{}, err
		}
		s.Settings++
	}
	people, err := store.Everybody(ctx)
	if err != nil {
		return Sum{}, err
	}
	for _, p := range people {
		p.Version = 0 // counts changes in one store
		if err := add(digest, p); err != nil {
			return Sum{}, err
		}
	}
	ratings, err := store.Ratings(ctx, storage.RatingQuery{})
	for _, r := range ratings {
		err = errors.Join(err, add(digest, r))
	}
	if err != nil {
		return Sum{}, err
	}
	s.Hash = hex.EncodeToString(digest.Sum(nil))
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
