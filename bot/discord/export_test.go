package discord

import (
	"reflect"
	"time"
)

// SetPatience sets how long one try of a REST call may take, and how long the end.
func (d *Discord) SetPatience(t time.Duration) { d.patience, d.grace = t, t }

// Kept is how much is remembered of events that are over, the buckets of the library among it.
func (d *Discord) Kept() map[string]int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.rooms.mu.Lock()
	defer d.rooms.mu.Unlock()
	return map[string]int{
		"buckets":  reflect.ValueOf(d.rest.Ratelimiter).Elem().FieldByName("buckets").Len(),
		"hearings": len(d.hearings),
		"rooms":    len(d.rooms.waiting),
		"unsure":   len(d.unsure),
	}
}
