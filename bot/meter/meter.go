// Package meter counts what a bot does, for whoever looks after it.
//
// Nothing that is counted names a person, a room or a match. How the figures are shown is the business of others.
package meter

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"time"

	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Meter counts. Its methods may be called from many goroutines.
type Meter struct {
	now func() time.Time

	mu      sync.Mutex
	figures Figures
	minute  minute
}

// Figures are what was counted since the meter was made.
type Figures struct {
	Since time.Time // when that was

	Heard      map[string]uint64 // events heard, by service
	LastMinute uint64            // events heard within the last minute
	InHand     int               // events being dealt with
	Handling   Histogram         // how long events took

	Saying map[string]int    // messages that a service has been asked to take and has not answered, by service
	Said   map[Speech]uint64 // messages that a service has taken
	Unsaid map[Speech]uint64 // messages that it has not, every try counted

	Challenges map[string]uint64 // by game
	Begun      map[string]uint64 // challenges accepted, by game
	Ended      map[string]uint64 // matches played to their end, by game
	Moves      map[string]uint64 // moves played, by game; forced ones count, throws of dice do not

	Panics      uint64            // events whose handling broke off
	StoreErrors map[string]uint64 // by operation
	Warnings    uint64            // lines of the log
	Errors      uint64            // lines of the log
}

// Speech says what kind of message went where.
type Speech struct {
	Service string
	Kind    Kind
}

// Kind is why something is said.
type Kind string

const (
	Answer       Kind = "answer"       // to who said something; not repeated when it fails
	Announcement Kind = "announcement" // of what happened in a match; repeated
)

// Kinds are all of them.
var Kinds = []Kind{Answer, Announcement}

// Operations are those of a store, as they are named in StoreErrors.
var Operations = []string{"append", "rewrite", "events", "head", "find", "count", "get", "put", "keys", "erase"}

// New makes a meter that begins to count now.
func New(now func() time.Time) *Meter {
	return &Meter{now: now, figures: Figures{
		Since:       now(),
		Heard:       map[string]uint64{},
		Saying:      map[string]int{},
		Said:        map[Speech]uint64{},
		Unsaid:      map[Speech]uint64{},
		Challenges:  map[string]uint64{},
		Begun:       map[string]uint64{},
		Ended:       map[string]uint64{},
		Moves:       map[string]uint64{},
		StoreErrors: map[string]uint64{},
	}}
}

// Figures returns a copy of everything counted so far.
func (m *Meter) Figures() Figures {
	now := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.figures
	f.LastMinute = m.minute.until(now)
	f.Heard, f.Saying, f.Said, f.Unsaid = maps.Clone(f.Heard), maps.Clone(f.Saying), maps.Clone(f.Said), maps.Clone(f.Unsaid)
	f.Challenges, f.Begun, f.Ended, f.Moves = maps.Clone(f.Challenges), maps.Clone(f.Begun), maps.Clone(f.Ended), maps.Clone(f.Moves)
	f.StoreErrors = maps.Clone(f.StoreErrors)
	return f
}

// count changes the figures.
func (m *Meter) count(note func(*Figures)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	note(&m.figures)
}

// Heard counts an event of a service. The caller calls done once it has been dealt with.
func (m *Meter) Heard(service string) (done func()) {
	began := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.figures.Heard[service]++
	m.figures.InHand++
	m.minute.add(began)
	return func() {
		took := m.now().Sub(began)
		m.count(func(f *Figures) {
			f.InHand--
			f.Handling.add(took)
		})
	}
}

// Speaks counts a message that a service is asked to take. The caller calls done with the answer of the service.
func (m *Meter) Speaks(service string, kind Kind) (done func(error)) {
	m.count(func(f *Figures) { f.Saying[service]++ })
	return func(err error) {
		m.count(func(f *Figures) {
			f.Saying[service]--
			if err != nil {
				f.Unsaid[Speech{service, kind}]++
			} else {
				f.Said[Speech{service, kind}]++
			}
		})
	}
}

