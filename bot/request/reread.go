package request

import (
	"strconv"
	"strings"
	"time"
)

// Moment is when something came about.
type Moment struct {
	At time.Time `json:"at,omitzero"` // by the clock of this program
	// when that was said of which it came, by the clock of the service; zero: not known
	Said    time.Time `json:"said,omitzero"`
	Service string    `json:"service,omitzero"` // where it was said; "": nowhere
	Cause   string    `json:"cause,omitzero"`   // the id of that event
}

// Moment is the moment of something that the event has led to now.
func (req *Request) Moment(now time.Time) Moment {
	return Moment{At: now, Said: req.Event.Said, Service: req.Event.Room.Service(), Cause: req.Event.ID}
}

// Unaware reports whether the event is a text heard again after a start or a gap whose author said it before something
// came about. It may have been refused then, and would by now do what its author never meant.
func (req *Request) Unaware(of Moment) bool {
	e := req.Event
	switch {
	case e.Reread.IsZero():
		return false
	case of.Service != e.Room.Service() || of.Said.IsZero(): // it has no time of this service
		return !of.At.Before(e.Reread)
	case !e.Said.Equal(of.Said):
		return e.Said.Before(of.Said)
	}
	return number(e.ID) <= number(of.Cause)
}

// number is that at the end of an event's id, by which a service counts; 0 if there is none.
func number(id string) uint64 {
	before := strings.LastIndexFunc(id, func(r rune) bool { return r < '0' || r > '9' })
	n, _ := strconv.ParseUint(id[before+1:], 10, 64) // 0, with an error
	return n
}
