package match

import (
	"slices"
	"time"

	"tabuleiro/engine"
)

// Clock holds the remaining time of the players in a match with a Control. The clock runs for the side that has to
// decide, except during an agreed pause, while that player is away, and while neither player can be reached.
type Clock struct {
	Left     [2]time.Duration // remaining time of First and Second at Since; negative when overrun
	Of       engine.Side      // the side that had to decide last, First or Second; Nobody before the first decision
	Had      time.Duration    // remaining time of that side when its turn began, or when it was last given more
	Since    time.Time        // time up to which elapsed time is charged
	Until    time.Time        // end of the pause; zero or past if there is none
	Away     [2]time.Time     // end of the absences of First and Second
	Reminder Reminder         // last reminder of this turn, "" if none

	Unreached time.Time // start of the time when neither player can be reached; zero: one can
}

// LongestUnreached is how long a match waits while neither player can be reached; then it becomes Void.
const LongestUnreached = 7 * day

// forlorn returns the end of that wait; zero if a player can be reached.
func (c Clock) forlorn() time.Time {
	if c.Unreached.IsZero() {
		return time.Time{}
	}
	return c.Unreached.Add(LongestUnreached)
}

// Reminder is the reason for a reminder.
type Reminder string

// Reminders, in their order.
const (
	Quarter   Reminder = "quarter" // a quarter of the time is left
	Soon      Reminder = "soon"    // an hour is left, or a tenth of the time if that is less
	TimeUp    Reminder = "lapsed"  // the time is over: the other player may claim the win, give time or, early, cancel
	Requested Reminder = "wanted"  // the player asked for it: see Asked; at any time before End
	End       Reminder = "end"     // no reminder, but the end of the match or challenge
)

// Decides returns the side whose clock may run: the one that has to decide; Nobody if none has, or without a time
// control.
func (m *Match) Decides() engine.Side {
	if s := m.Turn(); m.Setup.Time != (Control{}) && (s == engine.First || s == engine.Second) {
		return s
	}
	return engine.Nobody
}

func index(s engine.Side) int { return int(s) - int(engine.First) }

// runsFrom returns when the clock of the side that decides continues, at Since or later.
func (c Clock) runsFrom(s engine.Side) time.Time {
	from := c.Since
	for _, stop := range []time.Time{c.Until, c.Away[index(s)], c.forlorn()} {
		if stop.After(from) {
			from = stop
		}
	}
	return from
}

// Stopped reports whether the clock of the side that decides is stopped at a time, and until when.
func (m *Match) Stopped(at time.Time) (until time.Time, stopped bool) {
	s := m.Decides()
	if s == engine.Nobody {
		return time.Time{}, false
	}
	from := m.Clock.runsFrom(s)
	return from, from.After(at)
}

// Deadline returns when the time of the side that decides is over; zero if no clock runs.
func (m *Match) Deadline() time.Time {
	s := m.Decides()
	if s == engine.Nobody {
		return time.Time{}
	}
	return m.Clock.runsFrom(s).Add(m.Clock.Left[index(s)])
}

// TimeOf returns the remaining time of a side at a time; negative when overrun.
func (m *Match) TimeOf(s engine.Side, at time.Time) time.Duration {
	left := m.Clock.Left[index(s)]
	if m.Decides() == s {
		left -= max(0, at.Sub(m.Clock.runsFrom(s)))
	}
	return left
}

// isTimeout reports whether the side that decides has no time left at a time.
func (m *Match) isTimeout(at time.Time) bool {
	d := m.Deadline()
	return !d.IsZero() && !at.Before(d)
}

// strict reports whether the match ends as soon as the time is over, without a claim: with a sudden control, in a
// tournament, where others wait, and for a player who must appear.
func (m *Match) strict() bool {
	return m.Setup.Time.Sudden() || m.Setup.Tournament != "" || m.mustAppear()
}

// mustAppear reports whether the side that decides has to appear, and loses if it does not in its time.
func (m *Match) mustAppear() bool {
	return m.Setup.Appear && m.Setup.Tournament == "" && len(m.Games) == 0 && !m.HasAppeared(m.Decides())
}

// Next returns the next reminder, or the End of the match or challenge, and its time; "" if there is none. It depends
// on the events only, so it is the same after a restart.
func (m *Match) Next() (Reminder, time.Time) {
	for _, d := range m.schedule() {
		return d.call, d.at
	}
	return "", time.Time{}
}

