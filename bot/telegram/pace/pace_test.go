package pace

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	model "github.com/prometheus/client_model/go"

	"tabuleiro/bot/chat"
)

// speaker says things through a queue, and notes in which order they leave.
type speaker struct {
	*Queue
	t    *testing.T
	all  sync.WaitGroup
	mu   sync.Mutex
	left []string
}

func newSpeaker(t *testing.T, r Rates) *speaker { return &speaker{Queue: NewQueue(r.Complete()), t: t} }

// say has a call enter, and returns when it has its place. The answer takes as long as given.
func (s *speaker) say(name string, c Call, takes time.Duration) {
	s.all.Go(func() {
		leave, err := s.Enter(s.t.Context(), &c)
		s.mu.Lock()
		if err != nil {
			name += ": " + err.Error()
		}
		s.left = append(s.left, name)
		s.mu.Unlock()
		if err == nil {
			time.Sleep(takes)
			leave()
		}
	})
	time.Sleep(time.Millisecond)
	synctest.Wait()
}

func (s *speaker) expect(want ...string) {
	s.t.Helper()
	s.all.Wait()
	if !slices.Equal(s.left, want) {
		s.t.Errorf("left:\n%s\nwant:\n%s", strings.Join(s.left, "\n"), strings.Join(want, "\n"))
	}
}

// In no time of a quota more calls leave than it has, and about as many as it has: in one chat, and in all.
func TestQuotas(t *testing.T) {
	for _, c := range []struct {
		name  string
		chats []int64
		quota Quota
		each  int // that leave in the time of a quota, at least
	}{
		{"all", []int64{-1, -2, -3, -4, -5, -6, -7, -8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
			21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40}, Quota{30, time.Second, false}, 22},
		{"group", []int64{-1}, Quota{20, time.Minute, false}, 19},
		{"person", []int64{1}, Quota{3, 3 * time.Second, false}, 2},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := NewQueue(Rates{}.Complete())
			ctx, end := context.WithTimeout(t.Context(), 20*c.quota.Per)
			defer end()
			var mu sync.Mutex
			var left []time.Time
			var all sync.WaitGroup
			for i, id := range c.chats {
				for range 3 {
					all.Go(func() {
						for {
							leave, err := q.Enter(ctx, &Call{Chat: id, Class: Class(i % 2)})
							if err != nil {
								return
							}
							mu.Lock()
							left = append(left, time.Now())
							mu.Unlock()
							time.Sleep(70 * time.Millisecond)
							leave()
						}
					})
				}
			}
			all.Wait()
			for i := c.quota.Most; i < len(left); i++ {
				if within := left[i].Sub(left[i-c.quota.Most]); within < c.quota.Per {
					t.Fatalf("%s: %d calls within %s", c.name, c.quota.Most+1, within)
				}
			}
			if len(left) < 20*c.each {
				t.Errorf("%s: %d calls left in the time of twenty quotas", c.name, len(left))
			}
		})
	}
}

// In a chat what happened in a match leaves first, then answers and files; what may be left undone waits until much is
// free.
func TestClasses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{})
		began := time.Now()
		s.say("first", Call{Chat: -5}, time.Second)
		for i, c := range []Class{Spares, Files, Answers, News, Answers, News} {
			s.say(fmt.Sprint(c, " ", i), Call{Chat: -5, Class: c}, 0)
		}
		s.expect("first", "news 3", "news 5", "answers 2", "answers 4", "files 1", "spares 0")
		if took := time.Since(began); took < time.Minute {
			t.Errorf("what may be left undone left after %v", took)
		}
	})
}

// While there is not room for all chats, those go first where something has happened in a match, and those that were
// silent; a third of what may be said waits for the former.
func TestChats_BesideEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{All: Quota{3, time.Minute, false}})
		for i := range int64(3) {
			s.say(fmt.Sprint("crowd", i), Call{Chat: 1 + i, Class: Answers}, 0)
		}
		s.say("board", Call{Chat: -5, Class: News}, 0)
		s.say("file", Call{Chat: 8, Class: Files}, 0)
		s.say("again", Call{Chat: 1, Class: Answers}, 0)
		time.Sleep(time.Second)
		s.say("newcomer", Call{Chat: 9, Class: Answers}, 0)
		s.expect("crowd0", "crowd1", "board", "crowd2", "newcomer", "again", "file")
	})
}

// A change takes the place of an earlier one of the same message that has not left; nothing else is dropped. A message
// that is overtaken does not leave, and counts for nothing.
func TestOvertaken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{Person: Quota{1, time.Minute, false}})
		began := time.Now()
		s.say("first", Call{Chat: 5}, 0)
		s.say("old edit", Call{Chat: 5, Message: 1}, 0)
		s.say("edit of another", Call{Chat: 5, Message: 2}, 0)
		s.say("overtaken", Call{Chat: 5, Overtaken: func() bool { return true }}, 0)
		s.say("new edit", Call{Chat: 5, Message: 1}, 0)
		s.say("buttons", Call{Chat: 5, Message: 2, Class: Spares}, 0)
		s.say("after", Call{Chat: 5}, 0)
		s.expect("first", "old edit: "+ErrOvertaken.Error(), "buttons: "+ErrOvertaken.Error(), "new edit", "edit of another",
			"overtaken: "+chat.ErrOvertaken.Error(), "after")
		if took := time.Since(began); took > 3*time.Minute {
			t.Errorf("it took %v", took)
		}
	})
}

