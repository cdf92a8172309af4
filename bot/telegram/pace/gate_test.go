package pace

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// In no second more calls leave than there are places, and about as many as there are.
func TestQuota(t *testing.T) {
	quota := Quota{30, time.Second}
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var left []time.Time
		g := newGate(quota)
		ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
		defer end()
		var all sync.WaitGroup
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
		all.Wait()
		for i := quota.Most; i < len(left); i++ {
			if within := left[i].Sub(left[i-quota.Most]); within < quota.Per {
				t.Fatalf("%d calls within %s", quota.Most+1, within)
			}
		}
		if each := len(left) / 20; each < 18 {
			t.Errorf("%d calls leave a second", each)
		}
	})
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
