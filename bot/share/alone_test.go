package share

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tabuleiro/storage"
	"tabuleiro/storage/memory"
)

// One of all processes at a time is in there, also where it takes longer than a lease; one that is cut off in the
// middle keeps the others waiting no longer than a lease, and stores nothing any more.
func TestAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		a, b := begin(t, store, "a"), begin(t, store, "b")
		var mu sync.Mutex
		inside, done := 0, 0
		var all sync.WaitGroup
		for i := range 6 {
			p := []*process{a, b}[i%2]
			all.Go(func() {
				_, leave, err := p.Alone(t.Context(), "care/linking")
				if err != nil {
					t.Error(err)
					return
				}
				defer leave()
				mu.Lock()
				if inside++; inside > 1 {
					t.Errorf("%d are in there", inside)
				}
				mu.Unlock()
				time.Sleep(15 * time.Second)
				mu.Lock()
				inside--
				done++
				mu.Unlock()
			})
		}
		all.Wait()
		if done != 6 {
			t.Errorf("%d have been in there", done)
		}
		ctx, _, err := a.Alone(t.Context(), "care/linking")
		if err != nil {
			t.Fatal(err)
		}
		a.cable.set(true)
		began := time.Now()
		_, leave, err := b.Alone(t.Context(), "care/linking")
		if waited := time.Since(began); err != nil || waited < 5*time.Second || waited > 11*time.Second {
			t.Errorf("after %s: %v", waited, err)
		}
		if err := store.Put(ctx, "linking/x", "y"); !errors.Is(err, storage.ErrFenced) {
			t.Errorf("stored by the one that was cut off: %v", err)
		}
		leave()
		for _, p := range []*process{a, b} {
			p.stop()
			<-p.ended
		}
	})
}

// The processes of a machine think on as many cores as it has for that, all together, and take them in turn; those of
// another machine are not concerned, and one that is alone on its machine asks nobody.
func TestSeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const cores = 2
		store := memory.New()
		far := begin(t, store, "far/1/x")
		near := []*process{begin(t, store, "near/1/x"), begin(t, store, "near/2/x"), begin(t, store, "near/3/x")}
		time.Sleep(3 * time.Second)
		for range 2 * cores {
			if _, err := far.Seat(t.Context(), cores); err != nil {
				t.Fatal(err)
			}
		}
		var mu sync.Mutex
		thinking, most := 0, 0
		thought := map[string]int{}
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		var all sync.WaitGroup
		for _, p := range near {
			for range cores {
				all.Go(func() {
					for {
						leave, err := p.Seat(ctx, cores)
						if err != nil {
							return
						}
						mu.Lock()
						thinking++
						most = max(most, thinking)
						thought[p.Name]++
						mu.Unlock()
						time.Sleep(300 * time.Millisecond)
						mu.Lock()
						thinking--
						mu.Unlock()
						leave()
					}
				})
			}
		}
		all.Wait()
		if most != cores {
			t.Errorf("%d think at once on %d cores", most, cores)
		}
		for _, p := range near {
			if thought[p.Name] < 50 { // of about 350
				t.Errorf("%s has thought %d times: %v", p.Name, thought[p.Name], thought)
			}
		}
		for _, p := range append(near, far) {
			p.stop()
			<-p.ended
		}
	})
}

// The store forgets processes that are long gone, and no others.
func TestGoneAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := memory.New()
		seldom := func(s *Share) { s.Times.Look = time.Minute } // nobody writes
		a := beginWith(t, store, "a", seldom)
		for _, name := range []string{"stopped", "dead"} {
			p := begin(t, store, name)
			time.Sleep(2 * time.Second)
			p.cable.set(name == "dead")
			p.stop()
			<-p.ended
		}
		b := beginWith(t, store, "b", seldom)
		time.Sleep(2*remembered + time.Minute)
		all, err := store.Renew(t.Context(), "nobody", time.Hour, 0)
		if err != nil {
			t.Fatal(err)
		}
		var there []string
		for _, l := range all {
			if strings.HasPrefix(l.Name, present) {
				there = append(there, l.Name)
			}
		}
		if len(there) != 2 || len(all) != Partitions+2 {
			t.Errorf("%d leases, of the processes %q", len(all), there)
		}
		for _, p := range []*process{a, b} {
			p.stop()
			<-p.ended
		}
	})
}
