package view

import (
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Trial is what somebody tries on a board of the own.
type Trial struct {
	Line  []engine.Move // from the match as it is
	At    int           // how many of its moves are on the board
	Typed string        // the beginning of a move that has been picked, "" for none
	If    bool          // what is on the board can be an answer in advance
	Rival match.Player  // who sees nothing of it; zero: it belongs to no match
}

// Trial is the board on which a player tries things: both sides move there, and nobody else sees it. The error is that
// of a line that cannot be played.
func (a Audience) Trial(m *match.Match, t Trial) (chat.Message, error) {
	then, at := *m, m.Line.Len()+t.At
	line, err := m.Line.Play(t.Line...)
	if err != nil {
		return chat.Message{}, err
	}
	then.Line, then.Pending = line.Back(line.Len()-at), match.Pending{}
	message, v := a.message(m), a.Voice
	message.Private = true
	command, key := v.Typed("try")+" ", "trial"
	a.tries = command + "#" + m.ID
	if m.ID == "" {
		command, key = command+v.Typed("board")[1:]+" ", "trial-board"
		a.tries = strings.TrimSpace(command)
	}
	a.tries += ":" + strconv.Itoa(then.Number())
	message.AddLine(v.Say(key, speech.Person("Player", User(t.Rival)), speech.Text("Move", command+a.Example(m)),
		speech.Text("Back", command+v.Typed("undo")[1:])))
	if len(t.Line) > 0 {
		moves := v.Moves(line, m.Line.Len(), at) + " | " + v.Moves(line, at, line.Len())
		message.AddLine(plain(strings.TrimSpace(strings.TrimPrefix(moves, " | "))))
	}
	message.Board = a.Board(&then, then.Line.View(), nil)
	says := a.says(&then) + " "
	message.Buttons = chat.Columns(a.moveButtons(&then, a.choices(&then, t.Typed)...))
	words := []string{"<<", "<", ">", v.Typed("if")[1:]}
	message.AddRow(pager(func(i int) string { return says + words[i] },
		page{"⏮", 0, t.At > 1}, page{"◀", 1, t.At > 0}, page{"▶", 2, t.At < len(t.Line)},
		page{v.Text("button.trial-if"), 3, t.If})...)
	return message, nil
}
