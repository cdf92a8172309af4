// Package agenda sees that what falls due is done when it does.
//
// It keeps nothing: an index of deadlines, for matches that of the store, says what comes next, so that a restart loses
// nothing, and what waits costs nothing but its place in the index. It sleeps until the soonest deadline, or until it
// is told that there may be a sooner one.
package agenda

import (
	"context"
	"errors"
	"log/slog"
	"time"
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
