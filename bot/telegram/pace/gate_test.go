package pace

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However many processes share the bot, in no second more calls leave together than one alone may make, also when one
// has joined, and when one has died and the others take its part; and about as many leave as may.
func TestQuotaOfAllProcesses(t *testing.T) {
	quota := Quota{30, time.Second}
	for _, most := range []int{1, 2, 3, 5, 10} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var left []time.Time
			var gates []*gate
			var ends []context.CancelFunc
			var all sync.WaitGroup
			for range most {
				g := newGate(quota)
				g.Divide(len(gates) + 1)
				ctx, end := context.WithCancel(t.Context())
				gates, ends = append(gates, g), append(ends, end)
				for i := range 40 {
					u := urgency{class: Class(i) % classes, playing: i%2 == 0}
					all.Go(func() {
						for {
							arrived, err := g.pass(ctx, g.wait(u))
							if err != nil {
								return
							}
							mu.Lock()
							left = append(left, time.Now())
							mu.Unlock()
							time.Sleep(70 * time.Millisecond)
							arrived()
						}
					})
				}
				time.Sleep(time.Second) // until the others know of it
				for _, g := range gates {
					g.Divide(len(gates))
				}
				time.Sleep(3 * time.Second)
			}
			for len(gates) > 0 {
				time.Sleep(5 * time.Second)
				mu.Lock()
				lately := len(left) - slices.IndexFunc(left, func(at time.Time) bool { return time.Since(at) < 4*time.Second })
				mu.Unlock()
				if lately < 4*18 {
					t.Errorf("%d of %d processes: %d calls in 4 s", len(gates), most, lately)
				}
				ends[0]()
				gates, ends = gates[1:], ends[1:]
				time.Sleep(10 * time.Second) // as long as nobody knows that it is dead
				for _, g := range gates {
					g.Divide(len(gates))
				}
			}
			all.Wait()
			for i := quota.Most; i < len(left); i++ {
				if within := left[i].Sub(left[i-quota.Most]); within < quota.Per {
					t.Fatalf("%d processes: %d calls within %s", most, quota.Most+1, within)
				}
			}
		})
	}
}

// A crowd in rooms without a match takes two thirds of the places: those who play have the rest at once.
func TestPlaceForPlayers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Quota{30, time.Second})
		ctx, end := context.WithCancel(t.Context())
		var crowd sync.WaitGroup
		for range 100 {
			crowd.Go(func() { _, _ = g.pass(ctx, g.wait(urgency{class: Help})) })
		}
		synctest.Wait()
		if taken := g.taken; taken != 20 {
			t.Errorf("the crowd has %d of 30 places", taken)
		}
		began := time.Now()
		for range 10 {
			if _, err := g.pass(ctx, g.wait(urgency{class: Words, playing: true})); err != nil {
				t.Fatal(err)
			}
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("players wait for %v", waited)
		}
		end()
		crowd.Wait()
	})
}
