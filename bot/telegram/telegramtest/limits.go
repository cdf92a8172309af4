package telegramtest

import (
	"maps"
	"math"
	"time"
)

// Limits are how much Telegram takes before it answers 429, sending and changing counted together. Zero means no bound.
type Limits struct {
	Second  time.Duration // how long the server's seconds are
	Private int           // at once in a private chat; one more each second
	Group   int           // in a minute in a group
	All     int           // in a second, all chats together
}

// Real are Telegram's own limits.
var Real = Limits{Second: time.Second, Private: 4, Group: 20, All: 30}

// Limit sets the limits from now on.
func (s *Server) Limit(l Limits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = l
}

// Floods is how often something was too much.
func (s *Server) Floods() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.floods
}

// Impatient is how often something came to a chat before the end of what Telegram had told it to wait.
func (s *Server) Impatient() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.impatient
}

// Counted are the calls that Telegram has taken and counts in this chat, by method: what is sent and what is changed,
// not what is deleted and no answers to buttons.
func (c *Chat) Counted() map[string]int {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return maps.Clone(c.counted)
}

// usage is how much was done in a chat, or in all of them.
type usage struct {
	times []time.Time // of the last calls, oldest first
	level float64     // calls that are more than one a second
	as    time.Time   // when that was looked at
	until time.Time   // too much before: nothing is taken until then
}

// within tells how long it takes until one more fits into n in a window.
func (u *usage) within(now time.Time, n int, window time.Duration) time.Duration {
	for len(u.times) > 0 && now.Sub(u.times[0]) >= window {
		u.times = u.times[1:]
	}
	if n == 0 || len(u.times) < n {
		return 0
	}
	return window - now.Sub(u.times[len(u.times)-n])
}

// above tells how long it takes until one more fits into n at once and one a second.
func (u *usage) above(now time.Time, n int, second time.Duration) time.Duration {
	u.level, u.as = max(0, u.level-float64(now.Sub(u.as))/float64(second)), now
	if n == 0 {
		return 0
	}
	return time.Duration((u.level - float64(n-1)) * float64(second))
}

// crowded refuses what comes too fast, and everything else in the chat for as long as it says. The caller holds mu.
func (s *Server) crowded(c *space, method string) (err error) {
	defer func() {
		if err == nil {
			c.counted[method]++
		}
	}()
	l, now := s.limits, time.Now()
	if l.Second == 0 {
		return nil
	}
	n, window := l.Group, 60*l.Second
	if c.kind == "private" {
		n, window = 0, 0
	}
	held := c.used.until.Sub(now)
	if held > 0 {
		s.impatient++
	}
	wait := max(held, s.used.within(now, l.All, l.Second), c.used.within(now, n, window))
	if c.kind == "private" {
		wait = max(wait, c.used.above(now, l.Private, l.Second))
	}
	if wait > 0 {
		s.floods++
		seconds := int(math.Ceil(float64(wait) / float64(l.Second)))
		c.used.until = now.Add(time.Duration(seconds) * l.Second)
		return flood(seconds)
	}
	c.used.level++
	c.used.times, s.used.times = append(c.used.times, now), append(s.used.times, now)
	return nil
}
