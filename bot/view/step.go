package view

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
	message, v := a.message(m), a.Voice
	message.Private, message.Told = true, true
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

// maxBoards are shown by a moving picture; of more, some are left out.
const maxBoards = 200

// Film is a match as a moving picture, drawn by render, each board shown as long as a pace says.
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
	message := a.message(m)
	message.Private, message.File = true, &chat.File{Name: m.ID + ".gif", Data: film, Size: len(film),
		Text: strings.Join(a.turns(m), "\n")}
	if every > 1 {
		message.AddLine(a.Voice.Say("replay-some", speech.Count(every)))
	}
	return message, nil
}
