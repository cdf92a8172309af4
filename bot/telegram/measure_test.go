package telegram_test

import (
	"sync"
	"testing"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/telegramtest"
)

// Messages that are being sent, or wait for that, are in the other queue.
func TestQueue_Out(t *testing.T) {
	t.Parallel()
	s := telegramtest.New(t)
	l := listenAt(t, s)
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
	for l.State().Queues["out"] != 2 {
		select {
		case <-late:
			t.Fatalf("%d in the queue, want 2", l.State().Queues["out"])
		case <-time.After(time.Millisecond):
		}
	}
	close(now)
	sending.Wait()
	if got := l.State().Queues["out"]; got != 0 {
		t.Errorf("%d in the queue at the end", got)
	}
}