// Panicked counts an event whose handling broke off.
func (m *Meter) Panicked() { m.count(func(f *Figures) { f.Panics++ }) }

// Log is a handler that passes a log on to another, and counts warnings and errors even if that one leaves them out.
func (m *Meter) Log(to slog.Handler) slog.Handler { return handler{to, m} }

type handler struct {
	slog.Handler
	meter *Meter
}

func (h handler) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelWarn || h.Handler.Enabled(ctx, l)
}

func (h handler) Handle(ctx context.Context, r slog.Record) error {
	h.meter.count(func(f *Figures) {
		switch {
		case r.Level >= slog.LevelError:
			f.Errors++
		case r.Level >= slog.LevelWarn:
			f.Warnings++
		}
	})
	if !h.Handler.Enabled(ctx, r.Level) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

func (h handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return handler{h.Handler.WithAttrs(attrs), h.meter}
}

func (h handler) WithGroup(name string) slog.Handler {
	return handler{h.Handler.WithGroup(name), h.meter}
}

// Store is a store with its uses counted: what is appended is what happens in matches, and what fails is an error of the
// store, unless the answer only says how things are.
func (m *Meter) Store(s storage.Store) storage.Store { return store{s, m} }

type store struct {
	storage.Store // for Close
	meter         *Meter
}

// failed counts an error.
func (s store) failed(operation string, err error) {
	for _, answer := range []error{nil, storage.ErrConflict, storage.ErrNotFound, storage.ErrClosed, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, answer) {
			return
		}
	}
	s.meter.count(func(f *Figures) { f.StoreErrors[operation]++ })
}

func (s store) Append(ctx context.Context, head storage.Head, events ...match.Event) error {
	if err := s.Store.Append(ctx, head, events...); err != nil {
		s.failed("append", err)
		return err
	}
	s.meter.count(func(f *Figures) {
		imported := false
		for _, e := range events {
			switch e.Kind {
			case match.Imported:
				imported = true
			case match.Challenged:
				f.Challenges[head.Game]++
			case match.Accepted:
				f.Begun[head.Game]++
			case match.Moved:
				f.Moves[head.Game]++
			}
		}
		if len(events) > 0 && head.Status == match.Over && !imported { // nothing happens after the end
			f.Ended[head.Game]++
		}
	})
	return nil
}

func (s store) Rewrite(ctx context.Context, head storage.Head, events []match.Event) error {
	err := s.Store.Rewrite(ctx, head, events)
	s.failed("rewrite", err)
	return err
}

func (s store) Events(ctx context.Context, id string) ([]match.Event, error) {
	events, err := s.Store.Events(ctx, id)
	s.failed("events", err)
	return events, err
}

func (s store) Head(ctx context.Context, id string) (storage.Head, error) {
	head, err := s.Store.Head(ctx, id)
	s.failed("head", err)
	return head, err
}

func (s store) Find(ctx context.Context, q storage.Query) ([]storage.Head, error) {
	heads, err := s.Store.Find(ctx, q)
	s.failed("find", err)
	return heads, err
}

func (s store) Get(ctx context.Context, key string) (string, error) {
	value, err := s.Store.Get(ctx, key)
	s.failed("get", err)
	return value, err
}

func (s store) Put(ctx context.Context, key, value string) error {
	err := s.Store.Put(ctx, key, value)
	s.failed("put", err)
	return err
}

func (s store) Count(ctx context.Context, q storage.Query) (int, error) {
	n, err := s.Store.Count(ctx, q)
	s.failed("count", err)
	return n, err
}

func (s store) Keys(ctx context.Context, prefix string) ([]string, error) {
	keys, err := s.Store.Keys(ctx, prefix)
	s.failed("keys", err)
	return keys, err
}

func (s store) Erase(ctx context.Context) error {
	err := s.Store.Erase(ctx)
	s.failed("erase", err)
	return err
}
