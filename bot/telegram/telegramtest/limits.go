package telegramtest

import (
	"maps"
	"math"
	"time"
)

// Limits are the rate limits beyond which Telegram answers 429, new messages and edits counted together. Zero means no
// limit.
type Limits struct {
	Second  time.Duration // length of the server's seconds
	Private int           // burst in a private chat, which recovers one message a second
	Group   int           // messages a minute in a group
	All     int           // messages a second in all chats
}

// Real are Telegram's own limits.
var Real = Limits{Second: time.Second, Private: 4, Group: 20, All: 30}

// Limit sets the rate limits.
func (s *Server) Limit(l Limits) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = l
}

// Floods counts the calls answered with 429.
func (s *Server) Floods() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.floods
}

// Impatient counts the calls to a chat before the end of the delay that Telegram had asked for.
func (s *Server) Impatient() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.impatient
}

// Counted returns the accepted calls to this chat that count against rate limits, by method: new messages and edits,
// but no deletions and no answers to presses.
func (c *Chat) Counted() map[string]int {
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	return maps.Clone(c.counted)
}

// usage is the rate limit usage of a chat, or of all chats.
type usage struct {
	times []time.Time // times of the last calls, oldest first
	level float64     // calls in excess of one a second
	as    time.Time   // time of the level
	until time.Time   // calls are refused until then
}

// within returns the time until one more call fits into n in a window.
func (u *usage) within(now time.Time, n int, window time.Duration) time.Duration {
	for len(u.times) > 0 && now.Sub(u.times[0]) >= window {
		u.times = u.times[1:]
	}
	if n == 0 || len(u.times) < n {
		return 0
	}
	return window - now.Sub(u.times[len(u.times)-n])
}

// above returns the time until one more call fits into a bucket of n that recovers one a second.
func (u *usage) above(now time.Time, n int, second time.Duration) time.Duration {
	u.level, u.as = max(0, u.level-float64(now.Sub(u.as))/float64(second)), now
	if n == 0 {
		return 0
	}
	return time.Duration((u.level - float64(n-1)) * float64(second))
}

// crowded refuses calls beyond the rate limits, and further calls to the chat until the delay is over. The caller holds
// mu.
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
