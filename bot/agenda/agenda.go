// Package agenda runs tasks when they are due.
//
// It holds no state: an index of deadlines, for matches that of the store, tells what comes next, so that a restart
// loses nothing, and a pending task costs no more than its entry in the index. It sleeps until the earliest deadline,
// or until it is told that there may be an earlier one.
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

// Config configures an Agenda. All fields are required.
type Config[T any] struct {
	// Due returns the tasks that are due, the earliest first, and the earliest deadline of all, zero if there is none.
	Due func(ctx context.Context, now time.Time) (due []T, soonest time.Time, err error)
	Do  func(context.Context, T) error // handles a task and changes its deadline
	Now func() time.Time
	Log *slog.Logger
}

// Agenda runs tasks at their deadlines.
type Agenda[T any] struct {
	Config[T]
	bell chan struct{}
}

// New makes an Agenda.
func New[T any](c Config[T]) *Agenda[T] { return &Agenda[T]{c, make(chan struct{}, 1)} }

// Wake reports that there may be an earlier deadline.
func (a *Agenda[T]) Wake() {
	select {
	case a.bell <- struct{}{}:
	default:
	}
}

const (
	longest = time.Minute            // interval after which it checks again in any case
	moment  = 100 * time.Microsecond // for those who woke it to finish what they do
	spaced  = 20 * time.Millisecond  // after each task: there may be many, and others act on what it did
	resting = 5 * time.Second        // after a task has failed
)

// Run runs tasks until the context ends.
func (a *Agenda[T]) Run(ctx context.Context) {
	for ctx.Err() == nil {
		select {
		case <-time.After(a.round(ctx)):
		case <-a.bell:
			rest(ctx, moment)
		case <-ctx.Done():
		}
	}
}

// rest waits for a duration, or until the context ends.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// round runs the tasks that are due, and returns the time until the next one may be.
func (a *Agenda[T]) round(ctx context.Context) time.Duration {
	now := a.Now()
	due, soonest, err := a.Due(ctx, now)
	for i := 0; i < len(due) && ctx.Err() == nil; i++ {
		err = errors.Join(err, a.Do(ctx, due[i]))
		rest(ctx, spaced)
	}
	switch {
	case ctx.Err() != nil:
		return 0
	case err != nil:
		a.Log.Error("a due task failed, trying again", "error", err)
		return resting
	case soonest.IsZero():
		return longest
	}
	return min(longest, soonest.Sub(now))
}

// Appointment is a deadline of a room.
type Appointment struct {
	At   time.Time
	Room string
}

// Index stores one appointment for each room, in the order of time: as marks with names like
// "2026-11-30T09:00:00Z/telegram:-100".
type Index struct{ marks kv.Collection[kv.Mark] }

// NewIndex makes an index with a schema. Like kv.New it is called once for each.
func NewIndex(k kv.Schema) Index {
	return Index{kv.New(k, func(name string, _ kv.Mark) error {
		_, err := read(name)
		return err
	})}
}

// name returns the name under which an appointment is stored.
func (a Appointment) name() string { return a.At.UTC().Format(time.RFC3339) + "/" + a.Room }

// read parses the name of an appointment. Names written by older versions may have a time zone before the room:
// "Europe~Lisbon/".
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

// all returns all appointments and their names, the earliest first. It skips malformed ones, which a check reports.
func (x Index) all(ctx context.Context, s kv.Store) (list []Appointment, names []string, err error) {
	kept, err := x.marks.Names(ctx, s, "")
	for _, name := range kept {
		if a, err := read(name); err == nil {
			list, names = append(list, a), append(names, name)
		}
	}
	return list, names, err
}

// Set makes an appointment the only one of its room. If its time is zero the room has none.
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

// Move moves the appointment of a room to the room's new address.
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

// Agenda makes an agenda of the appointments in a store. The config needs no Due.
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
