package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tabuleiro/bot/cache"
)

// limits keep REST calls within what Discord allows, so that it seldom has to say so. Calls that answer interactions
// are counted by nobody: they have no route.
type limits struct {
	pace *rate.Limiter
	// of what is said where nobody plays: one such call at a time waits for the pace, so that no other has many before it
	others Turn

	mu     sync.Mutex
	routes *cache.LRU[string, window]
	pause  time.Time // until then nothing may be called but what answers interactions
	shut   time.Time // until then nothing at all

	invalid int       // answers since the time below that Discord takes for invalid requests
	since   time.Time // begin of the window in which they count
}

// Discord bans who makes 10,000 invalid requests within ten minutes: nothing more is called before it would.
const (
	mostInvalid   = 8000
	invalidWindow = 10 * time.Minute
)

// countInvalid counts an answer if Discord takes the request for invalid, and reports whether that was one too many.
func (l *limits) countInvalid(status int, h http.Header) (shut bool) {
	own := status == http.StatusTooManyRequests && h.Get("X-RateLimit-Scope") != "shared"
	if !own && status != http.StatusUnauthorized && status != http.StatusForbidden {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.since) >= invalidWindow {
		l.invalid, l.since = 0, now
	}
	l.invalid++
	if l.invalid < mostInvalid {
		return false
	}
	l.shut = l.since.Add(invalidWindow)
	return l.invalid == mostInvalid
}

// window is what a route has left until it is reset.
type window struct {
	limit int // calls in each window; 0: that is not known yet, below 0: Discord tells of none
	left  int
	reset time.Time
}

// firstAnswer is for how long the others wait for the first answer of a route, of which nothing is known.
const firstAnswer = time.Second

// errLimited is the answer to a call that would have to wait for longer than it may.
var errLimited = errors.New("too many calls: Discord asks to wait for longer than this call can")

// remembered is of how many routes the windows are known.
const remembered = 2000

// newLimits allow so many calls in any second: as many as come at once, and as many more as come evenly.
func newLimits(perSecond int) *limits {
	burst := max(perSecond/5, 1)
	return &limits{pace: rate.NewLimiter(rate.Limit(max(perSecond-burst, 1)), burst), others: make(Turn, 1),
		routes: cache.New[string, window](remembered, longestPause)}
}

// wait returns when a route may be called. If that will not be before the context's deadline it returns then, or
// earlier. What is said where people play goes first.
func (l *limits) wait(ctx context.Context, route string, play bool) error {
	for {
		until, err := l.attempt(ctx, route, play)
		if until.IsZero() {
			return err
		}
		if err := Sleep(ctx, time.Until(until)); err != nil {
			return err
		}
	}
}

// attempt waits for the pace, or returns until when the route has nothing left.
func (l *limits) attempt(ctx context.Context, route string, play bool) (until time.Time, err error) {
	if route != "" && !play {
		select {
		case l.others <- struct{}{}:
			defer l.others.Unlock()
		case <-ctx.Done():
			return until, errLimited
		}
	}
	if until = l.take(route); !until.IsZero() || route == "" {
		return until, ctx.Err()
	}
	return until, l.pace.Wait(ctx)
}

// take counts a call, or returns until when there is none to be had.
func (l *limits) take(route string) (until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	w, _ := l.routes.Get(route)
	switch {
	case l.shut.After(now):
		return l.shut
	case route == "" || w.limit < 0 && !l.pause.After(now):
		return until
	case l.pause.After(now):
		return l.pause
	case !w.reset.After(now):
		w.left, w.reset = max(w.limit, 1), now.Add(firstAnswer)
	case w.left <= 0:
		return w.reset
	}
	w.left--
	l.routes.Put(route, w)
	return until
}

// Waits reports whether a call of a route would have to wait now.
func (l *Client) Waits(route string) bool {
	w, _ := l.limits.routes.Get(route)
	return w.left <= 0 && w.reset.After(time.Now())
}

// note learns from the headers of an answer what a route has left.
func (l *limits) note(route string, h http.Header) {
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, err2 := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, err3 := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if route == "" || h == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w, _ := l.routes.Get(route)
	if errors.Join(err, err2, err3) != nil {
		if w.limit == 0 {
			l.routes.Put(route, window{limit: -1})
		}
		return
	}
	if w.limit > 0 && w.reset.After(time.Now()) {
		left = min(left, w.left) // answers come back in any order
	}
	// it is told in whole ones
	l.routes.Put(route, window{limit, left, time.Now().Add(seconds(after) + time.Millisecond)})
}

// How long a wait is that Discord asks for.
const (
	longestPause  = time.Hour
	shortestPause = time.Second // each 429 is an invalid request
)

// refused learns from a 429, and returns how long to wait. One that is not from Discord itself, but from what stands
// before it, means every call.
func (l *limits) refused(route string, h http.Header, body []byte) time.Duration {
	var told struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
	}
	_ = json.Unmarshal(body, &told) // a proxy on the way answers with a page
	outside := told.After == 0 && h.Get("X-RateLimit-Limit") == "" && h.Get("X-RateLimit-Bucket") == ""
	after, _ := strconv.ParseFloat(h.Get("Retry-After"), 64)
	wait := max(seconds(told.After), seconds(after), shortestPause)
	l.mu.Lock()
	defer l.mu.Unlock()
	until := time.Now().Add(wait)
	switch {
	case outside:
		l.shut = until
	case route == "":
	case told.Global || h.Get("X-RateLimit-Global") != "":
		l.pause = until
	default:
		w, _ := l.routes.Get(route)
		l.routes.Put(route, window{limit: max(w.limit, 0), reset: until})
	}
	return wait
}

// seconds is a time that Discord tells, none if it is nonsense and at most longestPause.
func seconds(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, longestPause.Seconds()) * float64(time.Second))
}

// Sleep waits, but not if the context will end before.
func Sleep(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) < d {
		return errLimited
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Turn is a lock that is held while something else is waited for. Make it with room for one.
type Turn chan struct{}

// Lock waits for the turn.
func (t Turn) Lock() { t <- struct{}{} }

// Unlock lets the next one have it.
func (t Turn) Unlock() { <-t }
