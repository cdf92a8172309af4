// Package storage says how matches are kept: append events, or fail.
//
// Events are the truth. A Head is what lists and restarts need without replaying, and can be rebuilt from the events
// but for what was announced. The contract is written as a test in package storagetest, which every store passes.
package storage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabuleiro/engine/match"
)

// ErrConflict is the answer to an append that does not continue what is stored: somebody else was faster.
var ErrConflict = errors.New("the match has changed meanwhile")

// ErrNotFound is the answer to a match that is not stored.
var ErrNotFound = errors.New("there is no such match")

// ErrClosed is the answer of a store after Close.
var ErrClosed = errors.New("the store is closed")

// ErrFull is the answer to a write for which there is no room. Everything stored before stays, and once there is room
// again writes go on.
var ErrFull = errors.New("there is no space left to store anything")

// ErrAway is the answer of a store that cannot be reached for now, or is too busy: the same may be asked again. Whether
// a write has come to pass is not known.
var ErrAway = errors.New("the store cannot be reached for now")

// ErrLost is the answer to a write of a process that does not hold the database any more: another one may.
var ErrLost = errors.New("this process does not hold the database any more")

// Store keeps matches, settings, and people with their ratings. Its methods may be called from many goroutines. A change that a method has
// acknowledged by returning nil survives the death of the process and of the machine.
type Store interface {
	People

	// Append adds events to a match and replaces its head, both or neither. It fails with ErrConflict unless the match
	// holds exactly head.N - len(events) events; a match that is not stored holds none. Without events it only replaces
	// the head. An append that is not in order (see CheckAppend) is an error.
	//
	// When ctx ends, an append that still waits for its turn is given up; one that is being written is waited for, so
	// that nil, ErrConflict and the error of ctx are always true. After any other error the disk may or may not hold
	// the events: Head tells.
	Append(ctx context.Context, head Head, events ...match.Event) error

	// Rewrite replaces the head and all events of a match, both or neither, and all that the match is found by follows.
	// It is there for taking a person's name and ids out of a match; for what is left of the old see Erase. It fails
	// with ErrConflict unless the match holds exactly head.N events, as many as there have to be now; otherwise
	// it fails as Append does. A rewriting that is not in order (see CheckRewrite) is an error.
	Rewrite(ctx context.Context, head Head, events []match.Event) error

	// Delete takes out a match with all its events and all that it is found by; for what is left on disk see Erase. It
	// fails with ErrConflict unless the match holds exactly n events, one or more; otherwise it fails as Append does.
	Delete(ctx context.Context, id string, n int) error

	// ExpireKeys lets go of the causes of matches whose Latest is before a time: no Query.IdempotencyKey finds these any more,
	// until they are rewritten or a new event has one. The events keep theirs. It keeps the index of causes from
	// growing for ever.
	ExpireKeys(ctx context.Context, before time.Time) error

	// Events returns all events of a match in order, or ErrNotFound.
	Events(ctx context.Context, id string) ([]match.Event, error)

	// Head returns the head of a match, or ErrNotFound.
	Head(ctx context.Context, id string) (Head, error)

	// Find returns the heads that fit the query, in the order of Query.Compare.
	Find(ctx context.Context, q Query) ([]Head, error)

	// Get returns what was last Put under a key, "" if nothing was. Keys are for settings: "language/telegram:42".
	Get(ctx context.Context, key string) (string, error)

	// Put keeps a value; "" deletes the key. A setting that is not in order (see CheckPut) is an error.
	Put(ctx context.Context, key, value string) error

	// Keys returns all keys that begin with prefix and hold a value, in the order of their bytes. It is there for
	// listing, moving and forgetting everything of a room or a person, so it leaves none out.
	Keys(ctx context.Context, prefix string) ([]string, error)

	// Erase sees that nothing is left on disk, not even in unused parts of a file, of what Rewrite, Delete and Put had
	// replaced or deleted before; copies that were made are not concerned. It waits until nothing reads that could
	// still see the old, a backup too, or until ctx ends. Writes go on before and after, but not while it is at work,
	// and it reads the whole file: it is for after the last Rewrite of many.
	Erase(ctx context.Context) error

	// Close waits for appends under way and lets go of everything. Later calls fail with ErrClosed, but for a second
	// Close, which does nothing.
	Close() error
}

// Holder is a store that another process can take from this one.
type Holder interface {
	// Held returns a context that ends when this process does not hold the database any more. Its cause tells why.
	Held() context.Context
}

