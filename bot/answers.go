package bot

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/render"
	"tabuleiro/storage"
)

// start greets, and shows what is going on in the room, or the match whose link was opened.
func (t *talk) start(text string) error {
	if text != "" {
		return t.board("#" + strings.TrimPrefix(text, "#"))
	}
	found, err := t.live()
	if err != nil {
		return err
	}
	switch len(found) {
	case 0:
		t.send(chat.Message{
			Text:    t.voice.Say("greeting", speech.Text("Play", "/"+t.voice.Words("play")[0]), speech.Text("Help", "/"+t.voice.Words("help")[0])),
			Buttons: t.menu(),
			Told:    true,
		})
		if t.me.ID == "" {
			t.note("greeting-nameless")
		}
	case 1:
		t.send(t.present(found[0], t.caps()))
	default:
		t.list(found)
	}
	return nil
}

// menu is what one may want who has just come.
func (t *talk) menu() [][]chat.Button {
	var rows [][]chat.Button
	for _, row := range [][]string{{"play", "games"}, {"rules", "language", "help"}} {
		var buttons []chat.Button
		for _, c := range row {
			buttons = append(buttons, chat.Button{Label: t.voice.Text("menu." + c), Says: "/" + c})
		}
		rows = append(rows, buttons)
	}
	return rows
}

// board shows a match: the author's own, or, for who only looks on, one that is played here.
func (t *talk) board(text string) error {
	flip, text := t.without("flip", text)
	m, _, err := t.find(text, "/board")
	if err != nil {
		return unlessAnswered(err)
	}
	t.send(t.presentAs(m, t.caps(), t.seat(m).turned(flip)))
	return nil
}

// without takes a word out of a text that stands for something in any language, and tells whether it was there.
func (t *talk) without(what, text string) (bool, string) {
	words := strings.Fields(text)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return t.book.Means(what, w) })
	return len(rest) < len(words), strings.Join(rest, " ")
}

// text shows the board as text, for those to whom a picture says nothing.
func (t *talk) text(text string) error {
	flip, text := t.without("flip", text)
	symbols, text := t.without("symbols", text)
	m, _, err := t.find(text, "/text")
	if err != nil {
		return unlessAnswered(err)
	}
	look := t.seat(m).turned(flip)
	look.symbols = symbols
	answer := t.presentAs(m, chat.Caps{}, look)
	answer.Buttons, answer.Private = nil, true
	if view := shown(m); view.Points != nil && answer.Board != nil { // some would rather read a list
		answer.Board.Text += "\n\n" + render.Text(view, render.Style{List: true})
	}
	t.send(answer)
	return nil
}

// games lists what the author plays here, and everywhere if nobody else listens.
func (t *talk) games(string) error {
	q := storage.Query{Player: t.me.ID, Live: true, Limit: most}
	if !t.event.Private {
		q.Room = string(t.event.Room)
	}
	found, err := t.matches(q)
	if err != nil {
		return err
	}
	if len(found) == 0 {
		t.note("no-match")
		return nil
	}
	t.list(found)
	return nil
}

// list says in a line each what is going on in matches.
func (t *talk) list(found []*match.Match) {
	message := chat.Message{Text: t.voice.Say("games", speech.Count(len(found))), Told: true}
	board := "/" + t.voice.Words("board")[0]
	for _, m := range found {
		message.Text = append(message.Text, line(t.title(m, t.voice, t.caps()))...)
		message.Text = append(message.Text, chat.Span{Text: ": "})
		if m.Status == match.Open {
			message.Text = append(message.Text, sentence(m, match.Event{Kind: match.Challenged, By: m.Challenger.ID}, t.voice)...)
		} else {
			message.Text = append(message.Text, t.voice.Say("turn", speech.Person("Player", user(m.Player(m.Turn()))), speech.Text("Mark", mark(m, m.Turn(), t.caps())))...)
		}
		message.Buttons = append(message.Buttons, []chat.Button{{Label: board + " #" + m.ID, Says: board + " #" + m.ID}})
	}
	t.send(message)
}

// askGame offers the games; the buttons say what was said before and after the name of one.
func (t *talk) askGame(before, after string) {
	m := chat.Message{Text: t.voice.Say("which-game"), Private: true}
	for _, g := range t.Games {
		m.Buttons = append(m.Buttons, []chat.Button{{
			Label: t.voice.Text("game." + g.Name),
			Says:  strings.TrimSpace(before + short(g) + after),
		}})
	}
	t.send(m)
}

// help lists the commands.
func (t *talk) help(string) error {
	spans := t.voice.Say("help-begin")
	for _, c := range speech.Commands {
		spans = append(spans, chat.Span{Text: "\n"}, chat.Span{Text: "/" + t.voice.Words(c)[0], Bold: true}, chat.Span{Text: "  "})
		spans = append(spans, t.voice.Say("help."+c)...)
	}
	spans = append(spans, line(t.voice.Say("help-end", speech.Text("Games", t.gameNames())))...)
	t.send(chat.Message{Text: spans, Private: true})
	return nil
}

// language chooses the language of the room, by its tag or its name in any of the languages.
func (t *talk) language(text string) error {
	word := speech.Fold(strings.TrimSpace(text))
	if word == "" {
		m := chat.Message{Text: t.voice.Say("which-language"), Private: true}
		var row []chat.Button
		for _, lang := range speech.Languages {
			v, _ := t.book.In(lang)
			row = append(row, chat.Button{Label: v.Text("language-names"), Says: "/language " + lang})
		}
		m.Buttons = [][]chat.Button{row}
		t.send(m)
		return nil
	}
	for _, lang := range speech.Languages {
		v, _ := t.book.In(lang)
		if word != lang && !slices.Contains(strings.Fields(speech.Fold(v.Text("language-names"))), word) {
			continue
		}
		if err := t.Store.Put(t.ctx, languageKey(t.event.Room), lang); err != nil {
			return err
		}
		t.voice = v
		t.say("language-set")
		return nil
	}
	t.note("no-such-language", speech.Text("Word", word), speech.Text("Languages", strings.Join(speech.Languages, ", ")))
	return nil
}

// export writes a match down for other programs.
func (t *talk) export(text string) error {
	m, _, err := t.find(text, "/export")
	if err != nil {
		return unlessAnswered(err)
	}
	if m.First.ID == "" {
		t.note("not-playing", speech.Text("ID", m.ID))
		return nil
	}
	answer := chat.Message{Text: t.title(m, t.voice, t.caps()), Private: true}
	for _, x := range exports(m) {
		answer.Text = append(answer.Text, chat.Span{Text: "\n" + x.Format + "\n", Bold: true}, mono(x.Text))
	}
	t.send(answer)
	return nil
}

// exports are a match in the formats that its game knows, at the least the position and the moves.
func exports(m *match.Match) []engine.Export {
	if x, ok := m.Line.Position().(engine.Exporter); ok {
		return x.Exports(m.Line, [2]string{m.Player(engine.First).Name, m.Player(engine.Second).Name})
	}
	moves := ""
	for n := range m.Line.Len() {
		moves += string(m.Line.Move(n)) + "\n"
	}
	return []engine.Export{{Format: ".txt", Text: moves}}
}
