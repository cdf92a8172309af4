package share

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/storage/memory"
)

// busy is a process in which so much waits.
type busy struct {
	*process
	waiting atomic.Int64
}

func beginBusy(t *testing.T, store *memory.Store, name string) *busy {
	b := &busy{}
	t.Cleanup(func() {
		b.stop()
		<-b.ended
	})
	b.process = beginWith(t, store, name, func(s *Share) { s.Places.Divides(func() int { return int(b.waiting.Load()) }) })
	return b
}

// part is the process's part in hundredths.
func (b *busy) part() float64 {
	own, all := b.Places.Part()
	return 100 * float64(own) / float64(all)
}

// Places follow the work: most are with a process that has some, an idle one keeps few, and those of a dead one are
// with the others within three seconds of its last sign of life, which its leases outlast; the store has
// told that one is dead on another machine.
func TestPlacesFollowTheWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		var all []*busy
		for _, name := range []string{"x/1/m/a", "y/1/n/b", "z/1/o/c"} {
			all = append(all, beginBusy(t, store, name))
		}
		time.Sleep(10 * time.Second)
		for i, b := range all {
			if p := b.part(); p < 33 || p > 34 {
				t.Errorf("where nothing waits process %d has %.0f %%", i, p)
			}
		}
		all[0].waiting.Store(100)
		time.Sleep(6 * time.Second)
		if p, idle := all[0].part(), all[1].part(); p != 75 || idle != 12.5 {
			t.Errorf("the only one with work has %.0f %%, an idle one %.0f %%", p, idle)
		}
		all[1].waiting.Store(100)
		all[2].waiting.Store(100)
		time.Sleep(10 * time.Second)
		if p := all[0].part(); p < 33 || p > 34 {
			t.Errorf("of three with work one has %.0f %%", p)
		}
		all[2].cable.set(true)
		time.Sleep(3 * time.Second)
		if p, dead := all[0].part(), all[2].part(); p < 46 || dead > 8 {
			t.Errorf("after 3 s the dead one still has %.0f %%, another one %.0f %%", dead, p)
		}
	})
}

// All parts together are never more than the whole, whichever calls wait and whichever process is cut off, comes or
// goes.
func TestPlacesAreNotGivenTwice(t *testing.T) {
	for seed := range uint64(2) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 1))
			store := memory.New()
			var all []*busy
			for n := range 4 {
				all = append(all, beginBusy(t, store, fmt.Sprintf("host%d/1/m%d/x", n, n)))
				time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
			}
			time.Sleep(5 * time.Second)
			most := 0.0
			for range 2000 {
				b := all[random.IntN(len(all))]
				switch random.IntN(40) {
				case 0:
					b.cable.set(true)
				case 1, 2:
					b.cable.set(false)
				case 3, 4, 5:
					b.waiting.Store(int64(random.IntN(30)))
				case 6, 7:
					b.waiting.Store(0)
				}
				sum := 0.0
				for _, b := range all {
					if b.Ready() == nil { // else it says nothing
						sum += b.part()
					}
				}
				if most = max(most, sum); sum > 100.001 {
					t.Fatalf("all together have %.2f %%", sum)
				}
				time.Sleep(100 * time.Millisecond)
			}
			if most < 90 {
				t.Errorf("all together never have more than %.0f %%", most)
			}
		})
	}
}