// A call that Telegram has not taken enters again before what came later, unless there is a newer one.
func TestAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{})
		c := Call{Chat: 5, Message: 1}
		for _, newer := range []bool{false, true} {
			leave, err := s.Enter(t.Context(), &c)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Millisecond)
			s.say("later", Call{Chat: 5}, 0)
			if newer {
				s.say("newer", Call{Chat: 5, Message: c.Message}, 0)
			}
			s.Hold(5, time.Minute)
			leave()
			s.say("again", c, 0)
			if s.all.Wait(); newer {
				c.came = time.Time{}
			}
		}
		s.expect("again", "later", "again: "+ErrOvertaken.Error(), "later", "newer")
	})
}

// A caller who waits can give up, and need not wait for what comes too late; the chat is free for the next one.
func TestGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Rates{}.Complete())
		leave, err := q.Enter(t.Context(), &Call{Chat: 5})
		if err != nil {
			t.Fatal(err)
		}
		gone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := q.Enter(gone, &Call{Chat: 5}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("before its turn: %v", err)
		}
		leave()
		if leave, err = q.Enter(t.Context(), &Call{Chat: 5}); err != nil {
			t.Fatal(err)
		}
		leave()
		q.Hold(6, time.Hour)
		began := time.Now()
		patient, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := q.Enter(patient, &Call{Chat: 6}); !errors.Is(err, errHeld) || time.Since(began) > 0 {
			t.Errorf("a chat that Telegram wants left alone: %v", err)
		}
	})
}

// How long a chat has to wait is known: after a flood, and when all is said that it may say.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{Group: Quota{20, time.Minute, false}})
		if d := s.Wait(-5, Answers, 0); d != 0 {
			t.Errorf("an unknown chat waits %v", d)
		}
		for range 20 {
			s.say("", Call{Chat: -5}, 0)
			time.Sleep(time.Second - time.Millisecond)
		}
		for _, c := range []struct {
			class  Class
			unsaid int
			want   time.Duration
		}{{News, 0, 40 * time.Second}, {Answers, 10, 50 * time.Second}, {Answers, 20, 62 * time.Second}} {
			if d := s.Wait(-5, c.class, c.unsaid); d != c.want {
				t.Errorf("%s, with %d unsaid, wait %v, want %v", c.class, c.unsaid, d, c.want)
			}
		}
		s.Hold(-5, 2*time.Minute)
		s.Hold(-5, time.Second)
		if d := s.Wait(-5, News, 0); d != 2*time.Minute {
			t.Errorf("a chat that is held waits %v", d)
		}
		var waits model.Metric
		if err := s.Waits.WithLabelValues("news").(prometheus.Metric).Write(&waits); err != nil {
			t.Fatal(err)
		}
		h := waits.GetHistogram()
		if n := h.GetSampleCount(); n != 20 {
			t.Errorf("%d waits are counted", n)
		}
		if b := h.GetBucket(); len(b) != 10 || b[0].GetUpperBound() != .01 || math.Round(b[9].GetUpperBound()) != 60 {
			t.Errorf("waits are told apart as %v", b)
		}
	})
}

// A group in which more is said than may be is not left without anything for most of a minute: what is left of its
// minute is spread, and what is little comes at once. Chats nobody writes to any more are forgotten.
func TestSpread(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{})
		began, last, longest := time.Now(), time.Now(), time.Duration(0)
		for i := range 60 {
			leave, err := s.Enter(t.Context(), &Call{Chat: -5})
			if err != nil {
				t.Fatal(err)
			}
			longest = max(longest, time.Since(last))
			last = time.Now()
			leave()
			if took := last.Sub(began); i == 9 && took > 0 || i == 10 && took < 5*time.Second {
				t.Errorf("%d calls have taken %v", i+1, took)
			}
		}
		if took := last.Sub(began); longest > 6*time.Second || took > 3*time.Minute {
			t.Errorf("sixty calls have taken %v, with %v between two", took, longest)
		}
		time.Sleep(time.Minute)
		s.say("", Call{Chat: 6}, 0)
		if s.lanes[-5] != nil {
			t.Error("a chat is kept that may say all again")
		}
	})
}

