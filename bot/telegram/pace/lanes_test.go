package pace

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/bot/telegram/wire"
)

// Each chat is let through at its rate and in order, all of them at theirs, and a chat that waits keeps nobody else
// waiting.
func TestLanes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const every = 20 * time.Millisecond
		open, wide := Rate{time.Microsecond, 1000}, Quota{1000, time.Microsecond}
		for _, c := range []struct {
			name  string
			rates Rates
			chats []int64
			least time.Duration // for 5 messages to each chat
		}{
			{"person", Rates{All: wide, Person: Rate{every, 2}, Group: open}, []int64{5}, 3 * every},
			{"group", Rates{All: wide, Person: open, Group: Rate{every, 2}}, []int64{-5}, 3 * every},
			{"two groups", Rates{All: wide, Person: open, Group: Rate{every, 2}}, []int64{-5, -6}, 3 * every},
			{"all", Rates{All: Quota{1, every}, Person: open, Group: open}, []int64{5, 6, -5}, 14 * every},
		} {
			l := NewLanes(c.rates)
			began := time.Now()
			var all sync.WaitGroup
			for _, chat := range c.chats {
				all.Go(func() {
					for range 5 {
						place, err := l.Enter(t.Context(), chat, Call{})
						if err != nil {
							t.Error(err)
							return
						}
						place.Leave()
					}
				})
			}
			all.Wait()
			if took := time.Since(began); took < c.least-every/2 {
				t.Errorf("%s: took %v, which is less than %v", c.name, took, c.least)
			}
		}
	})
}

// A caller who waits for a chat can give up, and the chat is free for the next one.
func TestLaneGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Rates{All: Quota{9, 1}, Person: Rate{time.Hour, 1}, Group: Rate{1, 9}})
		place, err := l.Enter(t.Context(), 5, Call{})
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.Enter(gone, 5, Call{}); !errors.Is(err, context.Canceled) {
			t.Errorf("before the turn: %v", err)
		}
		place.Leave()
		soon, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if _, err := l.Enter(soon, 5, Call{}); err == nil {
			t.Error("through although the hour is not over")
		}
		l.Hold(6, time.Hour)
		patient, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := l.Enter(patient, 6, Call{}); !errors.Is(err, errHeld) {
			t.Errorf("a chat that Telegram wants left alone: %v", err)
		}
	})
}

// A change of a message takes the place of an earlier one that has not left, and of an errand; nothing else is dropped.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Rates{All: Quota{99, 1}, Person: Rate{time.Second, 1}, Group: Rate{time.Second, 1}})
		var mu sync.Mutex
		var done []string
		var all sync.WaitGroup
		enter := func(name string, of wire.Ref, again bool) {
			all.Go(func() {
				place, err := l.Enter(t.Context(), 5, Call{Of: of})
				if err == nil && again {
					l.Hold(5, time.Minute)
					if err = place.Again(t.Context()); err != nil {
						place.Leave()
					}
				}
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					done = append(done, name+" "+err.Error())
					return
				}
				done = append(done, name)
				place.Leave()
			})
			synctest.Wait()
		}
		one, two, three := wire.Ref{Chat: 5, Message: 1}, wire.Ref{Chat: 5, Message: 2}, wire.Ref{Chat: 5, Message: 3}
		enter("first", wire.Ref{}, false)
		enter("board", wire.Ref{}, false)
		l.Spare(t.Context(), 5, Errand{two, func(context.Context,
			*Ticket) {
			t.Error("the buttons of what is changed were taken off")
		}})
		l.Spare(t.Context(), 5, Errand{three, func(context.Context, *Ticket) {
			mu.Lock()
			defer mu.Unlock()
			done = append(done, "buttons")
		}})
		enter("old edit", one, false)
		enter("edit of another", two, true)
		enter("another board", wire.Ref{}, false)
		enter("new edit", one, false)
		time.Sleep(10 * time.Second) // the edit of the other one has been refused
		enter("newer edit of another", two, false)
		all.Wait()
		time.Sleep(time.Minute)
		synctest.Wait()
		want := []string{"first", "old edit " + ErrOvertaken.Error(), "board", "new edit", "edit of another " +
			ErrOvertaken.Error(),
			"newer edit of another", "another board", "buttons"}
		if !slices.Equal(done, want) {
			t.Errorf("done:\n%s\nwant:\n%s", strings.Join(done, "\n"), strings.Join(want, "\n"))
		}
	})
}

