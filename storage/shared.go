package storage

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// ErrAway is the answer of a store that cannot be reached for now, or is too busy: the same may be asked again. Whether
// a write has come to pass is not known.
var ErrAway = errors.New("the store cannot be reached for now")

// ErrFenced is the answer to a write under a lease that has changed hands: the work belongs to another process now.
var ErrFenced = errors.New("the work belongs to another process now")

// Shared is a store that several processes use at once. Leases say which of them does what, and letters are what one of
// them has heard and another may have to deal with. A store that one process has to itself need not be one: that
// process does everything.
//
// All writes of a Store and of People are fenced: with a context made by Under they fail with ErrFenced, and change
// nothing, once the lease has been acquired anew since.
type Shared interface {
	// Acquire gives a process those leases, of the ones named, that no process holds or that are over, for a time. They
	// are its own from now on and have a higher fence than ever before.
	Acquire(ctx context.Context, holder string, d time.Duration, names ...string) ([]Lease, error)

	// Renew has all leases that a process still holds last for a time from now on, also those that are over and were
	// not acquired by another, and notes in them what the process asks for. It returns all leases that were ever
	// acquired, in the order of their names.
	Renew(ctx context.Context, holder string, d time.Duration, asks int) ([]Lease, error)

	// Release gives leases up. One that has another fence by now is left alone.
	Release(ctx context.Context, leases ...Lease) error

	// Forget drops the leases whose names begin with a prefix and that have been over for so long. If one of them is
	// acquired again its fence begins anew: it is for names that do not come again.
	Forget(ctx context.Context, prefix string, over time.Duration) error

	// File keeps letters until they are Done. One that is there already stays as it is.
	File(ctx context.Context, letters ...Letter) error

	// Letters returns at most so many of the letters in some boxes, without those whose numbers are known, by service
	// and number.
	Letters(ctx context.Context, boxes []string, known []int64, most int) ([]Letter, error)

	// Done throws letters away, but for those with a fence that the lease with the name of their box does not have any
	// more.
	Done(ctx context.Context, letters ...Letter) error
}

// Lease is some work that one process at a time does.
type Lease struct {
	Name   string
	Holder string        // the process; "": none
	Fence  int64         // grows each time the lease is acquired, from 1
	Left   time.Duration // until it is over, by the clock of the store; 0: it is over
	Asks   int           // as noted when it was renewed last by its holder; 0 before
}

// Letter is something heard that waits to be dealt with.
type Letter struct {
	Box     string // the name of a lease: its holder deals with the letter
	Service string // which kind of letter it is
	// in the order in which those of the same kind are to be dealt with; names it together with Box and Service
	Number int64
	Body   string
	Fence  int64 // of the lease under which it was dealt with, for Done; 0: that does not matter. It is not kept
}

// CheckLetters fails on letters that every store refuses.
func CheckLetters(letters []Letter) error {
	for _, l := range letters {
		for _, name := range []string{l.Box, l.Service} {
			if err := checkName("box", name); err != nil {
				return err
			}
		}
		if !plain(l.Body) {
			return fmt.Errorf("the letter %s %d is not plain text", l.Service, l.Number)
		}
	}
	return nil
}

// CheckLeases fails on names of leases that every store refuses.
func CheckLeases(holder string, names []string) error {
	if holder == "" {
		return errors.New("the holder of a lease has no name")
	}
	for _, name := range append([]string{holder}, names...) {
		if err := checkName("lease", name); err != nil {
			return err
		}
	}
	return nil
}

type fenceKey struct{}

// Under is a context in which writes are fenced by a lease.
func Under(ctx context.Context, l Lease) context.Context {
	return context.WithValue(ctx, fenceKey{}, l)
}

// Fence is the lease by which writes are fenced in a context; false if they are not.
func Fence(ctx context.Context) (Lease, bool) {
	l, ok := ctx.Value(fenceKey{}).(Lease)
	return l, ok
}
