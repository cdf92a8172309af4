package view

import (
	"fmt"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Span formats a duration by its two greatest units, "2 days 5 hours", and less than half a second as "0 seconds". It
// rounds to seconds, from an hour on to minutes, so that a moment less than three days is "3 days".
func (v Voice) Span(d time.Duration) string {
	if d = d.Round(time.Second); d >= time.Hour-time.Minute/2 {
		d = d.Round(time.Minute)
	}
	var parts []string
	for _, unit := range []struct {
		name   string
		length time.Duration
	}{{"days", 24 * time.Hour}, {"hours", time.Hour}, {"minutes", time.Minute}, {"seconds", time.Second}} {
		switch n := int(max(d, 0) / unit.length); {
		case n > 0, parts == nil && unit.length == time.Second:
			parts = append(parts, v.Text("span."+unit.name, speech.Count(n)))
			d -= time.Duration(n) * unit.length
		case parts != nil:
			return parts[0]
		}
		if len(parts) == 2 {
			return v.Text("span.pair", speech.Text("A", parts[0]), speech.Text("B", parts[1]))
		}
	}
	return parts[0]
}

// Control returns a sentence on the time that the players have.
func (v Voice) Control(c match.Control) string {
	if c.Move > 0 {
		return v.Text("control-move", speech.Text("Time", v.Span(c.Move)))
	}
	most := ""
	if c.Most > 0 {
		most = v.Span(c.Most)
	}
	return v.Text("control-clock", speech.Text("Time", v.Span(c.Clock)), speech.Text("Gain", v.Span(c.Gain)),
		speech.Text("Most", most))
}

// Limit formats a time control in a word or two: "4 days", "10 minutes + 5 seconds"; "" for none.
func (v Voice) Limit(c match.Control) string {
	switch {
	case c == match.Control{}:
		return ""
	case c.Move > 0:
		return v.Span(c.Move)
	}
	limit := v.Span(c.Clock) + " + " + v.Span(c.Gain)
	if c.Most > 0 {
		limit += " ≤ " + v.Span(c.Most)
	}
	return limit
}

// now returns the time at which a match is shown, not before its last event.
func (a Audience) now(m *match.Match) time.Time {
	if a.Now.IsZero() || a.Now.Before(m.Latest) {
		return m.Latest
	}
	return a.Now
}

// left says how much time is left to decide; nil without a limit.
func (a Audience) left(m *match.Match) []chat.Span {
	s, now := m.Decides(), a.now(m)
	if s == engine.Nobody {
		return nil
	}
	left := m.TimeOf(s, now)
	if until, stopped := m.Stopped(now); stopped {
		return a.Voice.Say("time-stopped", speech.Text("Time", a.Voice.Span(left)),
			speech.Text("For", a.Voice.Span(until.Sub(now))))
	}
	if left <= 0 {
		return a.Voice.Say("time-over")
	}
	return a.Voice.Say("time-to-move", speech.Text("Time", a.Voice.Span(left)))
}

// clocks adds the time left to decide, unless the last event has told that it is over, and with a clock the opponent's
// time.
func (a Audience) clocks(message *chat.Message, m *match.Match, events []match.Event) {
	left := a.left(m)
	if left == nil {
		return
	}
	if n := len(events); n == 0 || events[n-1].Reminder != match.TimeUp {
		message.Add(left)
	}
	if other := m.Decides().Other(); m.Setup.Time.Clock > 0 {
		message.Add(a.Voice.Say("time-of-other", person("Player", m, other),
			speech.Text("Time", a.Voice.Span(m.TimeOf(other, a.now(m))))))
	}
}

// moreTime is how much time the opponent is offered to give to a player whose time is over.
const moreTime = 3 * 24 * time.Hour

// overdue adds buttons for what the waiting player can do when the opponent's time is over.
func (a Audience) overdue(message *chat.Message, m *match.Match) {
	if m.Clock.Reminder != match.TimeUp {
		return
	}
	first, choices := a.Voice.button(m, "button.claim", "claim"), "time-choices"
	switch {
	case m.Moves() < match.Serious:
		first, choices = a.Voice.button(m, "button.cancel", "cancel"), "time-choices-early"
	case engine.TimeoutOutcome(m.Line.Position(), m.Decides()).Winner == engine.Nobody:
		choices = "time-choices-draw"
	}
	give := chat.Button{Label: a.Voice.Text("button.give", speech.Text("Time", a.Voice.Span(moreTime))),
		Says: a.Voice.command(m, "give", match.Span(moreTime).String())}
	message.Turn = User(m.Player(m.Turn().Other()))
	end := m.Deadline().Add(m.Setup.Time.Base())
	message.AddLine(a.Voice.Say(choices, speech.Person("Player", message.Turn),
		speech.Text("Time", a.Voice.Span(end.Sub(a.now(m))))))
	message.Buttons = append([][]chat.Button{{first, give}}, message.Buttons...)
}

// oldBoard is the age of a board from which on a reminder shows it again.
const oldBoard = time.Hour

// isStale reports whether, at a moment, the player who has to decide has been on turn for oldBoard.
func isStale(m *match.Match, at time.Time) bool {
	s := m.Decides()
	return m.Status == match.Playing && s != engine.Nobody && m.Clock.Had-m.TimeOf(s, at) >= oldBoard
}

// hourOf returns the time of day that an event is about, with the offset of its zone from UTC: "09:00, UTC-3".
func hourOf(e match.Event) string {
	_, offset := e.Until.Zone()
	zone := fmt.Sprintf("UTC%+d", offset/3600)
	if rest := offset % 3600 / 60; rest != 0 {
		zone += fmt.Sprintf(":%02d", max(rest, -rest))
	}
	return e.Until.Format("15:04, ") + strings.TrimSuffix(zone, "+0")
}

// Reminded tells a person in private which reminder will come.
func (a Audience) Reminded(m *match.Match, e match.Event) chat.Message {
	key := firstOf(phrase{"reminds-later", !e.Until.IsZero()}, phrase{"reminds-none", e.Span == 0},
		phrase{"reminds-day", !m.Setup.Time.Sudden()}, phrase{"reminds", true}) // else also at night
	return chat.Message{Private: true, Text: a.sayMatch(m, key, speech.Text("Time", a.spanOf(e)),
		speech.Text("Hour", hourOf(e)))}
}

// Reminds tells a person in private which reminder is set in a match; set.At is the current time.
func (a Audience) Reminds(m *match.Match, set match.Event) chat.Message {
	if set.Span == 0 && !set.Until.After(set.At) {
		return chat.Message{Private: true, Text: a.sayMatch(m, "reminds-nothing", speech.Text("Remind", a.Voice.Typed("remind")))}
	}
	return a.Reminded(m, set)
}

// spanOf returns the duration that an event is about, "" if it is about none.
func (a Audience) spanOf(e match.Event) string {
	switch {
	case e.Span > 0:
		return a.Voice.Span(time.Duration(e.Span))
	case e.Until.After(e.At):
		return a.Voice.Span(e.Until.Sub(e.At))
	}
	return ""
}

// DeclinesByMoving returns "yes" if the player who has to answer an offer is on turn, and so declines it by moving;
// else "".
func DeclinesByMoving(m *match.Match) string {
	return firstOf(phrase{"yes", m.Turn() == m.Pending.By.Other()})
}

// EndsPause returns "yes" if the offer proposes to end a pause; else "".
func EndsPause(m *match.Match) string { return firstOf(phrase{"yes", m.Pending.Until.IsZero()}) }