// Errands wait until a chat has something to spare, and of too many the oldest are dropped.
func TestErrands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Telegrams)
		var done atomic.Int32
		asked := 0
		retire := func() {
			asked++
			l.Spare(t.Context(), -5, Errand{wire.Ref{Chat: -5, Message: asked}, func(context.Context, *Ticket) { done.Add(1) }})
		}
		retire()
		if done.Load() != 1 {
			t.Error("a quiet chat lets an errand wait")
		}
		for range 4 {
			place, err := l.Enter(t.Context(), -5, Call{})
			if err != nil {
				t.Fatal(err)
			}
			place.Leave()
		}
		for range 3 * mostSpare {
			retire()
		}
		l.mu.Lock()
		waiting := len(l.open[-5].spared)
		l.mu.Unlock()
		if done.Load() != 1 || waiting != mostSpare {
			t.Errorf("%d errands done and %d waiting in a chat that has just been talked full", done.Load(), waiting)
		}
		time.Sleep(10 * time.Minute)
		synctest.Wait()
		if done.Load() != 1+mostSpare {
			t.Errorf("%d errands done in the end", done.Load())
		}
	})
}

// How long a chat has to wait is known: after a flood, and with a full lane.
func TestLaneWait(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Rates{All: Quota{99, 1}, Person: Telegrams.Person, Group: Telegrams.Group})
		if d := l.Wait(-5, Help, 0); d != 0 {
			t.Errorf("an unknown chat waits %v", d)
		}
		for range Telegrams.Group.Burst {
			place, err := l.Enter(t.Context(), -5, Call{})
			if err != nil {
				t.Fatal(err)
			}
			place.Leave()
		}
		if d := l.Wait(-5, Help, 0).Round(time.Millisecond); d != Telegrams.Group.Every {
			t.Errorf("a full chat waits %v", d)
		}
		l.Hold(-5, 20*time.Second)
		l.Hold(-5, time.Second)
		if d := l.Wait(-5, Help, 0); d != 20*time.Second {
			t.Errorf("a chat that is held waits %v", d)
		}
		if d := l.Wait(-6, Help, 0); d != 0 {
			t.Errorf("another chat waits %v", d)
		}
	})
}

// Chats nobody writes to any more are forgotten, others are not.
func TestLanesForgotten(t *testing.T) {
	t.Parallel()
	open := Rate{1, 9}
	l := NewLanes(Rates{All: Quota{1 << 20, 1}, Person: open, Group: Rate{time.Hour, 9}})
	enter := func(chat int64) {
		place, err := l.Enter(t.Context(), chat, Call{})
		if err != nil {
			t.Fatal(err)
		}
		place.Leave()
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

// Groups are forgotten, too, at the rates that Telegram has for them: they may say more in a minute than at once.
func TestLanesOfGroupsForgotten(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Telegrams)
		for i := range int64(6 * fewLanes) {
			place, err := l.Enter(t.Context(), -1-i, Call{})
			if err != nil {
				t.Fatal(err)
			}
			place.Leave()
			time.Sleep(time.Second)
		}
		if n := len(l.open); n > 4*fewLanes {
			t.Errorf("%d are kept", n)
		}
	})
}

// The defaults keep to what Telegram allows, in any window of time.
func TestDefaultRates(t *testing.T) {
	t.Parallel()
	r := Rates{}.Complete()
	if r.Window.Most > 20 || r.Window.Per < time.Minute {
		t.Errorf("a group: %d in %v, but 20 a minute are allowed", r.Window.Most, r.Window.Per)
	}
	if r.All.Most > 30 || r.All.Per < time.Second {
		t.Errorf("all: %d in %v, but 30 a second are allowed", r.All.Most, r.All.Per)
	}
}

// A group in which more is said than may be is not left without anything for most of a minute: what is left of its
// minute is spread; and what is little comes at once.
func TestWindowSpread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLanes(Rates{}.Complete())
		began, last, longest := time.Now(), time.Now(), time.Duration(0)
		for i := range 60 {
			place, err := l.Enter(t.Context(), -5, Call{Class: Boards})
			if err != nil {
				t.Fatal(err)
			}
			longest = max(longest, time.Since(last))
			last = time.Now()
			place.Leave()
			if took := last.Sub(began); i == 9 && took > 10*time.Second {
				t.Errorf("ten calls have taken %v", took)
			}
		}
		if took := last.Sub(began); longest > 6*time.Second || took > 3*time.Minute {
			t.Errorf("sixty calls have taken %v, with %v between two", took, longest)
		}
	})
}
