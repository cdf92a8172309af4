package tell

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
	message := chat.Message{Private: true, Text: a.Title(m)}
	ends := slices.Concat(a.rulings(m), a.gameEnd(m), a.end(m))
	if all {
		told := append(a.rulings(m), a.end(m)...)
		if m.Setup.Several() {
			lines, told = a.allTurns(m), a.end(m)
		}
		text := []byte(chat.Plain(message.Text) + "\n\n" + strings.Join(lines, "\n") + chat.Plain(told) + "\n")
		message.File = &chat.File{Name: m.ID + "-log.txt", Data: text, Size: len(text)}
		return message
	}
	if len(lines) == 0 {
		message.Text = append(message.Text, Line(a.Voice.Say("log-empty"))...)
		message.Text = append(message.Text, ends...)
		return message
	}
	left := max(0, len(lines)-recentTurns)
	message.Text = append(message.Text, chat.Span{Text: "\n"}, Mono(strings.Join(lines[left:], "\n")))
	message.Text = append(message.Text, ends...)
	if left > 0 {
		command := a.Voice.Typed("log") + " #" + m.ID + " " + a.Voice.Typed("all")
		message.Text = append(message.Text, Line(a.Voice.Say("log-more", speech.Count(left), speech.Text("All", command)))...)
		message.Buttons = [][]chat.Button{{{Label: a.Voice.Text("button.log-all"), Says: command}}}
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

// end is the line that tells how a match has ended, if it has.
func (a Audience) end(m *match.Match) []chat.Span {
	if m.Status != match.Over {
		return nil
	}
	return Line(a.Result(m))
}

// allTurns are the turns of every game of a series, each game behind its number and before how it ended.
func (a Audience) allTurns(m *match.Match) (lines []string) {
	for n := 1; n <= m.RecordedGames(); n++ {
		one := m.SingleGame(n)
		lines = append(lines, a.Voice.Text("series.game", speech.Text("Number", strconv.Itoa(n)), speech.Text("Of", ""))+": "+
			User(one.Player(engine.First)).Name+" – "+User(one.Player(engine.Second)).Name)
		lines = append(lines, a.turns(one)...)
		lines = append(lines, strings.TrimPrefix(chat.Plain(append(a.rulings(one), a.end(one)...)), "\n"), "")
	}
	return lines
}

// turns are the moves of a match, one line for a turn of each side: "3. 11-15 22-18". A throw stands before the play
// that it is for, a turn that the second side begins has dots in the place of the first. Where a game is over and
// another one follows, the line says how it ended.
func (a Audience) turns(m *match.Match) (lines []string) {
	var line strings.Builder
	last := engine.Nobody // who moved last in this line
	flush := func() {
		if line.Len() > 0 {
			lines = append(lines, line.String())
		}
		line.Reset()
		last = engine.Nobody
	}
	dice := ""
	for n := range m.Line.Len() {
		p, move := m.Line.At(n), m.Line.Move(n)
		side := p.Turn()
		if side == engine.Chance {
			dice = spaced(move) + ": "
			continue
		}
		if rolls(m, n, match.Event{By: m.Player(side).ID}) {
			continue
		}
		said, over := a.Voice.Move(p, string(move)), chat.Plain(a.reason(m, m.Line.At(n+1)))
		final := n+1 == m.Line.Len() && m.Status == match.Over // how that ended is told by itself
		switch _, times := resigner(p, move); {
		case times > 0 && final:
			continue
		case times > 0:
			said = over
		case over != "" && !final:
			said += "; " + over
		}
		goesOn := side == last && dice == "" // to huff is no turn
		if !goesOn && (side == engine.First || last != engine.First) {
			flush()
			line.WriteString(strconv.Itoa(len(lines)+1) + ".")
			if side == engine.Second {
				line.WriteString(" …")
			}
		}
		line.WriteString(" " + dice + said)
		last, dice = side, ""
		if over != "" {
			flush()
		}
	}
	flush()
	return lines
}

// Position is the text of a match's position, to be copied, with what names it in other programs.
func (a Audience) Position(m *match.Match) chat.Message {
	p := m.Line.Position()
	message := chat.Message{Private: true, Text: a.Title(m)}
	var exports []engine.Export
	if x, ok := p.(engine.Exporter); ok {
		exports = x.Exports()
	}
	if !slices.ContainsFunc(exports, func(e engine.Export) bool { return e.Text == p.String() }) {
		message.Text = append(message.Text, chat.Span{Text: "\n"}, Mono(p.String()))
	}
	for _, e := range exports {
		message.Text = append(message.Text, chat.Span{Text: "\n" + e.Format + "\n", Bold: true}, Mono(e.Text))
	}
	return message
}
