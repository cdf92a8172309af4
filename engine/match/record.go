package match

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tabuleiro/engine"
)

// Record returns the match so far as a record for a file. It must have begun.
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
		after = min(after, d.After) // a ruling made before moves were taken back is put no later than these
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

// Records returns the games of the match for a file, with their numbers as Round if there are several.
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

// RecordedGames returns the number of recorded games of a series. The current game counts once something has happened
// in it, or if it is the first.
func (m *Match) RecordedGames() int {
	if len(m.Games) > 0 && m.Line.Len() == m.SetupMoves() && !m.Ended.Decided() && m.Decisions == nil {
		return len(m.Games)
	}
	return len(m.Games) + 1
}

// text returns a decision for a file: who, what unless it ended something, and why: "Carla: back 1: a slip".
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

// displayName returns the name of a player for a file.
func (p Player) displayName() string { return cmp.Or(p.Name, p.Handle) }
