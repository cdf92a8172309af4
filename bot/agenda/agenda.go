// Package agenda sees that what falls due is done when it does.
//
// It keeps nothing: an index of deadlines, for matches that of the store, says what comes next, so that a restart loses
// nothing, and what waits costs nothing but its place in the index. It sleeps until the soonest deadline, or until it
// is told that there may be a sooner one.
package agenda

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"tabuleiro/bot/kv"
)

// Config has the parts of an Agenda of things of a kind. All are needed.
type Config[T any] struct {
	// Due is what is due, what waits longest first, and the earliest deadline of all, zero if there is none.
	Due func(ctx context.Context, now time.Time) (due []T, soonest time.Time, err error)
	Do  func(context.Context, T) error // deals with what is due, and moves its deadline on
	Now func() time.Time
	Log *slog.Logger
}

// Agenda waits for deadlines.
type Agenda[T any] struct {
	Config[T]
	bell chan struct{}
}

// New makes an agenda.
func New[T any](c Config[T]) *Agenda[T] { return &Agenda[T]{c, make(chan struct{}, 1)} }

// Wake tells that there is a deadline which may be sooner than those before.
func (a *Agenda[T]) Wake() {
	select {
	case a.bell <- struct{}{}:
	default:
	}
}

const (
	longest = time.Minute           // after which it looks again
	spaced  = 20 * time.Millisecond // between two things that are due at once: after a long night they are many
	resting = 5 * time.Second       // after something that could not be done
)

// Run does what falls due until the context ends.
func (a *Agenda[T]) Run(ctx context.Context) {
	for ctx.Err() == nil {
		a.wait(ctx, a.round(ctx))
	}
}

// round does what is due now, and returns how long it is until something may be.
func (a *Agenda[T]) round(ctx context.Context) time.Duration {
	now := a.Now()
	due, soonest, err := a.Due(ctx, now)
	for i := 0; i < len(due) && ctx.Err() == nil; i++ {
		if i > 0 {
			time.Sleep(spaced)
		}
		err = errors.Join(err, a.Do(ctx, due[i]))
	}
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		a.Log.Error("something is due and cannot be done", "error", err)
		return resting
	case soonest.IsZero():
		return longest
	}
	return min(longest, soonest.Sub(now))
}

// wait waits for a while, or until something may be sooner.
func (a *Agenda[T]) wait(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-a.bell:
	case <-ctx.Done():
	}
}

// Appointment is when something is due in a room.
type Appointment struct {
	At   time.Time
	Room string
}

// Index keeps an appointment a room in stores, in the order of time: as marks that are called after them,
// "2026-11-30T09:00:00Z/telegram:-100".
type Index struct{ marks kv.Collection[kv.Mark] }

// NewIndex makes the index of a kind. It is called as kv.New is.
func NewIndex(k kv.Schema) Index {
	return Index{kv.New(k, func(name string, _ kv.Mark) error {
		_, err := read(name)
		return err
	})}
}

// name is what an appointment is kept as.
func (a Appointment) name() string { return a.At.UTC().Format(time.RFC3339) + "/" + a.Room }

// read reads the name of an appointment. Those of older versions may have a zone before the room, as "Europe~Lisbon/".
func read(name string) (a Appointment, err error) {
	at, of, _ := strings.Cut(name, "/")
	zone, room, zoned := strings.Cut(of, "/")
	if a.Room = of; zoned && !strings.Contains(zone, ":") {
		a.Room = room
	}
	if !strings.Contains(a.Room, ":") {
		return a, fmt.Errorf("%q names no room", name)
	}
	a.At, err = time.Parse(time.RFC3339, at)
	return a, err
}

// all are the appointments that there are by their names, the soonest first. Those that cannot be read are passed over,
// and found by a check.
func (x Index) all(ctx context.Context, s kv.Store) (list []Appointment, names []string, err error) {
	kept, err := x.marks.Names(ctx, s, "")
	for _, name := range kept {
		if a, err := read(name); err == nil {
			list, names = append(list, a), append(names, name)
		}
	}
	return list, names, err
}

// Set makes an appointment the only one of its room; without a time the room has none.
func (x Index) Set(ctx context.Context, s kv.Store, a Appointment) error {
	if !a.At.IsZero() {
		if err := x.marks.Put(ctx, s, a.name(), kv.Mark{}); err != nil {
			return err
		}
	}
	list, names, err := x.all(ctx, s)
	for i, other := range list {
		if err == nil && other.Room == a.Room && names[i] != a.name() {
			err = x.marks.Delete(ctx, s, names[i])
		}
	}
	return err
}

// Move gives the appointment of a room to its new address.
func (x Index) Move(ctx context.Context, s kv.Store, from, to string) error {
	list, _, err := x.all(ctx, s)
	for _, a := range list {
		if err == nil && a.Room == from {
			a.Room = to
			err = x.Set(ctx, s, a)
		}
	}
	if err != nil {
		return err
	}
	return x.Set(ctx, s, Appointment{Room: from})
}

// Agenda makes an agenda of the appointments in a store: the config is without Due.
func (x Index) Agenda(s kv.Store, c Config[Appointment]) *Agenda[Appointment] {
	c.Due = func(ctx context.Context, now time.Time) (due []Appointment, soonest time.Time, err error) {
		list, _, err := x.all(ctx, s)
		for i, a := range list {
			if i == 0 {
				soonest = a.At
			}
			if !a.At.After(now) {
				due = append(due, a)
			}
		}
		return due, soonest, err
	}
	return New(c)
}
