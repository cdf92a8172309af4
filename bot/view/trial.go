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
	if len(words) > 0 {
		message.AddLine(plain(strings.Join(words, " ")))
	}
	message.Board = a.Board(&then, then.Line.View(), nil)
	says := a.says(&then) + " "
	message.Buttons = chat.Columns(a.moveButtons(&then, a.choices(&then, t.Typed)...))
	words = []string{"<<", "<", ">", v.Typed("if")[1:]}
	message.AddRow(pager(func(i int) string { return says + words[i] },
		page{"⏮", 0, t.At > 1}, page{"◀", 1, t.At > 0}, page{"▶", 2, t.At < len(t.Line)},
		page{v.Text("button.trial-if"), 3, t.If})...)
	return message, nil
}
