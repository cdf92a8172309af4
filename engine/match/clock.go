package match

import (
	"slices"
	"time"

	"tabuleiro/engine"
)

// Clock is the time of the players in a match with a Control. Time runs for the side that has to decide, but not while
// both have agreed on a pause, while that player is away, or while neither can be reached.
type Clock struct {
	Left     [2]time.Duration // of First and Second, at Since; below zero when it is over
	Of       engine.Side      // First or Second: the side that had to decide last; Nobody before the first decision
	Had      time.Duration    // left to that side when the decision came up, or when it was given more
	Since    time.Time        // counted up to here
	Until    time.Time        // end of the pause, zero or past if there is none
	Away     [2]time.Time     // until when First and Second are away
	Reminder Reminder         // the last one since the decision came up, "" if there was none

	Unreached time.Time // since when neither player can be reached; zero: one can
}

// LongestUnreached is how long a match waits for two players who cannot be reached; then nothing comes of it.
const LongestUnreached = 7 * day

// forlorn is when that is over; zero: somebody can be reached.
func (c Clock) forlorn() time.Time {
	if c.Unreached.IsZero() {
		return time.Time{}
	}
	return c.Unreached.Add(LongestUnreached)
}

// Reminder is why somebody is called.
type Reminder string

// The calls, in their order.
const (
	Quarter   Reminder = "quarter" // a quarter of the time is left
	Soon      Reminder = "soon"    // an hour is left, or a tenth of the time if that is less
	TimeUp    Reminder = "lapsed"  // the time is over: the other player may claim the win, give more time or, early, cancel
	Requested Reminder = "wanted"  // the player has asked for it: see Asked; at any time before the last
	End       Reminder = "end"     // all calls were in vain: no call, but the end of the match or of the challenge
)

// Decides is the side whose time would run: the one that has to decide, Nobody if none has or there is no limit.
func (m *Match) Decides() engine.Side {
	if s := m.Turn(); m.Setup.Time != (Control{}) && (s == engine.First || s == engine.Second) {
		return s
	}
	return engine.Nobody
}

func index(s engine.Side) int { return int(s) - int(engine.First) }

// runsFrom is when the time of the side that decides runs on, counted from Since.
func (c Clock) runsFrom(s engine.Side) time.Time {
	from := c.Since
	for _, stop := range []time.Time{c.Until, c.Away[index(s)], c.forlorn()} {
		if stop.After(from) {
			from = stop
		}
	}
	return from
}

// Stopped reports whether the time of the side that decides stands still at a moment, and until when.
func (m *Match) Stopped(at time.Time) (until time.Time, stopped bool) {
	s := m.Decides()
	if s == engine.Nobody {
		return time.Time{}, false
	}
	from := m.Clock.runsFrom(s)
	return from, from.After(at)
}

// Deadline is when the time of the side that decides is over; zero if none runs.
func (m *Match) Deadline() time.Time {
	s := m.Decides()
	if s == engine.Nobody {
		return time.Time{}
	}
	return m.Clock.runsFrom(s).Add(m.Clock.Left[index(s)])
}

// TimeOf is how much time a side has left at a moment: below zero when it is over.
func (m *Match) TimeOf(s engine.Side, at time.Time) time.Duration {
	left := m.Clock.Left[index(s)]
	if m.Decides() == s {
		left -= max(0, at.Sub(m.Clock.runsFrom(s)))
	}
	return left
}

// isTimeout reports whether the side that decides has no time left at a moment.
func (m *Match) isTimeout(at time.Time) bool {
	d := m.Deadline()
	return !d.IsZero() && !at.Before(d)
}

// strict reports whether the match ends as soon as a time is over, without the other player asking for it: so it is where
// the control says so, in a tournament, where others wait, and for one who has still to appear.
func (m *Match) strict() bool {
	return m.Setup.Time.Sudden() || m.Setup.Tournament != "" || m.mustAppear()
}

// mustAppear reports whether the side that decides has still to appear, and loses if it does not in its time.
func (m *Match) mustAppear() bool {
	return m.Setup.Appear && m.Setup.Tournament == "" && len(m.Games) == 0 && !m.HasAppeared(m.Decides())
}

// Next is what has to happen next because time passes, and when, after all that has happened so far: a call, or the End
// of the match or of the challenge; "" if nothing has. It follows from the events alone, so that it is the same after a
// restart.
func (m *Match) Next() (Reminder, time.Time) {
	for _, d := range m.schedule() {
		return d.call, d.at
	}
	return "", time.Time{}
}

// Overdue is the last of the calls that are due at a moment, or the End; "" if none is. Those before it are skipped.
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

// schedule is all that has still to happen because time passes, unless something else does.
func (m *Match) schedule() (list []due) {
	if m.Status == Open && m.Setup.Lasts > 0 {
		return []due{{End, m.Began.Add(time.Duration(m.Setup.Lasts))}}
	}
	if forlorn := m.Clock.forlorn(); m.Decides() != engine.Nobody && !forlorn.IsZero() {
		return []due{{End, forlorn}} // a call would reach nobody
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
	// A clock that has less when its turn comes is not told so again and again.
	quarter, soon := base/4, min(time.Hour, base/10)
	add(Quarter, over.Add(-quarter), m.Clock.Had > quarter)
	add(Soon, over.Add(-soon), m.Clock.Had > soon)
	add(TimeUp, over, !m.strict())
	end := over // or if nobody has done anything for as long again as the control gives
	if !m.strict() {
		end = over.Add(base)
	}
	list = append(list, due{End, end})
	slices.SortStableFunc(list, func(a, b due) int { return a.at.Compare(b.at) })
	return list
}

// clockTime is the moment that counts for the time of the author: when it was said, where the service tells that, but not
// before the last event was heard, and not after this one was.
func (e Event) clockTime(latest time.Time) time.Time {
	switch {
	case e.Kind != Moved || e.SentAt.IsZero() || e.SentAt.After(e.At):
		return e.At
	case e.SentAt.Before(latest):
		return latest
	}
	return e.SentAt
}

// chargeElapsed counts the time of the side that decides up to a moment.
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

// startTurn lets the time of the side run that has to decide after e, which brought the match on.
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

// give takes a Gave.
func (m *Match) give(e Event) {
	left := &m.Clock.Left[index(m.Decides())]
	*left = max(0, *left) + time.Duration(e.Span)
	m.Clock.Had, m.Clock.Reminder, m.Asked.Done = *left, "", false
}

// leave takes an Away.
func (m *Match) leave(e Event) { m.Clock.Away[index(m.Side(e.By))] = e.Until }

// timeout ends a match, or a challenge, because a time is over.
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
