// Package kv is where small things are kept beside matches: what somebody has chosen, what somebody was asked,
// the puzzle of a room. Each kind has a Collection, which says whose the notes are and what bounds them, and reads and
// writes them as what they are.
//
// All collections are listed. A store is checked note by note against its collection, and the one who is forgotten is
// forgotten in each of people: a new kind cannot be left out of either, as a note that is in no collection is
// found by the check.
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
	"time"
)

// Store keeps texts by keys; an empty text is none. storage.Store is one.
type Store interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
	Keys(ctx context.Context, prefix string) ([]string, error)
}

// Owner is whose a note is, as the first part of its name tells, up to a slash.
type Owner string

// The owners there are.
const (
	Bot    Owner = "bot"    // nobody: it is about the bot itself
	Person Owner = "person" // the name is, or begins with, the id of a person or an account; it goes with the person
	Room   Owner = "room"   // a room, from which it goes as the room is emptied or moved
	Match  Owner = "match"  // it goes with the match
	Own    Owner = "own"    // a person who is forgotten in a way of its own, told in Forgotten
)

// Schema says what is in a collection.
type Schema struct {
	Name      string // begins the keys of its notes
	Owner     Owner
	Bound     string // what keeps the notes from becoming more and more
	Forgotten string // how a person is forgotten in it, where that is no plain deleting
}

// kinds are all there are, with how their notes are checked.
var kinds []kind

type kind struct {
	Schema
	verify func(name, text string) error
}

// Collection keeps notes that are values of a type.
type Collection[T any] struct{ Schema }

// New makes the collection of a kind, and lists it. It is called once for each, as packages begin; two with the same name
// are a mistake of the program, and end it.
func New[T any](k Schema, verify ...func(name string, note T) error) Collection[T] {
	if slices.ContainsFunc(kinds, func(other kind) bool { return other.Name == k.Name }) {
		panic("two notebooks are called " + k.Name)
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

// decode reads a note.
func (n Collection[T]) decode(text string) (note T, err error) {
	if t, ok := any(&note).(encoding.TextUnmarshaler); ok {
		return note, t.UnmarshalText([]byte(text))
	}
	return note, json.Unmarshal([]byte(text), &note)
}

// Get reads the note with a name; false if there is none.
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

// Put writes the note with a name.
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

// Delete deletes the note with a name, if there is one.
func (n Collection[T]) Delete(ctx context.Context, s Store, name string) error {
	return s.Put(ctx, n.Name+name, "")
}

// Names are those of all notes whose names begin in a way, in order.
func (n Collection[T]) Names(ctx context.Context, s Store, begin string) ([]string, error) {
	return names(ctx, s, n.Name, begin)
}

// Each has something done with all notes whose names begin in a way, by their names in order, until that fails.
func (n Collection[T]) Each(ctx context.Context, s Store, begin string, do func(name string) error) error {
	found, err := n.Names(ctx, s, begin)
	for i := 0; i < len(found) && err == nil; i++ {
		err = do(found[i])
	}
	return err
}

func names(ctx context.Context, s Store, kind, begin string) ([]string, error) {
	keys, err := s.Keys(ctx, kind+begin)
	for i := range keys {
		keys[i] = strings.TrimPrefix(keys[i], kind)
	}
	return keys, err
}

// Forget deletes all notes of an owner, in every collection of such owners. It may be done again.
func Forget(ctx context.Context, s Store, of Owner, id string) error {
	return each(ctx, s, of, id, func(key string) error { return s.Put(ctx, key, "") })
}

// Copy adds all notes of an owner to a map, as they are stored, by their keys; a text that is no JSON as a string.
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

// each has something done with all notes of an owner, by their keys.
func each(ctx context.Context, s Store, of Owner, id string, do func(key string) error) error {
	for _, k := range kinds {
		if k.Owner != of {
			continue
		}
		found, err := names(ctx, s, k.Name, id)
		if err != nil {
			return err
		}
		for _, name := range found {
			if name != id && !strings.HasPrefix(name, id+"/") {
				continue // somebody whose id begins like this one
			}
			if err := do(k.Name + name); err != nil {
				return err
			}
		}
	}
	return nil
}

// retired begin the keys of notes that older versions have written, and that nobody reads any more.
var retired = []string{"outbox/", "open/", "posted/", "blocked/@", "unsaid/", "tournament-due/", "puzzle-in/"}

// IsRetired reports whether a key is that of a note which an older version has left behind.
func IsRetired(key string) bool {
	return slices.ContainsFunc(retired, func(begin string) bool { return strings.HasPrefix(key, begin) })
}

// DropRetired deletes what older versions have left behind, and returns how many notes that were.
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

// ErrUnknown tells that a note is in no collection.
var ErrUnknown = errors.New("it is not known")

// Verify tells what is wrong with a note as it is stored.
func Verify(key, text string) error {
	var of *kind
	for i, k := range kinds { // the longest name that fits
		if strings.HasPrefix(key, k.Name) && (of == nil || len(k.Name) > len(of.Name)) {
			of = &kinds[i]
		}
	}
	if of == nil {
		return ErrUnknown
	}
	return of.verify(strings.TrimPrefix(key, of.Name), text)
}

// Text is a note that is kept as it is.
type Text string

// MarshalText implements encoding.TextMarshaler.
func (t Text) MarshalText() ([]byte, error) { return []byte(t), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (t *Text) UnmarshalText(text []byte) error {
	*t = Text(text)
	return nil
}

// Mark is a note that tells nothing but that it is there.
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

// Moment is a note of a time, to the second.
type Moment time.Time

// MarshalText implements encoding.TextMarshaler.
func (m Moment) MarshalText() ([]byte, error) {
	return []byte(time.Time(m).UTC().Format(time.RFC3339)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (m *Moment) UnmarshalText(text []byte) error {
	at, err := time.Parse(time.RFC3339, string(text))
	*m = Moment(at)
	return err
}
