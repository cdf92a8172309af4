// Package storage defines how matches are kept: stores append events, or fail.
//
// The events are authoritative. A Head holds what lists and restarts need without replaying, and can be rebuilt from
// the events except for the delivery state. Package storagetest holds the contract as a test that every store passes.
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

// ErrConflict is returned by an append that does not continue what is stored: another writer came first.
var ErrConflict = errors.New("the match has changed meanwhile")

// ErrNotFound is returned for a match or person that is not stored.
var ErrNotFound = errors.New("there is no such match")

// ErrClosed is returned by all methods after Close.
var ErrClosed = errors.New("the store is closed")

// ErrFull is returned by a write for which there is no space. Everything stored before is kept, and writes work again
// once there is space.
var ErrFull = errors.New("there is no space left to store anything")

// ErrAway is returned by a store that is unreachable for now, or too busy; the call may be retried. Whether a write
// took effect is unknown.
var ErrAway = errors.New("the store cannot be reached for now")

// ErrLost is returned by a write of a process that no longer holds the database: another process may hold it.
var ErrLost = errors.New("this process does not hold the database any more")

// Store keeps matches, settings, and people with their ratings. Its methods may be called concurrently, and a change
// acknowledged with nil survives a crash of the process and of the machine.
type Store interface {
	People

	// Append adds events to a match and replaces its head, both or neither. It fails with ErrConflict unless the match
	// holds exactly head.N - len(events) events; a match that is not stored holds none. Without events it only replaces
	// the head. An invalid append (see CheckAppend) is an error.
	//
	// When ctx ends, an append that still waits for its turn is abandoned, and one being written is waited for, so that
	// nil, ErrConflict and the error of ctx are always reliable. After any other error the events may or may not be
	// stored: Head tells.
	Append(ctx context.Context, head Head, events ...match.Event) error

	// Rewrite replaces the head and all events of a match, both or neither, and updates the indexes. It serves to
	// remove a person's name and ids from a match; Erase then removes the old data from disk. It fails with ErrConflict
	// unless the match holds exactly head.N events, the number of the new ones; otherwise it fails as Append does. An
	// invalid rewrite (see CheckRewrite) is an error.
	Rewrite(ctx context.Context, head Head, events []match.Event) error

	// Delete deletes a match with all its events and index entries; Erase then removes the old data from disk. It fails
	// with ErrConflict unless the match holds exactly n events, at least one; otherwise it fails as Append does.
	Delete(ctx context.Context, id string, n int) error

	// Events returns all events of a match in order, or ErrNotFound.
	Events(ctx context.Context, id string) ([]match.Event, error)

	// Head returns the head of a match, or ErrNotFound.
	Head(ctx context.Context, id string) (Head, error)

	// Find returns the heads that match the query, in the order of Query.Compare.
	Find(ctx context.Context, q Query) ([]Head, error)

	// Get returns the value last Put under a key, "" if there is none. Keys are for settings: "language/telegram:42".
	Get(ctx context.Context, key string) (string, error)

	// Put stores a value; "" deletes the key. An invalid setting (see CheckPut) is an error.
	Put(ctx context.Context, key, value string) error

	// Keys returns all keys with the prefix that hold a value, in byte order. It serves to list, move and delete every
	// setting of a room or a person, so it must omit none.
	Keys(ctx context.Context, prefix string) ([]string, error)

	// Erase removes from disk, unused parts of files included, what Rewrite, Delete and Put had replaced or deleted
	// before; copies made elsewhere are not affected. It waits until no reader, such as a backup, can still see the old
	// data, or until ctx ends. It blocks writes while it works and reads the whole file, so call it once after a series
	// of Rewrites.
	Erase(ctx context.Context) error

	// Close waits for appends in progress and releases everything. Later calls fail with ErrClosed, except a second
	// Close, which does nothing.
	Close() error
}

// Holder is implemented by a store that another process can take over.
type Holder interface {
	// Held returns a context that is canceled when this process no longer holds the database. Its cause tells why.
	Held() context.Context
}

// Backuper is implemented by a store that can copy itself while in use.
type Backuper interface {
	// Backup writes a consistent copy and returns its size in bytes.
	Backup(ctx context.Context, w io.Writer) (int64, error)
}

// Head is the summary of a match.
type Head struct {
	ID       string       `json:"id"`
	N        int          `json:"n"` // number of stored events
	Status   match.Status `json:"status"`
	Game     string       `json:"game"`
	Players  []string     `json:"players"`           // ids, or "@handle" (lower case) of players known by handle only
	Places   []Place      `json:"places"`            // rooms where it is played or announced
	Began    time.Time    `json:"began"`             // time of the challenge; never changes
	Latest   time.Time    `json:"latest"`            // time of the last event
	Deadline time.Time    `json:"deadline,omitzero"` // when a time limit takes effect; zero: never
	Winner   string       `json:"winner,omitempty"`  // id of the winner of a match that is Over; "": drawn
	Rated    bool         `json:"rated,omitempty"`   // counts for ratings
	Set      bool         `json:"set,omitempty"`     // began from a set position, or continues a game from a file
}

