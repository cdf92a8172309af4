package tell

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
)

// Stops are the numbers of moves after which a game is looked at: from the start to the last move, with the throws that
// a move follows from left out.
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

// Step is a match as it was at one of its Stops, with buttons for the others.
func (a Audience) Step(m *match.Match, stops []int, at int) chat.Message {
	then := asOf(m, stops[at])
	last := len(stops) - 1
	message := chat.Message{Private: true, Told: true, Text: a.Title(m)}
	message.Text = append(message.Text, Line(a.Voice.Say("step", speech.Text("At", strconv.Itoa(at)),
		speech.Text("Last", strconv.Itoa(last))))...)
	if at > 0 {
		message.Text = append(message.Text, a.eventLines(then, latest(then), false)...)
	}
	banner := ""
	if at == last && m.Status == match.Over {
		message.Text = append(append(message.Text, a.gameEnd(m)...), Line(a.Result(m))...)
		banner = a.banner(m)
	}
	message.Board = a.board(then, Shown(then), nil, banner)
	command := a.Voice.Typed("step") + " #" + m.ID + " "
	var row []chat.Button
	for _, b := range []struct {
		label string
		to    int
		on    bool
	}{{"⏮", 0, at > 1}, {"◀", at - 1, at > 0}, {"▶", at + 1, at < last}, {"⏭", last, at < last-1}} {
		if b.on {
			row = append(row, chat.Button{Label: b.label, Says: command + strconv.Itoa(b.to)})
		}
	}
	if row != nil {
		message.Buttons = [][]chat.Button{row}
	}
	row = []chat.Button{{Label: a.Voice.Text("button.replay"), Says: a.Voice.Typed("replay") + " #" + m.ID}}
	if m.Status == match.Over && m.Game.Brain != nil {
		row = append(row, chat.Button{Label: a.Voice.Text("button.analyse"), Says: a.Voice.Typed("analyse") + " #" + m.ID})
	}
	if _, dice := m.Line.Position().(engine.Roller); m.Status == match.Over && !dice {
		row = append(row, chat.Button{Label: a.Voice.Text("button.trial"), Says: a.Voice.Typed("try") + " #" + m.ID + " " +
			strconv.Itoa(at)})
	}
	message.Buttons = append(message.Buttons, row)
	if a.Caps.Rows == 0 && at > 0 {
		message.Text = append(message.Text, Line(a.Voice.Say("step-how", speech.Text("Back", command+strconv.Itoa(at-1)),
			speech.Text("Begin", command+"0")))...)
	}
	return message
}

// mostBoards are shown by a moving picture; of more, some are left out, and more if it is too large, down to fewBoards.
const (
	mostBoards = 200
	fewBoards  = 20
)

// Film is a match as a moving picture, drawn by render, each board shown as long as a pace says.
func (a Audience) Film(m *match.Match, pace time.Duration, animate func([]engine.View, render.Style) ([]byte,
	error)) (chat.Message, error) {
	stops := Stops(m)
	every := (len(stops) + mostBoards - 1) / mostBoards
	film, err := a.film(m, stops, every, pace, animate)
	for err != nil && len(stops)/every > fewBoards { // it is too large
		every *= 2
		film, err = a.film(m, stops, every, pace, animate)
	}
	if err != nil {
		return chat.Message{}, err
	}
	message := chat.Message{
		Text: a.Title(m),
		File: &chat.File{Name: m.ID + ".gif", Data: film, Size: len(film),
			Text: strings.Join(a.turns(m), "\n")},
		Private: true,
	}
	if every > 1 {
		message.Text = append(message.Text, Line(a.Voice.Say("replay-some", speech.Count(every)))...)
	}
	return message, nil
}

// film is a moving picture of the stops of a match, of every so many one.
func (a Audience) film(m *match.Match, stops []int, every int, pace time.Duration,
	animate func([]engine.View, render.Style) ([]byte, error)) ([]byte, error) {
	style := a.Style(m)
	style.Size, style.Banner, style.Pace = render.DefaultSize, a.banner(m), pace
	style.Title = a.Voice.Text("game."+m.Game.Name) + a.chosen(m) + " " + a.number(m)
	var views []engine.View
	for i, n := range stops {
		if i%every == 0 || i == len(stops)-1 {
			views = append(views, Shown(asOf(m, n)))
			style.Titles = append(style.Titles, fmt.Sprintf("%s · %d/%d", style.Title, i, len(stops)-1))
		}
	}
	return animate(views, style)
}
