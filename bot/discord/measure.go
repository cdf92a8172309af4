package discord

import "tabuleiro/bot/chat"

var _ chat.Measured = (*Discord)(nil)

// Queues implements chat.Measured: "in" is what was heard and is not dealt with. What goes out waits in Send, nowhere else.
func (d *Discord) Queues() map[string]int { return map[string]int{"in": d.rooms.length()} }

// length is how many jobs wait or run.
func (r *rooms) length() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := len(r.waiting) // one for each room at work
	for _, jobs := range r.waiting {
		n += len(jobs)
	}
	return n
}
