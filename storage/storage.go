// Package storage says how matches are kept: append events, or fail.
//
// Events are the truth. A Head is what lists and restarts need without replaying, and can be rebuilt from the events but
// for what was announced. The contract is written as a test in package storagetest, which every store passes.
package storage

import (
	"context"
	"errors"
	"io"
	"time"

	"tabuleiro/engine/match"
)

// ErrConflict is the answer to an append that does not continue what is stored: somebody else was faster.
var ErrConflict = errors.New("the match has changed meanwhile")

// ErrNotFound is the answer to a match that is not stored.
var ErrNotFound = errors.New("there is no such match")

// Store keeps matches and settings. Its methods may be called from many goroutines. What a method has acknowledged by
// returning nil survives the death of the process and of the machine.
type Store interface {
	// Append adds events to a match and replaces its head, both or neither. It fails with ErrConflict unless the match
	// holds exactly head.N - len(events) events; a match that is not stored holds none. Without events it only replaces
	// the head. What is not in order (an id that is empty or holds a zero byte, no events for a new match) is an error.
	Append(ctx context.Context, head Head, events ...match.Event) error

	// Events returns all events of a match in order, or ErrNotFound.
	Events(ctx context.Context, id string) ([]match.Event, error)

	// Head returns the head of a match, or ErrNotFound.
	Head(ctx context.Context, id string) (Head, error)

	// Find returns the heads that fit the query, newest (Head.Began, then id) first.
	Find(ctx context.Context, q Query) ([]Head, error)

	// Get returns what was last Put under a key, "" if nothing was. Keys are for settings: "language/telegram:42".
	Get(ctx context.Context, key string) (string, error)

	// Put keeps a value; "" deletes the key.
	Put(ctx context.Context, key, value string) error

	// Close waits for appends under way and lets go of everything. Later calls fail.
	Close() error
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
	Deadline time.Time    `json:"deadline,omitzero"` // when somebody has to be called; zero: never
}

// Place is a room where a match is announced.
type Place struct {
	Room string `json:"room"`          // with the service: "telegram:-100200"
	Said int    `json:"said"`          // events announced there so far
	Ref  string `json:"ref,omitempty"` // the adapter's name for the message with the latest board
}

// Unsaid tells whether some place has not heard of all events.
func (h Head) Unsaid() bool {
	for _, p := range h.Places {
		if p.Said < h.N {
			return true
		}
	}
	return false
}

// Query asks for matches. What is zero does not matter, the rest must all fit.
type Query struct {
	Room   string    // played there
	Player string    // by this id or "@handle"
	Live   bool      // not ended
	Unsaid bool      // see Head.Unsaid
	Due    time.Time // has a deadline at or before
	Cause  string    // has an event with this Cause
	Limit  int       // this many at the most; 0: all
}

// Fits tells whether a head answers the query, Cause and Limit apart.
func (q Query) Fits(h Head) bool {
	in := func(id string) bool {
		for _, p := range h.Players {
			if p == id {
				return true
			}
		}
		return false
	}
	at := func(room string) bool {
		for _, p := range h.Places {
			if p.Room == room {
				return true
			}
		}
		return false
	}
	return (q.Room == "" || at(q.Room)) &&
		(q.Player == "" || in(q.Player)) &&
		(!q.Live || !h.Status.Ended()) &&
		(!q.Unsaid || h.Unsaid()) &&
		(q.Due.IsZero() || !h.Deadline.IsZero() && !h.Deadline.After(q.Due))
}
