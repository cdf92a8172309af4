package telegram_test

import (
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// An event is in the queue until it has been dealt with: two events in one room, one of which waits, and one in
// another.
func TestQueueIn(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	s.Privacy(false)
	l := listen(t, s)
	goOn := make(chan struct{})
	l.ears.do = func(chat.Event) { <-goOn }
	l.run(t)
	ana := s.Person("Ana", "ana")
	one, other := s.Group(ana), s.Group(ana)
	ana.Says(one, "first")
	l.ears.next(t)
	ana.Says(one, "second")
	ana.Says(other, "elsewhere") // updates come in order: with this one the second has come, too
	l.ears.next(t)
	if got := l.Queues()["in"]; got != 3 {
		t.Errorf("%d in the queue, want 3", got)
	}
	close(goOn)
	l.ears.next(t)
	if err := l.stop(); err != nil {
		t.Error(err)
	}
	if got := l.Queues()["in"]; got != 0 {
		t.Errorf("%d in the queue at the end", got)
	}
}

// Messages that are being sent, or wait for that, are in the other queue.
func TestQueueOut(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listen(t, s)
	group := s.Group()
	now := make(chan struct{})
	group.Hold(now)
	var sending sync.WaitGroup
	for range 2 {
		sending.Go(func() {
			if _, err := l.Send(t.Context(), roomOf(group), chat.Message{Text: text("hello")}); err != nil {
				t.Error(err)
			}
		})
	}
	late := time.After(telegramtest.Patience)
	for l.Queues()["out"] != 2 {
		select {
		case <-late:
			t.Fatalf("%d in the queue, want 2", l.Queues()["out"])
		case <-time.After(time.Millisecond):
		}
	}
	close(now)
	sending.Wait()
	if got := l.Queues()["out"]; got != 0 {
		t.Errorf("%d in the queue at the end", got)
	}
}
