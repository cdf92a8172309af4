package client

import (
	"net/http"
	"sync"
	"time"

	"tabuleiro/bot/discord/wire"
)

// Clock is Discord's. That of this machine may be wrong by any amount, so how far the two are apart is learned from the
// dates of Discord's answers, which tell the second. The zero value knows nothing yet, and takes this machine's to be
// right.
type Clock struct {
	mu sync.Mutex
	// of what is learned: that counts from here, so that setting this machine's clock changes nothing
	base        time.Time
	least, most time.Duration // between these is how far Discord's clock is ahead of this one's
	learned     time.Time     // when something was learned last, zero if nothing was
}

// learn takes up the date of an answer, and when the call was made and answered.
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

// bounds are the earliest and the latest that Discord's clock may have shown when this one's showed a time, by what was
// learned so long ago.
func (c *Clock) bounds(t time.Time) (earliest, latest time.Time, ago time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.learned.IsZero() {
		return t, t, time.Since(c.learned)
	}
	at := c.base.Add(t.Sub(c.base))
	return at.Add(c.least), at.Add(c.most), time.Since(c.learned)
}

// At is what Discord's clock showed at the least when this one's showed a time.
func (c *Clock) At(t time.Time) time.Time {
	earliest, _, _ := c.bounds(t)
	return earliest
}

// Deadline is how long an interaction may wait for its first answer: three seconds, less the way.
const Deadline = 2800 * time.Millisecond

// longestWish is how long somebody who gives a command or presses a button waits for an answer: then Discord says that
// there was none, and takes none any more.
const longestWish = 3 * time.Second

// Leisure is for how long an interaction may wait for its answer, before it is acknowledged without one.
func (c *Clock) Leisure(id string) time.Duration {
	const most = longestWish / 2
	_, latest, _ := c.bounds(time.Now())
	return min(max(most-latest.Sub(wire.TimeOf(id)), 0), most)
}

// drift is in how much time two clocks may run a second apart.
const drift = 50

// older reports whether it is known that an id was given longer ago than that.
func (c *Clock) older(id string, than time.Duration) bool {
	earliest, _, ago := c.bounds(time.Now())
	made := wire.TimeOf(id)
	return !made.IsZero() && earliest.Sub(made) > than+ago/drift
}

// IsPatient reports whether the one who made an interaction still waits for its first answer, which is on its way then.
func (c *Clock) IsPatient(id string) bool { return !c.older(id, longestWish/2) }

// IsStale reports whether an id is that of an interaction that nobody waits for any more, as those are that are told
// again after a gap.
func (c *Clock) IsStale(id string) bool { return c.older(id, longestWish) }
