package pace

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
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
			var known []*atomic.Int64 // processes, as each knows; 0: others may have all
			var ends []context.CancelFunc
			var all sync.WaitGroup
			tell := func() {
				for _, k := range known {
					k.Store(int64(len(known)))
				}
			}
			for range most {
				g, k := newGate(quota), new(atomic.Int64)
				g.Part = func() (own, all int) { return min(int(k.Load()), 1), int(k.Load()) }
				ctx, end := context.WithCancel(t.Context())
				known, ends = append(known, k), append(ends, end)
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
				time.Sleep(time.Second)
				for _, k := range known[:len(known)-1] { // the others know of it
					k.Store(int64(len(known)))
				}
				time.Sleep(time.Second)
				tell()
				time.Sleep(3 * time.Second)
			}
			for len(known) > 0 {
				time.Sleep(5 * time.Second)
				mu.Lock()
				lately := len(left) - slices.IndexFunc(left, func(at time.Time) bool { return time.Since(at) < 4*time.Second })
				mu.Unlock()
				if lately < 4*18 {
					t.Errorf("%d of %d processes: %d calls in 4 s", len(known), most, lately)
				}
				ends[0]()
				known, ends = known[1:], ends[1:]
				time.Sleep(10 * time.Second) // as long as nobody knows that it is dead
				tell()
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
		if taken := g.taken / fine; taken != 20 {
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

// A process with a part of the places lets as many calls through as are its own: of a third ten, of three quarters
// twenty-two, and none while the others may have all.
func TestPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate(Quota{30, time.Second})
		own, all := 0, 1
		g.Part = func() (int, int) { return own, all }
		var passed atomic.Int64
		for range 300 {
			go func() {
				if arrived, err := g.pass(t.Context(), g.wait(urgency{class: Boards})); err == nil {
					passed.Add(1)
					arrived()
				}
			}()
		}
		for _, c := range []struct{ own, all, want int }{{0, 1, 0}, {1, 3, 10}, {6, 8, 22}, {1, 19, 1}} {
			g.mu.Lock()
			own, all = c.own, c.all
			g.mu.Unlock()
			time.Sleep(2513 * time.Millisecond) // no call leaves at that very instant
			before := passed.Load()
			time.Sleep(time.Second)
			if n := passed.Load() - before; int(n) != c.want || g.Waiting() == 0 {
				t.Errorf("of %d of %d parts %d calls have left in a second, want %d, and %d wait", c.own, c.all, n, c.want,
					g.Waiting())
			}
		}
	})
}
