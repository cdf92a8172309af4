package client

import (
	"context"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// In no second are more calls made than the bot may make, nor many fewer.
func TestRate(t *testing.T) {
	const perSecond = 45
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var made []time.Time
		ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
		defer end()
		const route = "POST /channels/1/messages"
		many := http.Header{}
		many.Set("X-RateLimit-Remaining", "1000")
		many.Set("X-RateLimit-Reset-After", "60")
		l := newLimits(perSecond)
		l.note(route, many)
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				for l.wait(ctx, route, ofOther) == nil {
					mu.Lock()
					made = append(made, time.Now())
					mu.Unlock()
				}
			})
		}
		all.Wait()
		for i := perSecond; i < len(made); i++ {
			if within := made[i].Sub(made[i-perSecond]); within < time.Second {
				t.Fatalf("%d calls within %s", perSecond+1, within)
			}
		}
		if each := len(made) / 20; each < perSecond*3/5 {
			t.Errorf("%d calls are made a second", each)
		}
	})
}
