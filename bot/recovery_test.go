package bot_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The bot says once, at the next start, what was stored but not said.
func TestSaidAfterACrash(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store := memorytest.New()
		d := newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.fail = func(chat.Room, chat.Message) error { return errDown }
		says(h, ana, "11-15")
		says(h, rui, "22-18")
		stop()

		d = newDesk()
		_, stop = start(t, store, d)
		stop()
		got := d.heard()
		if len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15\nRui: 22-18\nAna (⚪) to move.") {
			t.Errorf("after the crash: %q, want both moves in one message", got)
		}

		d = newDesk()
		_, stop = start(t, store, d)
		stop()
		if got := d.heard(); len(got) != 0 {
			t.Errorf("said again: %q", got)
		}
	})
}

// A message that did not arrive is sent again without a restart, until it arrives.
func TestSaidAgain(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d := newDesk()
		h, stop := start(t, memorytest.New(), d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.heard()
		var mu sync.Mutex
		tries := 0
		arrived := make(chan struct{})
		d.fail = func(chat.Room, chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			if tries++; tries < 4 {
				return errDown
			}
			if tries == 4 {
				close(arrived)
			}
			return nil
		}
		says(h, ana, "11-15")
		<-arrived
		stop()
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("said: %q", got)
		}
	})
}

// News for a closed room reach no reader, so they are not repeated either.
func TestClosedRoom(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play damas @rui")
		d.fail = func(chat.Room, chat.Message) error { return fmt.Errorf("kicked: %w", chat.ErrClosed) }
		says(h, rui, "/accept")
		stop()
		unsaid, err := store.Find(context.Background(), storage.Query{Unsaid: true})
		if err != nil || len(unsaid) != 0 {
			t.Errorf("still to be said: %v, %v", unsaid, err)
		}
	})
}

// The same event delivered again does nothing, and is answered only if the answer has not arrived.
func TestRepeats(t *testing.T) {
	atDesk(t, func(t *testing.T, h *host, d *desk) {
		for i, step := range []struct {
			who  chat.User
			text string
		}{{ana, "/play damas @rui"}, {rui, "/accept"}, {ana, "11-15"}, {rui, "/draw"}, {ana, "/decline"}, {rui, "22-18"},
			{ana, "/resign yes"}} {
			d.fail = func(chat.Room, chat.Message) error { return errDown }
			says(h, step.who, step.text, fmt.Sprint("event", i))
			d.fail = nil
			for range 3 {
				says(h, step.who, step.text, fmt.Sprint("event", i))
			}
			if got := d.heard(); len(got) != 1 {
				t.Errorf("%s: %d answers, want one: %q", step.text, len(got), got)
			}
			heads, err := h.store.Find(context.Background(), storage.Query{})
			if err != nil || len(heads) != 1 || heads[0].N != i+1 {
				t.Fatalf("%s: %+v %v, want one match of %d events", step.text, heads, err, i+1)
			}
		}
	})
}

// full is a store whose disk is full from time to time.
type full struct {
	storage.Store
	now bool
}

func (f *full) Append(ctx context.Context, h storage.Head, events ...match.Event) error {
	if f.now {
		return errors.New("no space left on device")
	}
	return f.Store.Append(ctx, h, events...)
}

// A move that cannot be stored is not played and not announced, and the player is told.
func TestStoreFails(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := &full{Store: memorytest.New()}, newDesk()
		h, _ := start(t, store, d)
		says(h, ana, "/play damas @rui")
		says(h, rui, "/accept")
		d.heard()
		store.now = true
		says(h, ana, "11-15")
		if got := d.heard(); len(got) != 1 || !strings.HasPrefix(got[0], "Something went wrong") {
			t.Errorf("full disk: %q", got)
		}
		store.now = false
		says(h, ana, "11-15")
		if got := d.heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("space again: %q", got)
		}
	})
}

// broken is a service that ends at once.
type broken struct{ *desk }

func (broken) Name() string { return "broken" }

func (broken) Run(context.Context, chat.Handler) error { return errDown }

// A service that fails does not end the others, and its error is returned in the end.
func TestOneServiceFails(t *testing.T) {
	inTime(t, func(t *testing.T) {
		d, b := newDesk(), newBot(t, memorytest.New())
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx, broken{newDesk()}, d) }()
		synctest.Wait()
		says(b, ana, "/play damas @rui")
		if got := d.heard(); len(got) != 1 {
			t.Errorf("said: %q", got)
		}
		cancel()
		if err := <-ended; !errors.Is(err, errDown) || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
	})
}

// An announcement that is refused for good is given up after a while.
func TestGivenUp(t *testing.T) {
	inTime(t, func(t *testing.T) {
		store, d := memorytest.New(), newDesk()
		h, stop := start(t, store, d)
		says(h, ana, "/play damas @rui")
		var mu sync.Mutex
		tries := 0
		d.fail = func(chat.Room, chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			tries++
			return errDown
		}
		says(h, rui, "/accept")
		time.Sleep(3 * time.Hour)
		stop()
		if tries < 5 || tries > 50 {
			t.Errorf("tried %d times", tries)
		}
		if left, err := store.Find(context.Background(), storage.Query{Unsaid: true}); err != nil || len(left) != 0 {
			t.Errorf("still to be said: %v %v", left, err)
		}
	})
}
