package client

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// However many processes share the bot, and whatever part each has, in no second do they make more calls together than
// one alone may, nor many fewer.
func TestRateOfAllProcesses(t *testing.T) {
	const perSecond = 45
	for _, parts := range [][]int{{1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {6, 1, 1}, {6, 6, 1}} {
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
			sum := 0
			for _, own := range parts {
				sum += own
			}
			for _, own := range parts {
				l := newLimits(perSecond)
				l.note(route, many)
				l.divide(own, sum)
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
					t.Fatalf("parts %v: %d calls within %s", parts, perSecond+1, within)
				}
			}
			if each := len(made) / 20; each < perSecond*3/5 {
				t.Errorf("parts %v make %d calls a second", parts, each)
			}
		})
	}
}
