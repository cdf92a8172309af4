package telegram_test

import (
	"testing"
	"testing/synctest"
)

// Messages that are being sent, or wait for that, are in the other queue.
func TestQueue_Out(t *testing.T) {
	virtually(t, func(t *testing.T) {
		l := listen(t)
		group := l.Group()
		now := make(chan struct{})
		group.Hold(now)
		for range 2 {
			go func() { _ = l.says(roomOf(group), "hello") }()
		}
		for _, want := range []int{2, 0} {
			if synctest.Wait(); l.State().Queues["out"] != want {
				t.Errorf("%d in the queue, want %d", l.State().Queues["out"], want)
			}
			if want > 0 {
				close(now)
			}
		}
	})
}
