package view

import (
	"slices"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Awaited is the player whose answer a match waits for: to a challenge, to an offer or for a move. It is zero if
// nobody's is waited for, or it may be anyone's.
func Awaited(m *match.Match) match.Player {
	switch {
	case m.Status == match.Open:
		return m.Opponent
	case m.Status == match.Playing && m.Pending != (match.Pending{}):
		return m.Player(m.Pending.By.Other())
	}
	return m.Player(m.Turn())
}

// Lost tells a player in private that a match cannot be told any more where it is played, and what can be done about
// that.
func (a Audience) Lost(m *match.Match) chat.Message {
	message := a.message(m)
	message.Turn = User(m.Player(m.Turn()))
	message.AddLine(a.Voice.Say("event.lost"))
	message.AddLine(a.Voice.Say("lost-here", speech.Text("Games", a.Voice.Typed("games"))))
	message.AddLine(a.turn(m))
	message.AddRow(a.Voice.button(m, "button.here", "board"), a.Voice.button(m, "button.call-off", "cancel"))
	return message
}

// Missing tells that a player cannot be reached, and what the other one may do about that: take back a challenge or a
// match that has only begun, else wait for the end of the time and take the win or, where no time runs, call it off
// after a while.
func (a Audience) Missing(m *match.Match, gone match.Player) chat.Message {
	other := m.Challenger
	if other.ID == gone.ID {
		other = m.Opponent
	}
	cancel := slices.Contains(m.May(other), match.Withdrawn)
	key := choose(term{"missing-challenge", m.Status == match.Open}, term{"missing-cancel", cancel},
		term{"missing-claim", m.Setup.Time != match.Control{}}, term{"missing-untimed", true})
	message := a.message(m)
	if m.Status != match.Open || a.Only == "" {
		message.AddLine(a.Voice.Say(key, speech.Person("Player", User(gone)),
			speech.Text("Cancel", a.Voice.command(m, "cancel"))))
	}
	if cancel {
		message.AddRow(a.Voice.button(m, "button.cancel", "cancel"))
	}
	return message
}

// oldBoard is after how long a board has been forgotten: a reminder brings it again.
const oldBoard = time.Hour

// isStale reports whether that was so long before a moment that a match waits for who is to decide.
func isStale(m *match.Match, at time.Time) bool {
	s := m.Decides()
	return m.Status == match.Playing && s != engine.Nobody && m.Clock.Had-m.TimeOf(s, at) >= oldBoard
}

// Beside reports whether events are about offers and time alone, and change nothing on the board, which need not come
// again.
func Beside(m *match.Match, events []match.Event) bool {
	beside := []match.Kind{match.Offered, match.Refused, match.Retracted, match.Reminded, match.Gave, match.Away,
		match.Reminds, match.Salted}
	return m.Status == match.Playing && !slices.ContainsFunc(events, func(e match.Event) bool {
		return !slices.Contains(beside, e.Kind) || e.Kind == match.Reminded && isStale(m, e.At)
	})
}
