package discord

import (
	"net/http"
	"time"
)

// LongestTry is how long one try of a call may take.
const LongestTry = longestTry

// FileName makes a name fit for a file.
func FileName(name string) string { return fileName(name) }

// SetPatience sets how long one try of a REST call may take, and how long the end.
func (d *Discord) SetPatience(t time.Duration) { d.patience, d.grace = t, t }

// SetDeadline sets how long the first answer to an interaction may take.
func (d *Discord) SetDeadline(t time.Duration) { d.deadline = t }

// ForgetRanks makes what is known of people too old.
func (d *Discord) ForgetRanks() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for who, r := range d.ranks {
		r.until = time.Now()
		d.ranks[who] = r
	}
}

// HangUp closes the connections that no call uses.
func (d *Discord) HangUp() {
	d.transport.RoundTripper.(*http.Transport).CloseIdleConnections()
	d.files.CloseIdleConnections()
}

// Kept is how much is remembered of events that are over.
func (d *Discord) Kept() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rooms.mu.Lock()
	defer d.rooms.mu.Unlock()
	return map[string]int{
		"rooms":  len(d.rooms.waiting),
		"unsure": len(d.unsure),
	}
}
