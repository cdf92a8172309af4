package agenda

import (
	"context"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/kv"
)

// Appointment is when something is due, and what.
type Appointment struct {
	At time.Time
	Of string
}

// Index keeps appointments in stores, in the order of time: as marks that are called after them,
// "2026-11-30T09:00:00Z/telegram:-100".
type Index struct {
	marks kv.Collection[kv.Mark]
	is    reader
}

// reader tells what is wrong with what an appointment is of.
type reader func(of string) error

// NewIndex makes the index of a kind. It is called as kv.New is. Appointments that is has an error for are passed
// over, and found by a check.
func NewIndex(k kv.Schema, is func(of string) error) Index {
	return Index{kv.New(k, func(name string, _ kv.Mark) error {
		_, err := reader(is).appointment(name)
		return err
	}), is}
}

// appointment reads the name of one.
func (is reader) appointment(name string) (a Appointment, err error) {
	at, of, _ := strings.Cut(name, "/")
	a.Of = of
	if a.At, err = time.Parse(time.RFC3339, at); err != nil { // it takes parts of a second, too
		return a, err
	}
	return a, is(of)
}

func (x Index) name(a Appointment) string { return a.At.UTC().Format(time.RFC3339) + "/" + a.Of }

// Put keeps an appointment.
func (x Index) Put(ctx context.Context, s kv.Store, a Appointment) error {
	return x.marks.Put(ctx, s, x.name(a), kv.Mark{})
}

// Delete deletes an appointment, if there is such a one.
func (x Index) Delete(ctx context.Context, s kv.Store, a Appointment) error {
	return x.marks.Delete(ctx, s, x.name(a))
}

// All are the appointments that there are, the soonest first.
func (x Index) All(ctx context.Context, s kv.Store) (list []Appointment, err error) {
	names, err := x.marks.Names(ctx, s, "")
	for _, name := range names {
		if a, err := x.is.appointment(name); err == nil {
			list = append(list, a)
		}
	}
	return list, err
}

// Agenda makes an agenda of the appointments in a store: the config is without Soonest, Due and Bell.
func (x Index) Agenda(s kv.Store, c Config[Appointment]) *Agenda[Appointment] {
	c.Soonest = func(ctx context.Context) (time.Time, error) {
		list, err := x.All(ctx, s)
		if len(list) == 0 || err != nil {
			return time.Time{}, err
		}
		return list[0].At, nil
	}
	c.Due = func(ctx context.Context, now time.Time) ([]Appointment, error) {
		list, err := x.All(ctx, s)
		return slices.DeleteFunc(list, func(a Appointment) bool { return a.At.After(now) }), err
	}
	c.Bell = NewBell()
	return New(c)
}
