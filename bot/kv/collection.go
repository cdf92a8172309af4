// Package kv stores small values beside the matches: people's settings, pending questions, the puzzle of a room. Each
// kind has a Collection, which says who owns its values and what limits their number, and encodes and decodes them.
//
// All collections are registered. A check validates every stored value against its collection, and deleting a person's
// data covers all collections owned by people: a new kind cannot be left out of either, because the check reports
// values that are in no collection.
package kv

import (
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Store stores texts by key; an empty text means none. storage.Store is one.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
	Keys(ctx context.Context, prefix string) ([]string, error)
}

// Owner is who a value belongs to. The first part of its name, up to a slash, is the owner's id.
type Owner string

// The owners.
const (
	Bot    Owner = "bot"    // the bot itself
	Person Owner = "person" // the name is, or begins with, the id of a person or an account; it is deleted with the person
	Room   Owner = "room"   // a room; it is deleted with the room's data, and moves with the room
	Match  Owner = "match"  // a match; it is deleted with the match
	Own    Owner = "own"    // a person whose data is deleted as described in Forgotten
)

// Schema describes a collection.
type Schema struct {
	Name      string // prefix of its keys
	Owner     Owner
	Bound     string // what limits the number of values
	Forgotten string // how a person's data is deleted from it, if not by Forget
}

// kinds are all collections, with the validation of their values.
var kinds []kind

type kind struct {
	Schema
	verify func(name, text string) error
}

// Collection stores values of a type.
type Collection[T any] struct{ Schema }

// New makes and registers a collection. It is called once for each when packages are initialized, and panics if the
// name is taken.
func New[T any](k Schema, verify ...func(name string, note T) error) Collection[T] {
	if slices.ContainsFunc(kinds, func(other kind) bool { return other.Name == k.Name }) {
		panic("two collections are called " + k.Name)
	}
	n := Collection[T]{k}
	kinds = append(kinds, kind{k, func(name, text string) error {
		note, err := n.decode(text)
		for _, v := range verify {
			err = cmp.Or(err, v(name, note))
		}
		return err
	}})
	return n
}

// decode decodes a value.
func (n Collection[T]) decode(text string) (note T, err error) {
	if t, ok := any(&note).(encoding.TextUnmarshaler); ok {
		return note, t.UnmarshalText([]byte(text))
	}
	return note, json.Unmarshal([]byte(text), &note)
}

// Get returns the value with a name, and whether there is one.
func (n Collection[T]) Get(ctx context.Context, s Store, name string) (note T, there bool, err error) {
	text, err := s.Get(ctx, n.Name+name)
	if err != nil || text == "" {
		return note, false, err
	}
	if note, err = n.decode(text); err != nil {
		return note, false, fmt.Errorf("the note %s%s: %w", n.Name, name, err)
	}
	return note, true, nil
}

// Put stores the value with a name.
func (n Collection[T]) Put(ctx context.Context, s Store, name string, note T) error {
	encode := func() ([]byte, error) { return json.Marshal(note) }
	if t, ok := any(note).(encoding.TextMarshaler); ok {
		encode = t.MarshalText
	}
	text, err := encode()
	if err != nil {
		return fmt.Errorf("the note %s%s: %w", n.Name, name, err)
	}
	return s.Put(ctx, n.Name+name, string(text))
}

// Delete deletes the value with a name, if there is one.
func (n Collection[T]) Delete(ctx context.Context, s Store, name string) error {
	return s.Put(ctx, n.Name+name, "")
}

// Names returns the names that begin with a prefix, in order.
func (n Collection[T]) Names(ctx context.Context, s Store, begin string) ([]string, error) {
	keys, err := s.Keys(ctx, n.Name+begin)
	for i := range keys {
		keys[i] = strings.TrimPrefix(keys[i], n.Name)
	}
	return keys, err
}

// Each calls a function for all names that begin with a prefix, in order, until it fails.
func (n Collection[T]) Each(ctx context.Context, s Store, begin string, do func(name string) error) error {
	found, err := n.Names(ctx, s, begin)
	for i := 0; i < len(found) && err == nil; i++ {
		err = do(found[i])
	}
	return err
}

// Forget deletes all values of an owner, in every collection with such owners. It is idempotent.
func Forget(ctx context.Context, s Store, of Owner, id string) error {
	return each(ctx, s, of, id, func(key string) error { return s.Put(ctx, key, "") })
}

// Copy adds all stored values of an owner to a map, by key. A text that is not JSON becomes a JSON string.
func Copy(ctx context.Context, s Store, of Owner, id string, to map[string]json.RawMessage) error {
	return each(ctx, s, of, id, func(key string) error {
		text, err := s.Get(ctx, key)
		if err != nil || text == "" {
			return err
		}
		note := json.RawMessage(text)
		if !json.Valid(note) {
			if note, err = json.Marshal(text); err != nil {
				return err
			}
		}
		to[key] = note
		return nil
	})
}

// each calls a function for the keys of all values of an owner.
func each(ctx context.Context, s Store, of Owner, id string, do func(key string) error) error {
	for _, k := range kinds {
		if k.Owner != of {
			continue
		}
		err := Collection[Text]{k.Schema}.Each(ctx, s, id, func(name string) error {
			if name != id && !strings.HasPrefix(name, id+"/") {
				return nil // another id with this one as its prefix
			}
			return do(k.Name + name)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// retired are the key prefixes of values that older versions wrote and nothing reads any more.
var retired = []string{"outbox/", "open/", "posted/", "blocked/@", "unsaid/", "tournament-due/", "puzzle-in/"}

// IsRetired reports whether a key is that of a value left behind by an older version.
func IsRetired(key string) bool {
	return slices.ContainsFunc(retired, func(begin string) bool { return strings.HasPrefix(key, begin) })
}

// DropRetired deletes the values left behind by older versions, and returns their number.
func DropRetired(ctx context.Context, s Store) (n int, err error) {
	for _, begin := range retired {
		keys, err := s.Keys(ctx, begin)
		if err != nil {
			return n, err
		}
		for _, key := range keys {
			if err := s.Put(ctx, key, ""); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}

// ErrUnknown means that a value is in no collection.
var ErrUnknown = errors.New("it is not known")

// Verify returns what is wrong with a stored value.
func Verify(key, text string) error {
	var of *kind
	for i, k := range kinds { // the longest name that matches
		if strings.HasPrefix(key, k.Name) && (of == nil || len(k.Name) > len(of.Name)) {
			of = &kinds[i]
		}
	}
	if of == nil {
		return ErrUnknown
	}
	return of.verify(strings.TrimPrefix(key, of.Name), text)
}

// Text is a value stored as it is.
type Text string

// MarshalText implements encoding.TextMarshaler.
func (t Text) MarshalText() ([]byte, error) { return []byte(t), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Text(text)
	return nil
}

// Mark is a value without content.
type Mark struct{}

// MarshalText implements encoding.TextMarshaler.
func (Mark) MarshalText() ([]byte, error) { return []byte("yes"), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (Mark) UnmarshalText(text []byte) error {
	if string(text) != "yes" {
		return fmt.Errorf("%q is no mark", text)
	}
	return nil
}
