package share

import (
	"fmt"
	"os/exec"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/storage/memory"
)

// A process of the same machine that has ended is replaced within two beats, though its leases last on; one of another
// machine, or one that is there still, only when they are over.
func TestEndedIsReplaced(t *testing.T) {
	if kernel() == "" {
		t.Skip("this system does not tell what numbers its processes")
	}
	over := exec.Command("true")
	if err := over.Run(); err != nil {
		t.Skip(err)
	}
	alive := exec.Command("sleep", "1000")
	if err := alive.Start(); err != nil {
		t.Skip(err)
	}
	defer func() {
		_ = alive.Process.Kill()
		_ = alive.Wait()
	}()
	for _, c := range []struct {
		name  string
		taken bool
	}{
		{fmt.Sprintf("host/%d/%s/x", over.Process.Pid, kernel()), true},
		{fmt.Sprintf("host/%d/%s/x", alive.Process.Pid, kernel()), false},
		{fmt.Sprintf("host/%d/%s/x", over.Process.Pid, "01234567"), false},
		{fmt.Sprintf("host/%d//x", over.Process.Pid), false},
		{fmt.Sprintf("host/%d/x", over.Process.Pid), false},
	} {
		synctest.Test(t, func(t *testing.T) {
			store := memory.New()
			dead := begin(t, store, c.name)
			time.Sleep(2 * time.Second)
			dead.cable.set(true) // it says nothing more, and gives nothing up
			dead.stop()
			<-dead.ended
			next := begin(t, store, "")
			time.Sleep(2500 * time.Millisecond)
			if got := next.Figures().Partitions; (got == Partitions) != c.taken {
				t.Errorf("of what %s had the next process has %d of %d", c.name, got, Partitions)
			}
			time.Sleep(8 * time.Second)
			if got := next.Figures().Partitions; got != Partitions {
				t.Errorf("of what %s had the next process has %d of %d when the leases are over", c.name, got, Partitions)
			}
			next.stop()
			<-next.ended
		})
	}
}
