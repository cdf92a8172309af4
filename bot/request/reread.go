package request

import (
	"time"
)

// After a gap an adapter reads again the texts that may have been missed. Some were heard before and refused: a move
// that was typed twice, or out of turn. By now the same text may do something that its author never meant. So a text
// that is read again counts only if its author can have known all that it would be about. Otherwise it has no answer: a
// newer board below it in the room tells what came about after it. Missed texts, one after the other, count.

// Moment is when something came about.
type Moment struct {
	At time.Time `json:"at,omitzero"` // by the clock of this program
	// when that was said of which it came, by the clock of the service; zero: not known
	Said    time.Time `json:"said,omitzero"`
	Service string    `json:"service,omitzero"` // where it was said; "": nowhere
}

// Moment is the moment of something that the event has led to now.
func (req *Request) Moment(now time.Time) Moment {
	return Moment{At: now, Said: req.Event.Said, Service: req.Event.Room.Service()}
}

// Unaware tells whether the event was read again, and the author cannot have known of something when saying it: by the
// clock of the service it was said no later. Of what was said elsewhere, or came about by itself, only that is known
// here which comes after the reading.
func (req *Request) Unaware(of Moment) bool {
	switch {
	case req.Event.Reread.IsZero():
		return false
	case of.Service == req.Event.Room.Service() && !of.Said.IsZero():
		return !req.SaidBy().After(of.Said)
	}
	return !of.At.Before(req.Event.Reread)
}

// SaidBy is when the event was said, by the clock of the service, at the latest: a clock that tells whole seconds
// leaves the rest of one open.
func (req *Request) SaidBy() time.Time {
	said := req.Event.Said
	if said.Nanosecond() == 0 {
		said = said.Add(time.Second - 1)
	}
	return said
}
