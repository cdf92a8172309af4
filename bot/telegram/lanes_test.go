package telegram

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// Each chat is let through at its rate and in order, all of them at theirs, and a chat that waits keeps nobody else
// waiting.
func TestLanes(t *testing.T) {
	t.Parallel()
	const every = 20 * time.Millisecond
	open := Rate{time.Microsecond, 1000}
	for _, c := range []struct {
		name  string
		rates Rates
		chats []int64
		least time.Duration // for 5 messages to each chat
	}{
		{"person", Rates{All: open, Person: Rate{every, 2}, Group: open}, []int64{5}, 3 * every},
		{"group", Rates{All: open, Person: open, Group: Rate{every, 2}}, []int64{-5}, 3 * every},
		{"two groups", Rates{All: open, Person: open, Group: Rate{every, 2}}, []int64{-5, -6}, 3 * every},
		{"all", Rates{All: Rate{every, 1}, Person: open, Group: open}, []int64{5, 6, -5}, 14 * every},
	} {
		l := newLanes(c.rates)
		began := time.Now()
		var all sync.WaitGroup
		for _, chat := range c.chats {
			all.Go(func() {
				for range 5 {
					leave, err := l.enter(t.Context(), chat)
					if err != nil {
						t.Error(err)
						return
					}
					leave(0)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took < c.least-every/2 {
			t.Errorf("%s: took %v, which is less than %v", c.name, took, c.least)
		}
	}
}

// Who waits for a chat can give up, and the chat is free for the next one.
func TestLaneGivenUp(t *testing.T) {
	t.Parallel()
	l := newLanes(Rates{All: Rate{1, 9}, Person: Rate{time.Hour, 1}, Group: Rate{1, 9}})
	leave, err := l.enter(t.Context(), 5)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.enter(gone, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("before the turn: %v", err)
	}
	leave(0)
	soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := l.enter(soon, 5); err == nil {
		t.Error("through although the hour is not over")
	}
	other, err := l.enter(t.Context(), 6)
	if err != nil {
		t.Fatal(err)
	}
	other(time.Hour)
	patient, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := l.enter(patient, 6); !errors.Is(err, errHeld) {
		t.Errorf("a chat that Telegram wants left alone: %v", err)
	}
}

// Chats nobody writes to any more are forgotten, others are not.
func TestLanesForgotten(t *testing.T) {
	t.Parallel()
	open := Rate{1, 9}
	l := newLanes(Rates{All: Rate{1, 1 << 20}, Person: open, Group: Rate{time.Hour, 9}})
	enter := func(chat int64) {
		leave, err := l.enter(t.Context(), chat)
		if err != nil {
			t.Fatal(err)
		}
		leave(0)
	}
	enter(-1)
	for i := range int64(6 * fewLanes) {
		enter(i + 1)
	}
	if n := len(l.open); n > 4*fewLanes {
		t.Errorf("%d are kept", n)
	}
	if l.open[-1] == nil {
		t.Error("a chat that has used some of its hour is forgotten")
	}
}

// What is remembered of updates and of people is bounded.
func TestMemoryBounded(t *testing.T) {
	t.Parallel()
	var b inbox
	b.init()
	for i := range int64(3 * remembered) {
		f, fresh := b.take(t.Context(), update{ID: i + 1})
		if !fresh {
			t.Fatalf("update %d is not fresh", i+1)
		}
		b.land(f)
	}
	if b.done.Len() != remembered || len(b.flights) != 0 || len(b.slots) != 0 {
		t.Errorf("%d done, %d in flight, %d slots", b.done.Len(), len(b.flights), len(b.slots))
	}
	if _, fresh := b.take(t.Context(), update{ID: 3 * remembered}); fresh {
		t.Error("the last one is forgotten")
	}
	p := newPeople()
	for i := range int64(3 * acquaintances) {
		p.see(user{ID: i + 1, Username: "user" + string(rune('a'+i%26)) + time.Duration(i).String()})
	}
	if p.handles.Len() > acquaintances || p.of.Len() > acquaintances {
		t.Errorf("%d handles of %d people", p.handles.Len(), p.of.Len())
	}
}

// The defaults keep to what Telegram allows, in any window of time.
func TestDefaultRates(t *testing.T) {
	t.Parallel()
	r := Rates{}.complete()
	for _, c := range []struct {
		name   string
		rate   Rate
		window time.Duration
		most   int
	}{{"all", r.All, time.Second, 30}, {"group", r.Group, time.Minute, 20}} {
		if n := c.rate.Burst + int(c.window/c.rate.Every); n > c.most {
			t.Errorf("%s: %d in %v, but %d are allowed", c.name, n, c.window, c.most)
		}
	}
}
