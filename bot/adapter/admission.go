package adapter

import (
	"slices"
	"sync"

	"tabuleiro/bot/chat"
)

// Admission lets in what is heard as long as there are slots, and leaves the rest outside at once: nothing waits before it.
// No room and no person has more than a share of the slots, which is the smaller the fewer are free, so that no dozen
// of them has all. Rooms with a match under way have slots of their own.
type Admission struct {
	slots, share int
	told         func(room chat.Room, n int)

	mu      sync.Mutex
	taken   [2]int            // in all rooms, and where a match is under way
	within  map[string]int    // of each room and each person
	outside map[chat.Room]int // what was not let in, of rooms that have not been told
}

// Ticket is an event at an Admission.
type Ticket struct {
	Room    chat.Room
	From    string // id of the person, "" if it is nobody's
	Playing bool   // a match is under way in the room
	Move    bool   // it reads as a move: of a share that others have used up there is as much again for it
	Firm    bool   // is let in, whatever is within
	Told    bool   // is told at once if it is not let in: the room need not be
}

// part of the free slots is the share of a room, and of a person.
const part = 8

// NewAdmission makes a door to so many slots, and as many for rooms with a match under way. No room or person has more than
// a share of them. told is called when a room has not had all let in: once that is done that was, or once there is room
// again where nothing was.
func NewAdmission(slots, share int, told func(room chat.Room, n int)) *Admission {
	return &Admission{slots: slots, share: share, told: told, within: map[string]int{}, outside: map[chat.Room]int{}}
}

// Enter takes a slot, which leave gives back; ok is false if there is none for the caller.
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

// leave gives a slot back, and tells a room of what was left outside.
func (d *Admission) leave(pool *int, shared []string, room chat.Room) {
	d.mu.Lock()
	*pool--
	for _, who := range shared {
		if d.within[who]--; d.within[who] == 0 {
			delete(d.within, who)
		}
	}
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
