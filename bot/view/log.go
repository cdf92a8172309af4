package view

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// recentTurns is the number of turns of each side a log shows in a message.
const recentTurns = 10

// Log is the moves of a match so far, numbered, as the room writes them: the last ones in the message, or all of them
// as a file. The rulings of the arbiter follow.
func (a Audience) Log(m *match.Match, all bool) chat.Message {
	lines := a.turns(m)
	message := a.message(m)
	message.Private = true
	ends := chat.Message{Text: a.rulings(m)}
	if all {
		if m.Setup.Several() {
			lines, ends.Text = a.allTurns(m), nil
		}
		ends.AddLine(a.Result(m))
		text := []byte(chat.PlainText(message.Text) + "\n\n" + strings.Join(lines, "\n") + chat.PlainText(ends.Text) + "\n")
		message.File = &chat.File{Name: m.ID + "-log.txt", Data: text, Size: len(text)}
		return message
	}
	ends.AddLine(a.gameEnd(m))
	ends.AddLine(a.Result(m))
	left := max(0, len(lines)-recentTurns)
	if len(lines) == 0 {
		message.AddLine(a.Voice.Say("log-empty"))
	} else {
		message.AddLine([]chat.Span{Mono(strings.Join(lines[left:], "\n"))})
	}
	message.Text = append(message.Text, ends.Text...)
	if left > 0 {
		command := a.Voice.command(m, "log", a.Voice.Typed("all"))
		message.AddLine(a.Voice.Say("log-more", speech.Count(left), speech.Text("All", command)))
		message.AddRow(a.Voice.button(m, "button.log-all", "log", a.Voice.Typed("all")))
		message.Told = true
	}
	return message
}

// rulings are the lines of what the arbiter of a match has decided about the game on the board that did not end it, in
// the words of the arbiter.
func (a Audience) rulings(m *match.Match) (lines []chat.Span) {
	then := *m
	for _, d := range m.Decisions {
		if d.Ends() {
			continue
		}
		then.Setup.Arbiter = d.Arbiter // who may not be it any more
		lines = append(lines, Line(a.sentence(&then, d.Event, m.Line.Position()))...)
	}
	return lines
}

// allTurns are the turns of every game of a series, each game behind its number and before how it ended.
func (a Audience) allTurns(m *match.Match) (lines []string) {
	for n := 1; n <= m.RecordedGames(); n++ {
		one := m.SingleGame(n)
		ends := chat.Message{Text: a.rulings(one)}
		ends.AddLine(a.Result(one))
		lines = append(lines, a.Voice.Text("series.game", speech.Number("Number", n), speech.Text("Of", ""))+": "+
			User(one.Player(engine.First)).Name+" – "+User(one.Player(engine.Second)).Name)
		lines = append(lines, a.turns(one)...)
		lines = append(lines, strings.TrimPrefix(chat.PlainText(ends.Text), "\n"), "")
	}
	return lines
}

// turns are the moves of a match, one line for a turn of each side: "3. 11-15 22-18". A throw stands before the play
// that it is for, a turn that the second side begins has dots in the place of the first. Where a game is over and
// another one follows, the line says how it ended.
func (a Audience) turns(m *match.Match) (lines []string) {
	last, dice := engine.Nobody, "" // who moved last in the last line, and what was thrown since
	for n := range m.Line.Len() {
		p, move := m.Line.At(n), m.Line.Move(n)
		side := p.Turn()
		if side == engine.Chance {
			dice = spaced(move) + ": "
		}
		said, over := a.logged(m, n)
		if said == "" || decides(m, n) {
			continue
		}
		goesOn := side == last && dice == "" // to huff is no turn
		if !goesOn && (side == engine.First || last != engine.First) {
			lines = append(lines, strconv.Itoa(len(lines)+1)+".")
			if side == engine.Second {
				lines[len(lines)-1] += " …"
			}
		}
		lines[len(lines)-1] += " " + dice + said
		last, dice = side, ""
		if over {
			last = engine.Nobody
		}
	}
	return lines
}

// logged is a move of a match as it is written, and whether it ended a game: then how, but for the end of the match,
// which is told by itself. It is "" for a resignation that ended the match.
func (a Audience) logged(m *match.Match, n int) (said string, over bool) {
	p, move := m.Line.At(n), m.Line.Move(n)
	how := chat.PlainText(a.reason(m, m.Line.At(n+1)))
	final := n+1 == m.Line.Len() && m.Status == match.Over
	switch _, times := resigner(p, move); {
	case times > 0 && final:
		return "", true
	case times > 0:
		return how, how != ""
	case how != "" && !final:
		return a.Voice.Move(p, string(move)) + "; " + how, true
	}
	return a.Voice.Move(p, string(move)), how != ""
}

// Position is the text of a match's position, to be copied, with what names it in other programs.
func (a Audience) Position(m *match.Match) chat.Message {
	p := m.Line.Position()
	message := a.message(m)
	message.Private = true
	var exports []engine.Export
	if x, ok := p.(engine.Exporter); ok {
		exports = x.Exports()
	}
	if !slices.ContainsFunc(exports, func(e engine.Export) bool { return e.Text == p.String() }) {
		message.AddLine([]chat.Span{Mono(p.String())})
	}
	for _, e := range exports {
		message.Text = append(message.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, Mono(e.Text))
	}
	return message
}
