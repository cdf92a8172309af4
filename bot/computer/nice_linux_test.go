package computer_test

import (
	"context"
	"testing"

	"golang.org/x/sys/unix"

	"tabuleiro/bot/computer"
)

// Searches of low priority run on a thread with a low scheduling priority, which nobody else gets afterwards.
func TestQueue_Yields(t *testing.T) {
	importance := func() int {
		got, _ := unix.Getpriority(unix.PRIO_PROCESS, unix.Gettid())
		return got
	}
	for _, yields := range []bool{false, true} {
		q := computer.NewQueue(t.Context(), 1, yields)
		before, thinking := importance(), 0
		err := q.Do(t.Context(), computer.Job{Think: func(context.Context) error {
			thinking = importance()
			return nil
		}})
		if err != nil || yields != (thinking == 1) || !yields && thinking != before { // as the system has it, of 40
			t.Errorf("yields %v: %d, others %d, %v", yields, thinking, before, err)
		}
	}
}
