package tell

import (
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Trial is what somebody tries on a board of the own.
type Trial struct {
	Line   []engine.Move // from the match as it is
	At     int           // how many of its moves are on the board
	Typed  string        // the beginning of a move that has been picked, "" for none
	Others int           // lines that were tried before
	If     bool          // what is on the board can be an answer in advance
	Rival  match.Player  // who sees nothing of it; zero: it belongs to no match
}

// Trial is the board on which a player tries things: both sides move there, and nobody else sees it. The error is that
// of a line that cannot be played.
func (a Audience) Trial(m *match.Match, t Trial) (chat.Message, error) {
	then, line, words := *m, m.Line, []string{}
	for i, move := range t.Line {
		words = append(words, a.Voice.Move(line.Position(), string(move)))
		next, err := line.Play(move)
		if err != nil {
			return chat.Message{}, err
		}
		if line = next; i+1 == t.At {
			then.Line = line
			words = append(words, "|")
		}
	}
	then.Pending = match.Pending{}
	a.trial = true
	message := chat.Message{Private: true, Text: a.Title(m)}
	command := a.Voice.Typed("try") + " "
	if t.Rival == (match.Player{}) {
		command += a.Voice.Typed("board")[1:] + " "
		message.Text = append(message.Text, Line(a.Voice.Say("trial-board",
			speech.Text("Move", command+a.Example(m)), speech.Text("Back", command+a.Voice.Typed("undo")[1:])))...)
	} else {
		message.Text = append(message.Text, Line(a.Voice.Say("trial", speech.Person("Player", User(t.Rival)),
			speech.Text("Move", command+a.Example(m)), speech.Text("Back", command+a.Voice.Typed("undo")[1:])))...)
	}
	if len(words) > 0 {
		message.Text = append(message.Text, chat.Span{Text: "\n" + strings.Join(words, " ")})
	}
	message.Board = a.board(&then, then.Line.View(), nil, "")
	says := a.tap(&then, "")
	if a.Caps.Rows > 0 {
		var row []chat.Button
		for _, c := range a.choices(&then, t.Typed) {
			row = append(row, a.tapButton(&then, c))
		}
		message.Buttons = chat.Columns(row)
	} else if says = command; m.ID != "" {
		says += "#" + m.ID + " "
	}
	var row []chat.Button
	for _, b := range []struct {
		label, what string
		on          bool
	}{
		{"⏮", "<<", t.At > 1}, {"◀", "<", t.At > 0}, {"▶", ">", t.At < len(t.Line)},
		{a.Voice.Text("button.trial-other", speech.Count(t.Others)), a.Voice.Typed("next"), t.Others > 0},
		{a.Voice.Text("button.trial-if"), a.Voice.Typed("if")[1:], t.If},
	} {
		if b.on {
			row = append(row, chat.Button{Label: b.label, Says: says + b.what})
		}
	}
	if row != nil {
		message.Buttons = append(message.Buttons, row)
	}
	return message, nil
}
