package client

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tabuleiro/bot/cache"
)

// limits keeps REST calls within Discord's rate limits. Responses to interactions have no route and do not count.
type limits struct {
	log  *slog.Logger
	pace *rate.Limiter
	// held by the one low-priority call that waits for the limiter, so that no call of a match queues behind many
	others Turn

	mu     sync.Mutex
	routes *cache.LRU[string, window]
	pause  time.Time // until then only interactions may be answered
	shut   time.Time // until then nothing may be called

	invalid int       // answers since the time below that Discord counts as invalid requests
	since   time.Time // start of the window in which they count
}

// Discord bans a client that makes 10,000 invalid requests within ten minutes; calls stop before that.
const (
	mostInvalid   = 8000
	invalidWindow = 10 * time.Minute
)

// countInvalid counts an answer if Discord counts the request as invalid.
func (l *limits) countInvalid(status int, h http.Header) {
	own := status == http.StatusTooManyRequests && h.Get("X-RateLimit-Scope") != "shared"
	if !own && status != http.StatusUnauthorized && status != http.StatusForbidden {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if now.Sub(l.since) >= invalidWindow {
		l.invalid, l.since = 0, now
	}
	if l.invalid++; l.invalid == mostInvalid {
		l.shut = l.since.Add(invalidWindow)
		l.log.Error("Discord has refused too many calls; pausing all calls", "until", l.shut)
	}
}

// window is the remaining quota of a route until it is reset.
type window struct {
	limit int // calls in each window; 0 if unknown
	left  int
	reset time.Time
}

// firstAnswer is how long other calls of a route wait for its first answer, while the limit is unknown.
const firstAnswer = time.Second

// errLimited means that a call would have to wait for longer than its deadline.
var errLimited = errors.New("too many calls: Discord asks to wait for longer than this call can")

// remembered is the number of routes whose windows are cached.
const remembered = 2000

// newLimits allows perSecond calls in any second: a fifth of them in a burst, the rest evenly spaced.
func newLimits(perSecond int, log *slog.Logger) *limits {
	burst := max(perSecond/5, 1)
	return &limits{log: log, pace: rate.NewLimiter(rate.Limit(max(perSecond-burst, 1)), burst), others: make(Turn, 1),
		routes: cache.New[string, window](remembered, longestPause)}
}

// wait returns when a route may be called, or with an error at the latest at the context's deadline. Calls with play
// have priority.
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

// attempt waits for the limiter, or returns when the route has quota again.
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

// take counts a call, or returns when the next one is allowed.
func (l *limits) take(route string) (until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	w, _ := l.routes.Get(route)
	switch {
	case l.shut.After(now):
		return l.shut
	case route == "":
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

// note counts an answer, and reads the route's remaining quota from its headers.
func (l *limits) note(route string, status int, h http.Header) {
	l.countInvalid(status, h)
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, err2 := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	var after float64
	err3 := json.Unmarshal([]byte(h.Get("X-RateLimit-Reset-After")), &after)
	if route == "" || h == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	w, _ := l.routes.Get(route)
	if errors.Join(err, err2, err3) != nil {
		if w.limit == 0 {
			l.routes.Put(route, window{limit: math.MaxInt}) // Discord reports none
		}
		return
	}
	if w.limit == limit && w.reset.After(time.Now()) {
		left = min(left, w.left) // answers arrive in any order
	}
	until := time.Now().Add(seconds(after) + time.Millisecond) // reported in whole milliseconds
	l.routes.Put(route, window{limit: limit, left: left, reset: until})
}

// Bounds of a wait that Discord asks for.
const (
	longestPause  = time.Hour
	shortestPause = time.Second // each 429 counts as an invalid request
)

// refused handles a 429 and returns how long to wait. One that comes from a proxy and not from Discord itself stops all
// calls.
func (l *limits) refused(route string, h http.Header, body []byte) time.Duration {
	var told struct {
		After  float64 `json:"retry_after"`
		Global bool    `json:"global"`
	}
	_ = json.Unmarshal(body, &told) // a proxy answers with a page
	outside := told.After == 0 && h.Get("X-RateLimit-Limit") == "" && h.Get("X-RateLimit-Bucket") == ""
	var after float64
	_ = json.Unmarshal([]byte(h.Get("Retry-After")), &after)
	wait := max(seconds(told.After), seconds(after), shortestPause)
	if wait == longestPause {
		l.log.Error("Discord rate limits this route for a long time", "for", wait, "route", route)
	}
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
		l.routes.Put(route, window{limit: w.limit, reset: until})
	}
	return wait
}

// seconds converts a number of seconds to a duration of at most longestPause.
func seconds(s float64) time.Duration {
	return time.Duration(min(s, longestPause.Seconds()) * float64(time.Second))
}

// Sleep waits for d. It returns an error at once if the context would end before.
func Sleep(ctx context.Context, d time.Duration) error {
	if end, ok := ctx.Deadline(); ok && time.Until(end) <= d {
		return errLimited
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Turn is a lock that may be held while blocking. It is made with a capacity of one.
type Turn chan struct{}

// Lock acquires the lock.
func (t Turn) Lock() { t <- struct{}{} }

// Unlock releases the lock.
func (t Turn) Unlock() { <-t }
