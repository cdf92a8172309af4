package notify_test

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
	. "tabuleiro/bot/desktest"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
	"tabuleiro/storage/memorytest"
)

// The bot sends at the next start, once, what was stored but not sent.
func TestRecovery_SaidAfterCrash(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store := memorytest.New()
		d := NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Fail = func(chat.Room, chat.Message) error { return ErrDown }
		Says(h, Ana, "11-15")
		Says(h, Rui, "22-18")
		stop()

		d = NewDesk()
		_, stop = Start(t, store, d)
		stop()
		got := d.Heard()
		if len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15\nRui: 22-18\nAna (⚪) to move.") {
			t.Errorf("after the crash: %q, want both moves in one message", got)
		}

		d = NewDesk()
		_, stop = Start(t, store, d)
		stop()
		if got := d.Heard(); len(got) != 0 {
			t.Errorf("said again: %q", got)
		}
	})
}

// A failed message is sent again without a restart, until it arrives.
func TestRecovery_SaidAgain(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d := NewDesk()
		h, stop := Start(t, memorytest.New(), d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		var mu sync.Mutex
		tries := 0
		arrived := make(chan struct{})
		d.Fail = func(chat.Room, chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			if tries++; tries < 4 {
				return ErrDown
			}
			if tries == 4 {
				close(arrived)
			}
			return nil
		}
		Says(h, Ana, "11-15")
		<-arrived
		stop()
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("said: %q", got)
		}
	})
}

// News for a closed room are not repeated.
func TestRecovery_ClosedRoom(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		d.Fail = func(chat.Room, chat.Message) error { return fmt.Errorf("kicked: %w", chat.ErrClosed) }
		Says(h, Rui, "/accept")
		stop()
		unsaid, err := store.Find(context.Background(), storage.Query{Undelivered: true})
		if err != nil || len(unsaid) != 0 {
			t.Errorf("still to be said: %v, %v", unsaid, err)
		}
	})
}

// A redelivered event does nothing, and is answered only if the answer has not arrived.
func TestRecovery_Repeats(t *testing.T) {
	AtDesk(t, func(t *testing.T, h *Host, d *Desk) {
		for i, step := range []struct {
			who  chat.User
			text string
		}{{Ana, "/play damas @rui"}, {Rui, "/accept"}, {Ana, "11-15"}, {Rui, "/draw"}, {Ana, "/decline"}, {Rui, "22-18"},
			{Ana, "/resign yes"}} {
			d.Fail = func(chat.Room, chat.Message) error { return ErrDown }
			Says(h, step.who, step.text, fmt.Sprint("event", i))
			d.Fail = nil
			for range 3 {
				Says(h, step.who, step.text, fmt.Sprint("event", i))
			}
			if got := d.Heard(); len(got) != 1 {
				t.Errorf("%s: %d answers, want one: %q", step.text, len(got), got)
			}
			heads, err := h.Store.Find(context.Background(), storage.Query{})
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
func TestRecovery_StoreFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := &full{Store: memorytest.New()}, NewDesk()
		h, _ := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		Says(h, Rui, "/accept")
		d.Heard()
		store.now = true
		Says(h, Ana, "11-15")
		if got := d.Heard(); len(got) != 1 || !strings.HasPrefix(got[0], "Something went wrong") {
			t.Errorf("full disk: %q", got)
		}
		store.now = false
		Says(h, Ana, "11-15")
		if got := d.Heard(); len(got) != 1 || !strings.Contains(got[0], "Ana: 11-15") {
			t.Errorf("space again: %q", got)
		}
	})
}

// broken is a service that ends at once.
type broken struct{ *Desk }

func (broken) Name() string { return "broken" }

func (broken) Run(context.Context, chat.Handler) error { return ErrDown }

// A failing service does not end the others, and its error is returned in the end.
func TestRecovery_OneServiceFails(t *testing.T) {
	InTime(t, func(t *testing.T) {
		d, b := NewDesk(), NewBot(t, memorytest.New())
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx, broken{NewDesk()}, d) }()
		synctest.Wait()
		Says(b, Ana, "/play damas @rui")
		if got := d.Heard(); len(got) != 1 {
			t.Errorf("said: %q", got)
		}
		cancel()
		if err := <-ended; !errors.Is(err, ErrDown) || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
	})
}

// An announcement that is refused for good is given up after a while.
func TestRecovery_GivenUp(t *testing.T) {
	InTime(t, func(t *testing.T) {
		store, d := memorytest.New(), NewDesk()
		h, stop := Start(t, store, d)
		Says(h, Ana, "/play damas @rui")
		var mu sync.Mutex
		tries := 0
		d.Fail = func(chat.Room, chat.Message) error {
			mu.Lock()
			defer mu.Unlock()
			tries++
			return ErrDown
		}
		Says(h, Rui, "/accept")
		time.Sleep(3 * time.Hour)
		stop()
		if tries != 25 { // about a quarter of an hour
			t.Errorf("tried %d times", tries)
		}
		if left, err := store.Find(context.Background(), storage.Query{Undelivered: true}); err != nil || len(left) != 0 {
			t.Errorf("still to be said: %v %v", left, err)
		}
	})
}