// Backuper is a store that can copy itself while in use.
type Backuper interface {
	// Backup writes a consistent copy and returns its size in bytes.
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// Head is a match in a list.
type Head struct {
	ID       string       `json:"id"`
	N        int          `json:"n"` // events stored
	Status   match.Status `json:"status"`
	Game     string       `json:"game"`
	Players  []string     `json:"players"`           // ids, or "@handle" (lower case) of somebody known by handle only
	Places   []Place      `json:"places"`            // where it is played
	Began    time.Time    `json:"began"`             // the challenge; never changes
	Latest   time.Time    `json:"latest"`            // the last event
	Deadline time.Time    `json:"deadline,omitzero"` // when something has to happen because time passes; zero: never
	Winner   string       `json:"winner,omitempty"`  // of a match that is Over: the id; "": drawn
	Rated    bool         `json:"rated,omitempty"`   // it counts for ratings
	Set      bool         `json:"set,omitempty"`     // it began from a set position, or goes on with a game from a file
}

// Place is a room where a match is announced.
type Place struct {
	Room      string `json:"room"`          // with the service: "telegram:-100200"
	For       string `json:"for,omitempty"` // id of the one player who is there, "" if others are too
	Delivered int    `json:"said"`          // events announced there so far
	Ref       string `json:"ref,omitempty"` // the adapter's name for the message with the latest board

	Quiet bool `json:"quiet,omitempty"` // it is played in a thread of this room: here is told where, and how it ends

	Fallback bool `json:"instead,omitempty"` // it is told here only while it cannot be told where it is played

	// nothing can be told there: the side of the player who has seen to that, or engine.Nobody, as text
	Blocked string `json:"shut,omitempty"`
}

// Undelivered reports whether some place has not heard of all events.
func (h Head) Undelivered() bool {
	return slices.ContainsFunc(h.Places, func(p Place) bool { return p.Delivered < h.N })
}

// Query asks for matches. A field that is zero does not matter, the others must all fit.
type Query struct {
	Room           string    // played there
	Player         string    // by this id or "@handle"
	Live           bool      // not ended
	Ended          bool      // the opposite: together nothing fits
	Undelivered    bool      // see Head.Unsaid
	Due            time.Time // has a deadline at or before
	IdempotencyKey string    // has an event with this Cause, not let go by ExpireKeys

	Limit int // of those that fit, so many; 0: all
}

// Fits reports whether a head answers the query, Cause and Limit apart.
func (q Query) Fits(h Head) bool {
	at := func(p Place) bool { return p.Room == q.Room }
	return (q.Room == "" || slices.ContainsFunc(h.Places, at)) &&
		(q.Player == "" || slices.Contains(h.Players, q.Player)) &&
		(!q.Live || !h.Status.Ended()) &&
		(!q.Ended || h.Status.Ended()) &&
		(!q.Undelivered || h.Undelivered()) &&
		(q.Due.IsZero() || !h.Deadline.IsZero() && !h.Deadline.After(q.Due))
}

// Compare orders the heads that answer a query: with a Due the earliest Deadline comes first, of equal ones the smaller
// id; else the latest Began, of equal ones the greater id.
func (q Query) Compare(a, b Head) int {
	if !q.Due.IsZero() {
		return cmp.Or(a.Deadline.Compare(b.Deadline), strings.Compare(a.ID, b.ID))
	}
	return cmp.Or(b.Began.Compare(a.Began), strings.Compare(b.ID, a.ID))
}

// never is after every deadline.
var never = time.Unix(1e12, 0)

// Soonest returns the earliest Deadline of any match, zero if none has one.
func Soonest(ctx context.Context, s Store) (soonest time.Time, err error) {
	heads, err := s.Find(ctx, Query{Due: never, Limit: 1})
	if len(heads) > 0 {
		soonest = heads[0].Deadline
	}
	return soonest, err
}

// MaxName is the number of bytes the id of a match, of a player, of a room, a Cause or the key of a setting may have.
const MaxName = 1024

// CheckAppend fails on an append that every store refuses, whatever it holds: names that are too long or not plain
// text, no id, no event for a new match, more events than the match is said to have.
func CheckAppend(head Head, events []match.Event) error {
	if head.ID == "" {
		return errors.New("the id is empty")
	}
	if head.N < 1 || head.N > math.MaxInt32 || head.N < len(events) {
		return fmt.Errorf("%d events cannot make it a match of %d", len(events), head.N)
	}
	names := slices.Concat([]string{head.ID}, head.Players)
	for _, p := range head.Places {
		names = append(names, p.Room)
	}
	for _, e := range events {
		names = append(names, e.IdempotencyKey)
	}
	return checkNames(names...)
}

// CheckRewrite fails on a rewriting that every store refuses: as CheckAppend does, and with other than head.N events.
func CheckRewrite(head Head, events []match.Event) error {
	if head.N != len(events) {
		return fmt.Errorf("%d events are not all of %d", len(events), head.N)
	}
	return CheckAppend(head, events)
}

// CheckDelete fails on a deletion that every store refuses.
func CheckDelete(id string, n int) error {
	if n < 1 {
		return fmt.Errorf("there is no match of %d events", n)
	}
	return checkNames(id)
}

// CheckPut fails on a setting that every store refuses.
func CheckPut(key, value string) error {
	if key == "" {
		return errors.New("the key is empty")
	}
	if !isStorable(value) {
		return errors.New("the value is not plain text")
	}
	return checkNames(key)
}

// Wrap puts before an error, if there is one, what it kept from being done.
func Wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}

// Absent returns nil for ErrNotFound, which is the answer that there is nothing, and any other error as it is.
func Absent(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// EncodeAll encodes each of some values.
func EncodeAll[V, E any](values []V, encode func(any) (E, error)) (encoded []E, err error) {
	for _, v := range values {
		one, err := encode(v)
		if err != nil {
			return nil, err
		}
		encoded = append(encoded, one)
	}
	return encoded, nil
}

// pauseTimes is the pause after a step of InSteps, in steps: moves are not to feel them.
const pauseTimes = 9

// InSteps takes steps, each from where the one before has come to and the first from "", until one comes to the end,
// which is "", or fails, or ctx ends.
func InSteps(ctx context.Context, step func(from string) (next string, err error)) error {
	from := ""
	for ctx.Err() == nil {
		began := time.Now()
		next, err := step(from)
		if err != nil || next == "" {
			return err
		}
		from = next
		select {
		case <-ctx.Done():
		case <-time.After(pauseTimes * time.Since(began)):
		}
	}
	return ctx.Err()
}

func checkNames(names ...string) error {
	for _, name := range names {
		switch {
		case len(name) > MaxName:
			return fmt.Errorf("the name %.40q... has %d bytes, more than %d", name, len(name), MaxName)
		case !isStorable(name):
			return fmt.Errorf("the name %q is not plain text", name)
		}
	}
	return nil
}

// isStorable reports whether every kind of store can keep a text unchanged.
func isStorable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
