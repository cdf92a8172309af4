package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// recentTurns is the number of lines of a log in a message.
const recentTurns = 10

// Log lists the numbered moves of a match in the notation of the room, and the rulings of its arbiter: the last
// recentTurns in the message or, if all is set, all of them in a file.
func (a Audience) Log(m *match.Match, all bool) chat.Message {
	lines := a.turns(m)
	message := a.private(m)
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

// rulings returns lines with the rulings on the game on the board that did not end it, in the words of the arbiter.
func (a Audience) rulings(m *match.Match) (lines []chat.Span) {
	then := *m
	for _, d := range m.Decisions {
		if d.Ends() {
			continue
		}
		then.Setup.Arbiter = d.Arbiter // who may have stepped down since
		lines = append(lines, Line(a.sentence(&then, d.Event, m.Line.Position()))...)
	}
	return lines
}

// allTurns returns the turns of every game of a series, each between its number and its result.
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

// turns returns the moves of a match, one line for a turn of each side ("3. 11-15 22-18"); dots stand for the first
// side if the second begins, a throw precedes its play, and the result of a game follows its last move unless the match
// ends with it.
func (a Audience) turns(m *match.Match) (lines []string) {
	last, dice := engine.Nobody, "" // side of the last move in the last line, and the throw since then
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
		goesOn := side == last && dice == "" // huffing is no turn
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

// logged returns a move of a match, with the result of a game that it ended unless that is the last one, and reports
// whether it ended a game. It returns "" for a resignation that ended the match.
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

// Position returns the current position of a match in each of its formats, to be copied.
func (a Audience) Position(m *match.Match) chat.Message {
	p := m.Line.Position()
	message := a.private(m)
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

// Stops returns the numbers of moves after which the board of a match is shown: from the start to the last move,
// without throws and decisions to throw.
func Stops(m *match.Match) []int {
	list := []int{0}
	for n := range m.Line.Len() {
		if m.Line.At(n).Turn() != engine.Nobody && !decides(m, n) {
			list = append(list, n+1)
		}
	}
	if last := m.Line.Len(); list[len(list)-1] != last {
		list = append(list, last)
	}
	return list
}

// MovesMade returns the number of moves of pieces by both sides in all games of a match: neither throws nor words such
// as double.
func MovesMade(m *match.Match) (count int) {
	lines := []engine.Line{m.Line}
	for _, g := range m.Games {
		lines = append(lines, g.Line)
	}
	for _, line := range lines {
		for n := range line.Len() {
			p := line.At(n)
			if word, _ := engine.WordOf(p, line.Move(n)); word == "" && p.Turn() != engine.Chance {
				count++
			}
		}
	}
	return count
}

// decides reports whether move number k of a match is a throw, or only leads to one.
func decides(m *match.Match, k int) bool {
	return m.Line.At(k).Turn() == engine.Chance || rolls(m, k)
}

// Step shows a match at one of its Stops, with buttons for the others.
func (a Audience) Step(m *match.Match, stops []int, at int) chat.Message {
	then := asOf(m, stops[at])
	last := len(stops) - 1
	message, v := a.private(m), a.Voice
	message.Told = true
	message.AddLine(v.Say("step", speech.Number("At", at), speech.Number("Last", last)))
	if at > 0 {
		message.Text = append(message.Text, a.eventLines(then, latest(then), false)...)
	}
	over := m.Status == match.Over
	if at == last && over {
		message.AddLine(a.gameEnd(m))
		message.AddLine(a.Result(m))
	}
	message.Board = a.Board(then, LastView(then), nil)
	says := func(to int) string { return v.command(m, "step", strconv.Itoa(to)) }
	message.AddRow(pager(says, page{"⏮", 0, at > 1}, page{"◀", at - 1, at > 0}, page{"▶", at + 1, at < last},
		page{"⏭", last, at < last-1})...)
	row := []chat.Button{v.button(m, "button.replay", "replay")}
	if over && m.Game.Brain != nil {
		row = append(row, v.button(m, "button.analyse", "analyse"))
	}
	if over && !isDice(m.Line.Position()) {
		row = append(row, v.button(m, "button.trial", "try", strconv.Itoa(at)))
	}
	message.AddRow(row...)
	return message
}

// maxBoards is the maximum number of boards in a moving picture; of more, it shows every n-th.
const maxBoards = 200

// Film shows a match as a moving picture made by animate, each board for the duration pace.
func (a Audience) Film(m *match.Match, pace time.Duration, animate func([]engine.View, render.Style) ([]byte,
	error)) (chat.Message, error) {
	stops, views := Stops(m), []engine.View{}
	every := (len(stops) + maxBoards - 1) / maxBoards
	style := a.Style(m)
	style.Size, style.Banner, style.Pace = render.DefaultSize, a.banner(m), pace
	style.Title = a.Voice.Text("game."+m.Game.Name) + a.chosen(m) + " #" + m.ID
	for i, n := range stops {
		if i%every == 0 || i == len(stops)-1 {
			views = append(views, LastView(asOf(m, n)))
			style.Titles = append(style.Titles, fmt.Sprintf("%s · %d/%d", style.Title, i, len(stops)-1))
		}
	}
	film, err := animate(views, style)
	if err != nil {
		return chat.Message{}, err
	}
	message := a.private(m)
	message.File = &chat.File{Name: m.ID + ".gif", Data: film, Size: len(film), Text: strings.Join(a.turns(m), "\n")}
	if every > 1 {
		message.AddLine(a.Voice.Say("replay-some", speech.Count(every)))
	}
	return message, nil
}