// What is asked for goes before news that came so much later that they are due later, and waits count from the beginning.
func TestAnswers_Due(t *testing.T) {
	for later, want := range map[time.Duration][]string{
		49500 * time.Millisecond: {"first", "news", "answer"},
		50500 * time.Millisecond: {"first", "answer", "news"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSpeaker(t, Rates{All: Quota{1, time.Minute, false}})
			s.say("first", Call{Chat: 1}, 0)
			s.say("answer", Call{Chat: 2, Class: Answers}, 0)
			time.Sleep(later)
			s.say("news", Call{Chat: 3, Class: News}, 0)
			s.expect(want...)
		})
	}
}

// What is not said is what Telegram allows, and what is said stays.
func TestRates_Complete(t *testing.T) {
	want := Rates{Quota{30, time.Second, false}, Quota{3, 3 * time.Second, false}, Quota{20, time.Minute, true}}
	if got := (Rates{}).Complete(); got != want {
		t.Errorf("%+v", got)
	}
	want.Person = Quota{1, time.Hour, true}
	if got := (Rates{Person: want.Person}).Complete(); got != want {
		t.Errorf("%+v", got)
	}
}

// What may be left undone leaves when half of all that may be said is free.
func TestSpares_Wait(t *testing.T) {
	for said, want := range map[int]time.Duration{3: 0, 4: time.Minute} {
		synctest.Test(t, func(t *testing.T) {
			s := newSpeaker(t, Rates{All: Quota{6, time.Minute, false}})
			began := time.Now()
			for i := range said {
				s.say("", Call{Chat: int64(i + 1)}, 0)
			}
			s.say("", Call{Chat: 9, Class: Spares}, 0)
			if s.all.Wait(); time.Since(began).Round(time.Second) != want {
				t.Errorf("beside %d others it leaves after %s", said, time.Since(began))
			}
		})
	}
}

// While something is under way the next one waits for what is free beside it, and a chat in which nothing is waits not.
func TestWait_UnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{Person: Quota{2, time.Minute, false}})
		s.say("", Call{Chat: 5}, 10*time.Second)
		if got := s.Wait(5, News, 0); got != 0 {
			t.Errorf("the second of two waits %s", got)
		}
		if time.Sleep(20 * time.Second); s.Wait(5, News, 0) != 0 {
			t.Errorf("behind the first of two the second waits %s", s.Wait(5, News, 0))
		}
		s.all.Wait()
	})
}

// Who waits already goes first, if that is at least as urgent.
func TestWait_Waiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{Person: Quota{2, time.Minute, false}})
		s.say("", Call{Chat: 5}, 0)
		time.Sleep(10 * time.Second)
		s.say("", Call{Chat: 5}, 0)
		s.say("", Call{Chat: 5, Class: Answers}, 0)
		for class, want := range map[Class]time.Duration{News: 50 * time.Second, Answers: time.Minute, Files: time.Minute} {
			if got := s.Wait(5, class, 0).Round(time.Second); got != want {
				t.Errorf("%s wait %s, want %s", class, got, want)
			}
		}
		if n := s.Length(); n != 1 {
			t.Errorf("%d calls wait", n)
		}
		s.say("", Call{Chat: 5, Class: Spares}, 0)
		if n := s.Length(); n != 1 {
			t.Errorf("%d calls wait beside one that may be left undone", n)
		}
		s.all.Wait()
		if n := s.Length(); n != 0 {
			t.Errorf("%d calls wait after all", n)
		}
	})
}

// One who waits no more makes room for who waits behind, at once.
func TestGivenUp_MakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSpeaker(t, Rates{All: Quota{3, 10 * time.Minute, false}, Person: Quota{10, time.Minute, false}})
		s.say("one", Call{Chat: 1}, 0)
		s.say("two", Call{Chat: 2}, 0) // what is left of three is for matches
		ctx, cancel := context.WithCancel(t.Context())
		s.all.Go(func() {
			if _, err := s.Enter(ctx, &Call{Chat: 5, Class: Answers}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		time.Sleep(61 * time.Second)
		s.say("news", Call{Chat: 5}, 0)
		began := time.Now()
		cancel()
		s.expect("one", "two", "news")
		if took := time.Since(began); took > time.Second {
			t.Errorf("the other one left after %s", took)
		}
	})
}

// What is no call waits for nothing, and a pause lasts as long as it should, or until it is ended.
func TestPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		q := NewQueue(Rates{}.Complete())
		if leave, err := q.Enter(ctx, nil); err != nil {
			t.Error(err)
		} else {
			leave()
		}
		began := time.Now()
		Pause(ctx, time.Second)
		if took := time.Since(began); took != time.Second {
			t.Errorf("it lasted %s", took)
		}
		Pause(ctx, time.Hour)
		if took := time.Since(began); took != time.Minute {
			t.Errorf("with what came before it lasted %s", took)
		}
		if _, err := q.Enter(ctx, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}

// Each class is measured from the beginning.
func TestWaits_Classes(t *testing.T) {
	measured := make(chan prometheus.Metric, 10)
	NewQueue(Rates{}.Complete()).Waits.Collect(measured)
	if n := len(measured); n != int(classes) {
		t.Errorf("%d classes are measured", n)
	}
}
