package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// Record is the match for a file, as far as it has come. It has to have begun.
func (m *Match) Record() engine.Record {
	r := engine.Record{
		Game:    m.Game,
		Options: m.Setup.Options,
		Line:    m.Line,
		Names:   [2]string{m.Player(engine.First).displayName(), m.Player(engine.Second).displayName()},
		Date:    m.Began.UTC().Format("2006.01.02"),
		Result:  m.Outcome,
	}
	if m.Setup.Tournament != "" {
		r.Event = "#" + m.Setup.Tournament + " " + m.Setup.Round
	}
	after := m.Line.Len()
	for _, d := range slices.Backward(m.Decisions) {
		after = min(after, d.After) // what was decided before moves were taken back stands no later
		if text := d.text(); text != "" {
			r.Notes = append(r.Notes, engine.Comment{After: after, Text: text})
		}
	}
	slices.Reverse(r.Notes)
	if m.Setup.Source != nil && engine.IsDate(m.Setup.Source.Date) {
		r.Date = m.Setup.Source.Date
	}
	return r
}

// Records are the games of the match for a file, each with its number as Round if there are several.
func (m *Match) Records() (list []engine.Record) {
	if !m.Setup.Several() {
		return []engine.Record{m.Record()}
	}
	for n := range m.RecordedGames() {
		r := m.SingleGame(n + 1).Record()
		r.Round = strconv.Itoa(n + 1)
		list = append(list, r)
	}
	return list
}

// RecordedGames is the number of games of a series that stand in its record: the one on the board does once something
// has happened in
// it, and where it is the first.
func (m *Match) RecordedGames() int {
	if len(m.Games) > 0 && m.Line.Len() == m.SetupMoves() && !m.Ended.Decided() && m.Decisions == nil {
		return len(m.Games)
	}
	return len(m.Games) + 1
}

// text is a decision in a file: who, what if it has ended nothing, and why: "Carla: back 1: a slip".
func (d Decision) text() string {
	var list []string
	if !d.Arbiter.Anyone() {
		list = append(list, d.Arbiter.displayName())
	}
	if !d.Ends() {
		what := string(d.Ruling)
		switch d.Ruling {
		case Back:
			what += " " + strconv.Itoa(d.Times)
		case More:
			what += " " + d.Span.String()
		case Halt:
			what += " " + d.Until.UTC().Format("2006-01-02 15:04")
		}
		list = append(list, what)
	}
	if d.Words != "" {
		list = append(list, d.Words)
	}
	return strings.Join(list, ": ")
}

// displayName is what a player is called in a file.
func (p Player) displayName() string { return cmp.Or(p.Name, p.Handle) }
