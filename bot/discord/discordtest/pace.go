package discordtest

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// pace enforces the rate limits.
type pace struct {
	global  []time.Time
	buckets map[string]*bucket
	refused int
}

type bucket struct {
	left  int
	reset time.Time
}

// Discord's rate limits: calls a second overall, and calls of one kind in one channel.
const (
	perSecond = 50
	perBucket = 5
	bucketFor = 5 * time.Second
	perToken  = 5 // calls of one kind through the token of one interaction
	tokenFor  = 2 * time.Second
	perRoom   = 30 // messages through tokens in one channel, ephemeral ones included
	roomFor   = time.Minute
)

// Pace makes the server enforce rate limits: 50 calls a second overall, and 5 of one kind in 5 seconds in one channel;
// for follow-ups to interactions, which are counted separately, 5 of one kind in 2 seconds for each interaction, and 30
// messages a minute in one channel. Initial responses are not counted.
func (s *Server) Pace() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.paced = &pace{buckets: map[string]*bucket{}}
}

// TooFast counts the calls refused by the rate limits.
func (s *Server) TooFast() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.paced == nil {
		return 0
	}
	return s.paced.refused
}

// refuses reports whether a call exceeds a rate limit, and then answers it. The caller holds mu.
func (p *pace) refuses(s *Server, w http.ResponseWriter, c *call) bool {
	if p == nil || strings.Contains(c.URL.Path, "/interactions/") {
		return false
	}
	now := time.Now()
	if strings.Contains(c.URL.Path, "/webhooks/") {
		token := c.PathValue("token")
		if p.counts(w, c.Method+" "+token, perToken, tokenFor, now) {
			return true
		}
		return c.Method == http.MethodPost && p.counts(w, "said by tokens in "+s.interactions[token].room(), perRoom, roomFor,
			now)
	}
	for len(p.global) > 0 && now.Sub(p.global[0]) >= time.Second {
		p.global = p.global[1:]
	}
	if len(p.global) >= perSecond {
		p.refuse(w, p.global[0].Add(time.Second).Sub(now), true)
		return true
	}
	p.global = append(p.global, now)
	channel := c.PathValue("channel")
	if channel == "" {
		return false
	}
	key := c.Method + " " + channel + " " + strconv.FormatBool(c.PathValue("message") != "")
	return p.counts(w, key, perBucket, bucketFor, now)
}

// counts counts a call against a bucket. It returns true if the bucket is empty.
func (p *pace) counts(w http.ResponseWriter, key string, of int, during time.Duration, now time.Time) bool {
	b := p.buckets[key]
	if b == nil || !now.Before(b.reset) {
		b = &bucket{of, now.Add(during)}
		p.buckets[key] = b
	}
	after := b.reset.Sub(now)
	h := w.Header()
	h.Set("X-RateLimit-Limit", strconv.Itoa(of))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(b.left-1, 0)))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", after.Seconds()))
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("%x", sha256.Sum256([]byte(key)))[:16])
	if b.left <= 0 {
		p.refuse(w, after, false)
		return true
	}
	b.left--
	return false
}

func (p *pace) refuse(w http.ResponseWriter, after time.Duration, global bool) {
	p.refused++
	w.Header().Set("Retry-After", fmt.Sprintf("%.3f", after.Seconds()))
	if global {
		w.Header().Set("X-RateLimit-Global", "true")
	}
	reply(w, http.StatusTooManyRequests, map[string]any{"message": "You are being rate limited.",
		"retry_after": after.Seconds(), "global": global})
}
