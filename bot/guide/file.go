package guide

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
)

// perContents is the number of games of a file that are listed at once, with a button each.
const perContents = 8

// unknownName stands for a player whose name a file does not tell.
const unknownName = "?"

// NamesIn are the players of a game from a file, safe to show.
func NamesIn(r engine.Record) (names [2]string) {
	for i, name := range r.Names {
		names[i] = cmp.Or(speech.Clean(name, view.LongestName), unknownName)
	}
	return names
}

// Contents lists one page of some games of a file. Games and pages are counted from 1; chooses is what chooses a game,
// turnsTo what turns to a page.
func (g Lists) Contents(f engine.File, list []int, page int, chooses, turnsTo func(n int) string) chat.Message {
	of := Pages(len(list), perContents)
	page = min(max(page, 1), of)
	shown := list[(page-1)*perContents : min(page*perContents, len(list))]
	m := chat.Message{Text: g.GamesIn(f, len(list), shown, ""), Told: true, Private: true, Instead: true}
	var row []chat.Button
	for _, n := range shown {
		row = append(row, chat.Button{Label: strconv.Itoa(n + 1), Says: chooses(n + 1)})
	}
	m.Buttons = slices.Collect(slices.Chunk(row, perContents/2))
	g.turn(&m, page, of, turnsTo)
	return m
}

// GamesIn lists the games of a file with some numbers, counted from 0, and tells how to choose one of so many. How is an
// example of what is typed where there are no buttons.
func (g Lists) GamesIn(f engine.File, choice int, shown []int, how string) []chat.Span {
	all := ""
	if choice < len(f.Entries) {
		all = strconv.Itoa(len(f.Entries))
	}
	spans := g.Voice.Say("file-games", speech.Count(choice), speech.Text("All", all), speech.Text("How", how))
	for _, n := range shown {
		spans = append(spans, view.Line(g.gameIn(strconv.Itoa(n+1), f.Entries[n]))...)
	}
	return spans
}

// gameIn is a game of a file in a line.
func (g Lists) gameIn(number string, e engine.Entry) []chat.Span {
	r, err := e.Read()
	var wrong *engine.FileError
	if errors.As(err, &wrong) {
		return append(g.Voice.Say("file-game-wrong", speech.Text("Number", number)), g.Voice.Fault(wrong)...)
	}
	var open *engine.ReadingsError
	if errors.As(err, &open) {
		r = open.Readings[0]
	}
	result := "*"
	if o := r.Outcome(); o.Decided() {
		result = map[engine.Side]string{engine.First: "1-0", engine.Second: "0-1", engine.Nobody: "½-½"}[o.Winner]
	}
	names := NamesIn(r)
	spans := g.Voice.Say("file-game", speech.Text("Number", number), speech.Text("First", names[0]),
		speech.Text("Second", names[1]), speech.Count(r.Line.Len()), speech.Text("Result", result))
	if len(r.Odd) > 0 {
		spans = append(append(spans, chat.Span{Text: ". "}), g.Voice.Oddities(r)...)
	}
	return spans
}
