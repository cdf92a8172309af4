package client

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However many processes share the bot, in no second do they make more calls together than one alone may, nor many
// fewer.
func TestRateOfAllProcesses(t *testing.T) {
	const perSecond = 45
	for _, processes := range []int{1, 2, 3, 9} {
		synctest.Test(t, func(t *testing.T) {
			var mu sync.Mutex
			var made []time.Time
			ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
			defer end()
			var all sync.WaitGroup
			const route = "POST /channels/1/messages"
			many := http.Header{}
			many.Set("X-RateLimit-Remaining", "1000")
			many.Set("X-RateLimit-Reset-After", "60")
			for range processes {
				l := newLimits(perSecond)
				l.note(route, many)
				l.divide(processes)
				for range 20 {
					all.Go(func() {
						for l.wait(ctx, route, ofOther) == nil {
							mu.Lock()
							made = append(made, time.Now())
							mu.Unlock()
						}
					})
				}
			}
			all.Wait()
			for i := perSecond; i < len(made); i++ {
				if within := made[i].Sub(made[i-perSecond]); within < time.Second {
					t.Fatalf("%d processes: %d calls within %s", processes, perSecond+1, within)
				}
			}
			if each := len(made) / 20; each < perSecond*3/5 {
				t.Errorf("%d processes make %d calls a second", processes, each)
			}
		})
	}
}