// Place is a room where a match is announced.
type Place struct {
	Room      string `json:"room"`          // with the service: "telegram:-100200"
	For       string `json:"for,omitempty"` // id of the only player in the room, "" if others are there too
	Delivered int    `json:"said"`          // number of events announced there
	Ref       string `json:"ref,omitempty"` // the adapter's reference to the message with the latest board

	ThreadParent bool `json:"quiet,omitempty"` // played in a thread of this room, which shows only start and end

	Fallback bool `json:"instead,omitempty"` // announced here only while the room where it is played is unreachable

	// the room is unreachable; its value is the side of the player who blocked it, or engine.Nobody, as text
	Blocked string `json:"shut,omitempty"`
}

// Undelivered reports whether some place has not been told of all events.
func (h Head) Undelivered() bool {
	return slices.ContainsFunc(h.Places, func(p Place) bool { return p.Delivered < h.N })
}

// Query selects matches. Zero fields match all; the others must all match.
type Query struct {
	Room           string    // played in this room
	Player         string    // played by this id or "@handle"
	Live           bool      // not ended
	Ended          bool      // ended; with Live nothing matches
	Undelivered    bool      // see Head.Undelivered
	Due            time.Time // has a deadline at or before this time
	IdempotencyKey string    // has an event with this key

	Limit int // maximum number of heads; 0: all
}

// Fits reports whether a head matches the query, IdempotencyKey and Limit aside.
func (q Query) Fits(h Head) bool {
	at := func(p Place) bool { return p.Room == q.Room }
	return (q.Room == "" || slices.ContainsFunc(h.Places, at)) &&
		(q.Player == "" || slices.Contains(h.Players, q.Player)) &&
		(!q.Live || !h.Status.Ended()) &&
		(!q.Ended || h.Status.Ended()) &&
		(!q.Undelivered || h.Undelivered()) &&
		(q.Due.IsZero() || !h.Deadline.IsZero() && !h.Deadline.After(q.Due))
}

// Compare orders the heads that match a query. With Due the earliest Deadline comes first, then the smaller id;
// otherwise the latest Began, then the greater id.
func (q Query) Compare(a, b Head) int {
	if !q.Due.IsZero() {
		return cmp.Or(a.Deadline.Compare(b.Deadline), strings.Compare(a.ID, b.ID))
	}
	return cmp.Or(b.Began.Compare(a.Began), strings.Compare(b.ID, a.ID))
}

// never is later than every deadline.
var never = time.Unix(1e12, 0)

// Soonest returns the earliest Deadline of all matches, zero if none has one.
func Soonest(ctx context.Context, s Store) (soonest time.Time, err error) {
	heads, err := s.Find(ctx, Query{Due: never, Limit: 1})
	if len(heads) > 0 {
		soonest = heads[0].Deadline
	}
	return soonest, err
}

// MaxName is the maximum length in bytes of a match, player or room id, an idempotency key, or the key of a setting.
const MaxName = 1024

// CheckAppend returns an error for an append that every store refuses, whatever it holds: names that are too long or
// not plain text, no id, no event for a new match, or more events than head.N.
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

// CheckRewrite returns an error for a rewrite that every store refuses: as CheckAppend does, and unless there are
// head.N events.
func CheckRewrite(head Head, events []match.Event) error {
	if head.N != len(events) {
		return fmt.Errorf("%d events are not all of %d", len(events), head.N)
	}
	return CheckAppend(head, events)
}

// CheckDelete returns an error for a deletion that every store refuses.
func CheckDelete(id string, n int) error {
	if n < 1 {
		return fmt.Errorf("there is no match of %d events", n)
	}
	return checkNames(id)
}

// CheckPut returns an error for a setting that every store refuses.
func CheckPut(key, value string) error {
	if key == "" {
		return errors.New("the key is empty")
	}
	if !isStorable(value) {
		return errors.New("the value is not plain text")
	}
	return checkNames(key)
}

// Wrap prefixes a non-nil error with what was being done.
func Wrap(err *error, format string, args ...any) {
	if *err != nil {
		*err = fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), *err)
	}
}

// Absent returns nil for ErrNotFound, and any other error unchanged.
func Absent(err error) error {
	if errors.Is(err, ErrNotFound) {
		return nil
	}
	return err
}

// EncodeAll encodes each of the values.
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

// isStorable reports whether every store can keep a text unchanged.
func isStorable(s string) bool { return utf8.ValidString(s) && strings.IndexByte(s, 0) < 0 }
