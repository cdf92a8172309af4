package client

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// In no second are more calls made than the bot may make, nor many fewer.
func TestRate(t *testing.T) {
	for perSecond, burst := range map[int]int{45: 9, 2: 1, 1: 1} {
		synctest.Test(t, func(t *testing.T) { runRate(t, perSecond, burst) })
	}
}

func runRate(t *testing.T, perSecond, burst int) {
	var mu sync.Mutex
	var made []time.Time
	ctx, end := context.WithTimeout(t.Context(), 20*time.Second)
	defer end()
	const route = "POST /channels/1/messages"
	many := http.Header{}
	many.Set("X-RateLimit-Limit", "1000")
	many.Set("X-RateLimit-Remaining", "1000")
	many.Set("X-RateLimit-Reset-After", "60")
	l, began := newLimits(perSecond, slog.New(slog.DiscardHandler)), time.Now()
	l.note(route, http.StatusOK, many)
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
	if !made[burst-1].Equal(began) || made[burst].Equal(began) {
		t.Errorf("not %d calls are made at once: %v", burst, made[:burst+1])
	}
}

// What Discord refuses is counted, as it bans who calls on all the same: before that nothing is called until the window
// is over, not even in answer to an interaction. A limit that is shared with other bots counts for nobody.
func TestInvalidRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		l, shared := newLimits(45, slog.New(slog.NewTextHandler(&log, nil))), http.Header{"X-Ratelimit-Scope": {"shared"}}
		refuse := func(n, status int, h http.Header) {
			for range n {
				l.note("", status, h)
			}
		}
		const mostInvalid, invalidWindow = 8000, 10 * time.Minute // less than the 10,000 that Discord bans for
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
		if refuse(mostInvalid-1, http.StatusTooManyRequests, nil); !open() || log.Len() > 0 {
			t.Fatal("what was refused counts for longer than the window")
		}
		if refuse(1, http.StatusUnauthorized, nil); open() {
			t.Fatal("too much was refused, and Discord is called all the same")
		}
		refuse(1, http.StatusUnauthorized, nil)
		if n := strings.Count(log.String(), "refused too many calls"); n != 1 {
			t.Errorf("it is told %d times", n)
		}
		time.Sleep(invalidWindow - time.Minute)
		if open() {
			t.Error("Discord is called before the window is over")
		}
		time.Sleep(time.Minute)
		if !open() {
			t.Error("nothing is called although the window is over")
		}
	})
}

// A pause that Discord asks for is kept to, up to an hour, of which the log tells.
func TestPause_Long(t *testing.T) {
	for after, want := range map[string]time.Duration{"3599": 3599 * time.Second, "3600": time.Hour, "86400": time.Hour,
		"1e9": time.Hour, "NaN": time.Second, "-5": time.Second} {
		var log strings.Builder
		l := newLimits(45, slog.New(slog.NewTextHandler(&log, nil)))
		if got := l.refused("x", http.Header{"Retry-After": {after}}, nil); got != want {
			t.Errorf("after %s it waits for %s, want %s", after, got, want)
		}
		if told := strings.Contains(log.String(), "for a long time"); told != (want == time.Hour) {
			t.Errorf("of %s it is told: %v", after, told)
		}
	}
}

// Nobody waits who would be late then.
func TestSleep_Late(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for wait, want := range map[time.Duration]bool{time.Second - 1: true, time.Second: false, time.Hour: false} {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			began := time.Now()
			err := Sleep(ctx, wait)
			if took := time.Since(began); (err == nil) != want || (took == wait) != want || !want && took > 0 {
				t.Errorf("%s of a second are waited for: %s, %v", wait, took, err)
			}
			cancel()
		}
	})
}

// A route of which Discord has told no limit is called at once until it tells of one, and answers that come late give
// nothing back.
func TestNote_Late(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(45, slog.New(slog.DiscardHandler))
		told := func(limit, left string) http.Header {
			return http.Header{"X-Ratelimit-Limit": {limit}, "X-Ratelimit-Remaining": {left}, "X-Ratelimit-Reset-After": {"5"}}
		}
		for i, c := range []struct {
			told http.Header
			left int // calls that may be made at once after it
		}{
			{http.Header{}, 10}, {told("1", "1"), 1}, {told("1", "1"), 0}, {told("3", "3"), 3}, {told("3", "2"), 0},
			{http.Header{}, 0},
		} {
			l.note("x", http.StatusOK, c.told)
			for n := range 10 {
				if free := l.take("x").IsZero(); free != (n < c.left) {
					t.Errorf("answer %d: call %d is free: %v", i, n, free)
				}
			}
		}
	})
}
