package bot_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	. "tabuleiro/bot/desktest"
	"tabuleiro/storage/faultytest"
	"tabuleiro/storage/memorytest"
)

// A bot is healthy while its store answers and all services listen; else it reports the cause, also of a store that has
// answered before, and when it is healthy again.
func TestHealth(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := faultytest.New(memorytest.New())
		b := NewBot(t, store)
		is := func(what, want string) {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			got, began := "", time.Now()
			if err := b.Health(ctx); err != nil {
				got = err.Error()
			}
			if got != want || time.Since(began) > time.Second {
				t.Errorf("%s: %q after %s, want %q", what, got, time.Since(began), want)
			}
		}
		is("before it runs", "no service has begun to listen")
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx, NewDesk()) }()
		synctest.Wait()
		is("when it runs", "")
		store.Plan(func(faultytest.Call) faultytest.Fault { return faultytest.Fault{Err: errors.New("no disk")} })
		is("without a disk", "the store fails: no disk")
		store.Plan(nil)
		is("with one again", "")
		hangs := make(chan struct{})
		store.Plan(func(faultytest.Call) faultytest.Fault { return faultytest.Fault{Until: hangs, Deaf: true} })
		is("while the disk hangs", "the store does not answer")
		is("while it still does", "the store does not answer")
		store.Plan(nil)
		is("while the call before hangs", "the store does not answer")
		close(hangs)
		synctest.Wait()
		is("when it hangs no more", "")
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		is("when nobody listens", "desk has ended")
	})
}

// A service that has ended is reported with its error, while the other one listens.
func TestHealth_Service(t *testing.T) {
	InTime(t, func(t *testing.T) {
		b := NewBot(t, memorytest.New())
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx, mute{NewDesk()}, NewDesk()) }()
		synctest.Wait()
		if err := b.Health(t.Context()); err == nil || err.Error() != "mute has ended: "+ErrDown.Error() {
			t.Errorf("its health: %v", err)
		}
		cancel()
		if err := <-ended; !errors.Is(err, ErrDown) || err.Error() != "mute: "+ErrDown.Error() {
			t.Errorf("it ended with %v", err)
		}
	})
}
