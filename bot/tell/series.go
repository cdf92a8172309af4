package tell

import (
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// series says in a few words each how many games a match has, which of them is on the board, and the opening with which
// that began.
func (a Audience) seriesOf(m *match.Match) (list []string) {
	if m.Setup.Several() {
		key, n := "series.games", m.Setup.Series.Games
		if m.First.ID != "" {
			of := ""
			if n > 0 {
				key, of = "", strconv.Itoa(n)
			}
			list = append(list, a.Voice.Text("series.game", speech.Text("Number", strconv.Itoa(len(m.Games)+1)),
				speech.Text("Of", of)))
		}
		switch s := m.Setup.Series; {
		case s.Best > 0:
			key, n = "series.best", s.Best
		case s.Points > 0:
			key, n = "series.points", s.Points
		}
		if key != "" {
			list = append(list, a.Voice.Text(key, speech.Text("Number", strconv.Itoa(n))))
		}
	}
	switch opening := m.Opening(); {
	case (m.First.ID != "" || m.N == 0 || !m.Setup.Drawn) && opening.Number > 0:
		list = append(list, a.Voice.Text("series.opening", speech.Text("Number", strconv.Itoa(opening.Number))))
	case m.Setup.Openings != nil:
		list = append(list, a.Voice.Text("series.opening-drawn"))
	}
	return list
}

// points are those of a side in a series, "" in a single game.
func points(m *match.Match, s engine.Side) string {
	if !m.Setup.Several() || m.First.ID == "" {
		return ""
	}
	return match.Halves(m.Halves(s))
}

// pointed is a name with the points of a side behind it.
func pointed(m *match.Match, s engine.Side, name string) string {
	return strings.TrimSpace(name + "  " + points(m, s))
}

// gameEnd says how the game on the board ended, in a series.
func (a Audience) gameEnd(m *match.Match) []chat.Span {
	if !m.Ended.Decided() {
		return nil
	}
	then := *m
	then.Outcome = m.Ended
	return Line(a.Result(&then))
}

// nextGames tells events of a series in which a game ends and the next one begins, if there are some.
func (a Audience) nextGames(m *match.Match, events []match.Event, turn bool) ([]chat.Span, bool) {
	at, more := -1, 0
	for i, e := range events {
		if e.Kind == match.Next {
			if at < 0 {
				at = i
			}
			more++
		}
	}
	if at < 0 || more > len(m.Games) {
		return nil, false
	}
	before, after := m.AfterGame(len(m.Games)-more+1), m.AfterGame(len(m.Games)-more+2)
	spans := append(a.eventLines(before, events[:at], false), a.gameEnd(before)...)
	spans = append(spans, Line(a.begins(after))...)
	return append(spans, a.eventLines(m, events[at+1:], turn)...), true
}

// begins says that a game of a series begins, how it stands, and what was played before the players have the word.
func (a Audience) begins(m *match.Match) []chat.Span {
	then := *m
	then.Ended = engine.Outcome{} // of a game that has ended since, what was before it
	first, second := engine.First, engine.Second
	spans := a.Voice.Say("event.next", speech.Text("Number", strconv.Itoa(len(m.Games)+1)),
		speech.Person("First", User(m.Player(first))), speech.Text("A", points(&then, first)),
		speech.Person("Second", User(m.Player(second))), speech.Text("B", points(&then, second)))
	return append(spans, a.openingLine(m)...)
}

// openingLine says which moves a game begins with that the players have not chosen; nothing if there are none.
func (a Audience) openingLine(m *match.Match) []chat.Span {
	opening := m.Opening()
	if len(opening.Moves) == 0 {
		return nil
	}
	var moves []string
	for i, move := range opening.Moves {
		moves = append(moves, a.Voice.Move(m.Line.At(i), string(move)))
	}
	return Line(a.Voice.Say("opening-begins", speech.Text("Number", strconv.Itoa(opening.Number)),
		speech.Text("Moves", strings.Join(moves, " "))))
}