// Overdue returns the last reminder that is due at a time, or End; "" if none is. It skips earlier ones.
func (m *Match) Overdue(at time.Time) (last Reminder) {
	for _, d := range m.schedule() {
		if !d.at.After(at) {
			last = d.call
		}
	}
	return last
}

type due struct {
	call Reminder
	at   time.Time
}

// schedule lists the coming reminders and the End, as long as nothing else happens.
func (m *Match) schedule() (list []due) {
	if m.Status == Open && m.Setup.Lasts > 0 {
		return []due{{End, m.Began.Add(time.Duration(m.Setup.Lasts))}}
	}
	if forlorn := m.Clock.forlorn(); m.Decides() != engine.Nobody && !forlorn.IsZero() {
		return []due{{End, forlorn}} // a reminder would reach nobody
	}
	if at := m.reminderTime(); !at.IsZero() {
		list = []due{{Requested, at}}
	}
	if m.Decides() == engine.Nobody {
		return list
	}
	over, base, called := m.Deadline(), m.Setup.Time.Base(), m.Clock.Reminder != ""
	add := func(c Reminder, at time.Time, wanted bool) {
		if !called && wanted {
			list = append(list, due{c, at})
		}
		called = called && c != m.Clock.Reminder
	}
	// A clock that begins its turn with less time gets no such reminder on every turn.
	quarter, soon := base/4, min(time.Hour, base/10)
	add(Quarter, over.Add(-quarter), m.Clock.Had > quarter)
	add(Soon, over.Add(-soon), m.Clock.Had > soon)
	add(TimeUp, over, !m.strict())
	end := over // or, unless strict, after as much time again as the control gives without a claim
	if !m.strict() {
		end = over.Add(base)
	}
	list = append(list, due{End, end})
	slices.SortStableFunc(list, func(a, b due) int { return a.at.Compare(b.at) })
	return list
}

// clockTime returns the time that counts for the author's clock: for a move SentAt if known, but not before the last
// event and not after At.
func (e Event) clockTime(latest time.Time) time.Time {
	switch {
	case e.Kind != Moved || e.SentAt.IsZero() || e.SentAt.After(e.At):
		return e.At
	case e.SentAt.Before(latest):
		return latest
	}
	return e.SentAt
}

// chargeElapsed charges the time of the side that decides up to a time.
func (c *Clock) chargeElapsed(s engine.Side, at time.Time) {
	if s == engine.Nobody {
		return
	}
	if from := c.runsFrom(s); at.After(from) {
		c.Left[index(s)] -= at.Sub(from)
	}
	if at.After(c.Since) {
		c.Since = at
	}
}

// startTurn starts the clock of the side that has to decide after e, and adds the increment of the other side.
func (m *Match) startTurn(e Event) {
	m.Asked.Done, m.Asked.At = false, bySide[time.Time]{}
	s := m.Decides()
	if s == engine.Nobody {
		return
	}
	c, of := &m.Clock, m.Clock.Of
	switch {
	case m.Setup.Time.Move > 0:
		c.Left[index(s)] = m.Setup.Time.Move
	case of != engine.Nobody && of != s:
		c.Left[index(of)] = m.Setup.Time.after(c.Left[index(of)])
	}
	c.Of, c.Since, c.Had, c.Reminder = s, e.At, c.Left[index(s)], ""
}

// give applies a Gave.
func (m *Match) give(e Event) {
	left := &m.Clock.Left[index(m.Decides())]
	*left = max(0, *left) + time.Duration(e.Span)
	m.Clock.Had, m.Clock.Reminder, m.Asked.Done = *left, "", false
}

// leave applies an Away.
func (m *Match) leave(e Event) { m.Clock.Away[index(m.Side(e.By))] = e.Until }

// timeout ends a match or a challenge whose time is over.
func (m *Match) timeout(Event) {
	s, reached := m.Decides(), m.Clock.Unreached.IsZero()
	switch {
	case m.Status == Playing && m.mustAppear() && reached:
		m.finish(engine.Outcome{Winner: s.Other(), Reason: NotThere, Points: 1})
	case m.Status == Open || m.Moves() < Serious || !reached:
		m.Status = Void
	default:
		m.forfeit(s, engine.TimeoutOutcome(m.Line.Position(), s))
	}
}
