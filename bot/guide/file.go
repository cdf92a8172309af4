package guide

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
)

// perContents is how many games of a file are listed at once, with a button each.
const perContents = 8

// unknownName stands for a player whose name a file does not tell.
const unknownName = "?"

// NamesIn are the players of a game from a file, safe to show.
func NamesIn(r engine.Record) (names [2]string) {
	for i, name := range r.Names {
		names[i] = cmp.Or(speech.Clean(name, tell.LongestName), unknownName)
	}
	return names
}

// Contents lists one page of the games of a file. Games and pages are counted from 1; chooses is what chooses a game,
// turns what turns to a page. How is an example of what is typed where there are no buttons, "" if there are.
func (g Lists) Contents(f engine.File, page int, how string, chooses, turns func(n int) string) chat.Message {
	of := (len(f.Entries) + perContents - 1) / perContents
	page = min(max(page, 1), of)
	first := (page - 1) * perContents
	last := min(first+perContents, len(f.Entries))
	m := chat.Message{Text: g.GamesIn(f, first, last, how), Told: true, Private: true, Instead: true}
	var row []chat.Button
	for n := first + 1; n <= last; n++ {
		row = append(row, chat.Button{Label: strconv.Itoa(n), Says: chooses(n)})
	}
	m.Buttons = slices.Collect(slices.Chunk(row, perContents/2))
	var turning []chat.Button
	if page > 1 {
		turning = append(turning, chat.Button{Label: "‹", Says: turns(page - 1)})
	}
	if page < of {
		turning = append(turning, chat.Button{Label: "›", Says: turns(page + 1)})
		m.Text = append(m.Text, tell.Line(g.Voice.Say("page-more", speech.Text("Next", turns(page+1))))...)
	}
	if turning != nil {
		m.Buttons = append(m.Buttons, turning)
	}
	return m
}

// GamesIn lists the games of a file from one number, counted from 0, to before another, and tells how to choose one.
func (g Lists) GamesIn(f engine.File, from, to int, how string) []chat.Span {
	all := ""
	if f.More > 0 {
		all = strconv.Itoa(len(f.Entries) + f.More)
	}
	spans := g.Voice.Say("file-games", speech.Count(len(f.Entries)), speech.Text("All", all), speech.Text("How", how))
	for i, e := range f.Entries[from:to] {
		spans = append(spans, tell.Line(g.gameIn(strconv.Itoa(from+i+1), e))...)
	}
	return spans
}

// gameIn is a game of a file in a line.
func (g Lists) gameIn(number string, e engine.Entry) []chat.Span {
	var wrong *engine.FileError
	if errors.As(e.Err, &wrong) {
		return append(g.Voice.Say("file-game-wrong", speech.Text("Number", number)), g.Voice.Fault(wrong)...)
	}
	result := "*"
	if o := e.Record.Outcome(); o.Decided() {
		result = map[engine.Side]string{engine.First: "1-0", engine.Second: "0-1", engine.Nobody: "½-½"}[o.Winner]
	}
	names := NamesIn(e.Record)
	return g.Voice.Say("file-game", speech.Text("Number", number), speech.Text("First", names[0]),
		speech.Text("Second", names[1]),
		speech.Count(e.Record.Line.Len()), speech.Text("Result", result))
}
