package client

import (
	"net/http"
	"sync"
	"time"

	"tabuleiro/bot/discord/wire"
)

// Clock estimates Discord's clock from the dates of its answers, which have a precision of a second, as this machine's
// clock may be wrong by any amount. The zero value trusts this machine's clock.
type Clock struct {
	mu sync.Mutex
	// origin of the measurements: with a monotonic clock reading, so that setting the clock changes nothing
	base        time.Time
	least, most time.Duration // bounds of Discord's clock minus this one
	learned     time.Time     // last measurement, zero if there is none
}

// learn narrows the bounds by the date of an answer, and the times when the call was made and answered.
func (c *Clock) learn(date string, made, answered time.Time) {
	told, err := http.ParseTime(date)
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned.IsZero() {
		c.base = answered
	}
	least := told.Sub(c.base) - answered.Sub(c.base)
	most := told.Add(time.Second).Sub(c.base) - made.Sub(c.base)
	if known := !c.learned.IsZero(); known && least <= c.most && most >= c.least {
		least, most = max(least, c.least), min(most, c.most)
	}
	c.least, c.most, c.learned = least, most, answered
}

// bounds returns the earliest and latest time of Discord's clock at a time of this one, and the age of the last
// measurement.
func (c *Clock) bounds(t time.Time) (earliest, latest time.Time, ago time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned.IsZero() {
		return t, t, time.Since(c.learned)
	}
	at := c.base.Add(t.Sub(c.base))
	return at.Add(c.least), at.Add(c.most), time.Since(c.learned)
}

// At returns the earliest time of Discord's clock at a time of this one.
func (c *Clock) At(t time.Time) time.Time {
	earliest, _, _ := c.bounds(t)
	return earliest
}

// Deadline is how long the initial response to an interaction may take: three seconds, less the latency.
const Deadline = 2800 * time.Millisecond

// longestWish is how long Discord waits for an initial response before it shows an error and accepts none any more.
const longestWish = 3 * time.Second

// Leisure returns how long an interaction may still wait for an answer before it has to be acknowledged without one.
func (c *Clock) Leisure(id string) time.Duration {
	const most = longestWish / 2
	_, latest, _ := c.bounds(time.Now())
	return min(max(most-latest.Sub(wire.TimeOf(id)), 0), most)
}

// drift is the number of seconds in which two clocks may diverge by one.
const drift = 50

// older reports whether an id is known to be older than a duration.
func (c *Clock) older(id string, than time.Duration) bool {
	earliest, _, ago := c.bounds(time.Now())
	made := wire.TimeOf(id)
	return !made.IsZero() && earliest.Sub(made) > than+ago/drift
}

// IsPatient reports whether there is still time to respond to an interaction, with half of longestWish left for the
// response to arrive.
func (c *Clock) IsPatient(id string) bool { return !c.older(id, longestWish/2) }

// IsStale reports whether an interaction is too old for a response, as one replayed after a gap is.
func (c *Clock) IsStale(id string) bool { return c.older(id, longestWish) }
