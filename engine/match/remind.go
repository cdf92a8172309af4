package match

import (
	"time"

	"tabuleiro/engine"
)

// Reminders holds the reminders that First and Second want for their own decisions, besides the standard ones.
type Reminders struct {
	Before bySide[time.Duration] // time before the deadline of each decision; 0: none
	At     bySide[time.Time]     // at this time, if the current decision is still open; zero: none
	Done   bool                  // the side that decides has been reminded
}

// reminderTime returns when the side that decides wants a reminder; zero if it wants none.
func (m *Match) reminderTime() (at time.Time) {
	if m.Asked.Done {
		return at
	}
	s := m.Turn()
	at = m.Asked.At[s]
	if over := m.Deadline(); !over.IsZero() {
		before := m.Asked.Before[s]
		if soon := over.Add(-before); before > 0 && m.Clock.Had > before && (at.IsZero() || soon.Before(at)) {
			at = soon
		}
		if !at.Before(over) {
			return time.Time{}
		}
	}
	return at
}

// IsReminderDue reports whether the side that decides asked for a reminder at a time that has come.
func (m *Match) IsReminderDue(now time.Time) bool {
	at := m.Asked.At[m.Turn()]
	return !at.IsZero() && !at.After(now)
}

// call applies a Reminded. Everything due with it is done too, so that a player is reminded once.
func (m *Match) call(e Event) {
	list := m.schedule()
	if e.Reminder != Requested {
		m.Clock.Reminder = e.Reminder
	}
	for _, d := range list {
		switch {
		case d.at.After(e.At):
		case d.call == Requested:
			m.Asked.Done = true
		case e.Reminder == Requested && (d.call == Quarter || d.call == Soon):
			m.Clock.Reminder = d.call
		}
	}
}

// remind applies a Reminds.
func (m *Match) remind(e Event) {
	s := m.Side(e.By)
	m.Asked.Before[s], m.Asked.At[s] = time.Duration(e.Span), e.Until
	if m.Turn() == s {
		m.Asked.Done = false
	}
}

// Reminder returns the reminder that a player is waiting for, in the fields Span and Until; both are zero if there is
// none.
func (m *Match) Reminder(player string, now time.Time) (e Event) {
	s := m.Side(player)
	if e.Span = Span(m.Asked.Before[s]); m.Asked.At[s].After(now) {
		e.Until = m.Asked.At[s]
	}
	return e
}

// reminder checks a Reminds. One at a time is for the current decision, and must come before the deadline.
func (r request) reminder() engine.Code {
	switch over := r.match.Deadline(); {
	case r.Until.IsZero() && r.Span == 0: // none
	case !r.Until.IsZero() && r.match.Turn() != r.side:
		return NotYourTurn
	case !r.Until.IsZero() && (!r.Until.After(r.At) || r.Until.After(r.At.Add(LongestPause)) || !over.IsZero() &&
		!r.Until.Before(over)):
		return BadReminder
	case r.Until.IsZero() && r.match.Setup.Time == Control{}:
		return NoClock
	case r.Until.IsZero() && (r.Span < 0 || time.Duration(r.Span) >= r.match.Setup.Time.Base()):
		return BadReminder
	}
	return ""
}
