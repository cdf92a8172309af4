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
	for _, perSecond := range []int{45, 2} {
		synctest.Test(t, func(t *testing.T) { runRate(t, perSecond) })
	}
}

func runRate(t *testing.T, perSecond int) {
	var mu sync.Mutex
	var made []time.Time
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	const route = "POST /channels/1/messages"
	many := http.Header{}
	many.Set("X-RateLimit-Limit", "1000")
	many.Set("X-RateLimit-Remaining", "1000")
	many.Set("X-RateLimit-Reset-After", "60")
	l := newLimits(perSecond)
	l.note(route, many)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			for l.wait(ctx, route, false) == nil {
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
}

// What Discord refuses is counted, as it bans who calls on all the same: before that nothing is called until the window
// is over, not even in answer to an interaction. A limit that is shared with other bots counts for nobody.
func TestInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, shared := newLimits(45), http.Header{"X-Ratelimit-Scope": {"shared"}}
		refuse := func(n, status int, h http.Header) (shut bool) {
			for range n {
				shut = l.countInvalid(status, h)
			}
			return shut
		}
		open := func() bool {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			return l.wait(ctx, "", true) == nil
		}
		refuse(2*mostInvalid, http.StatusTooManyRequests, shared)
		refuse(2*mostInvalid, http.StatusNotFound, nil)
		refuse(mostInvalid-1, http.StatusForbidden, nil)
		if !open() {
			t.Fatal("nothing is called although too little was refused")
		}
		time.Sleep(invalidWindow)
		if refuse(mostInvalid-1, http.StatusTooManyRequests, nil) || !open() {
			t.Fatal("what was refused counts for longer than the window")
		}
		if !refuse(1, http.StatusUnauthorized, nil) || open() {
			t.Fatal("too much was refused, and Discord is called all the same")
		}
		if refuse(1, http.StatusUnauthorized, nil) {
			t.Error("it is told twice")
		}
		time.Sleep(invalidWindow)
		if !open() {
			t.Error("nothing is called although the window is over")
		}
	})
}
