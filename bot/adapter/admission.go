package adapter

import (
	"slices"
	"sync"

	"tabuleiro/bot/chat"
)

// Admission admits events while there are slots and rejects the rest without waiting. A room or a person gets at most a
// share of the free slots, so that a dozen of them cannot take all; rooms with a match under way have slots of their
// own.
type Admission struct {
	slots, share int
	told         func(room chat.Room, n int)

	mu      sync.Mutex
	taken   [2]int            // slots in use: in rooms without a match, and in rooms with a match under way
	within  map[string]int    // slots in use by room and by person
	outside map[chat.Room]int // rejected events of rooms that have not been told
}

// Ticket describes an event that asks for admission.
type Ticket struct {
	Room    chat.Room
	From    string // id of the person, "" if there is none
	Playing bool   // a match is under way in the room
	Move    bool   // reads as a move: its room and person get twice the share
	Firm    bool   // is admitted regardless of the load
	Told    bool   // the sender is told of a rejection at once: the room need not be
}

// part divides the free slots: the share of a room or a person is one part in eight.
const part = 8

// NewAdmission makes an Admission with so many slots, and as many again for rooms with a match under way; no room or
// person gets more than share. told is called with the number of events rejected in a room once those admitted there
// are done or, if none was, once load falls below half.
func NewAdmission(slots, share int, told func(room chat.Room, n int)) *Admission {
	return &Admission{slots: slots, share: share, told: told, within: map[string]int{}, outside: map[chat.Room]int{}}
}

// Enter takes a slot, which leave gives back. ok is false if the event is rejected.
func (d *Admission) Enter(c Ticket) (leave func(), ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	pool := &d.taken[0]
	if c.Playing {
		pool = &d.taken[1]
	}
	shared := []string{string(c.Room)}
	if c.From != "" {
		shared = append(shared, "from "+c.From)
	}
	free := d.slots - *pool
	share := min(d.share, (free+part-1)/part)
	if c.Move {
		share *= 2
	}
	full := func(who string) bool { return d.within[who] >= share }
	if !c.Firm && slices.ContainsFunc(shared, full) {
		if !c.Told && (d.outside[c.Room] > 0 || len(d.outside) < d.slots) {
			d.outside[c.Room]++
		}
		return nil, false
	}
	*pool++
	for _, who := range shared {
		d.within[who]++
	}
	return sync.OnceFunc(func() { d.leave(pool, shared, c.Room) }), true
}

// leave gives a slot back, and tells a room how many of its events were rejected.
func (d *Admission) leave(pool *int, shared []string, room chat.Room) {
	d.mu.Lock()
	*pool--
	for _, who := range shared {
		if d.within[who]--; d.within[who] == 0 {
			delete(d.within, who)
		}
	}
	// Rooms that had nothing admitted are told once less than half of the slots are in use.
	if d.outside[room] == 0 && d.taken[0]+d.taken[1] < d.slots/2 {
		for room = range d.outside {
			break
		}
	}
	n := d.outside[room]
	if d.within[string(room)] > 0 {
		n = 0
	}
	if n > 0 {
		delete(d.outside, room)
	}
	d.mu.Unlock()
	if n > 0 {
		d.told(room, n)
	}
}
