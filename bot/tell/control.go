package tell

import (
	"errors"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// The buttons under a board are its control: whole moves where they are few, else what a move may begin with, and then how it
// goes on. The last row leads on to everything else that one may do, or back.

// controls are the buttons of a match that is being played. typed is the beginning of a move that has been picked, "" for
// none.
func (a Audience) controls(m *match.Match, typed string) [][]chat.Button {
	if a.Caps.Rows == 0 {
		return a.wordRows(m)
	}
	var buttons []chat.Button
	for _, c := range a.choices(m, typed) {
		buttons = append(buttons, a.tapButton(m, c))
	}
	rows := chat.Columns(buttons)
	switch {
	case typed != "":
		return append(rows, []chat.Button{a.turnTo(m, "←", "back")})
	case a.puzzle:
		return rows
	}
	last := []chat.Button{a.turnTo(m, "⋯", "more")}
	if !a.Caps.Talk && a.Caps.Asks {
		last = append(last, chat.Button{Label: a.Voice.Text("button.type"), Says: strings.TrimSpace(a.tap(m, "")), Asks: chat.AText})
	}
	return append(rows, last)
}

// choices are the texts that the side on turn may choose among.
func (a Audience) choices(m *match.Match, typed string) []string {
	p := m.Line.Position()
	if typed != "" {
		_, err := p.Read(typed)
		var wrong *engine.MoveError
		if errors.As(err, &wrong) {
			return wrong.Choices[:min(len(wrong.Choices), manyChoices)]
		}
		return nil
	}
	if turn := m.Turn(); turn != engine.First && turn != engine.Second {
		return nil
	}
	var moves []string
	for move := range p.Moves() {
		if len(moves) > a.Caps.Choices || len(a.tap(m, string(move))) > a.Caps.Says {
			moves = nil
			break
		}
		moves = append(moves, string(move))
	}
	s, steps := p.(engine.Starter)
	if moves != nil && len(moves) <= a.Caps.Choices || !steps {
		return moves
	}
	starts := s.Starts()
	return starts[:min(len(starts), manyChoices)]
}

// turnTo is a button that leads to the other buttons of the same board. Under an old board it leads nowhere.
func (a Audience) turnTo(m *match.Match, label, what string) chat.Button {
	if a.puzzle {
		return chat.Button{Label: label, Says: a.says(m)}
	}
	return chat.Button{Label: label, Says: a.Voice.Typed("board") + numbered(m) + " " + what}
}

// numbered names a match and, by the number of moves, the board as it is now.
func numbered(m *match.Match) string { return " #" + m.ID + ":" + strconv.Itoa(m.Line.Len()) }

// tap is what a button for a move says. The number of moves tells which board it was under.
func (a Audience) tap(m *match.Match, text string) string {
	if a.puzzle {
		return a.says(m) + " " + text
	}
	return "/move" + numbered(m) + " " + text
}

// says begins what is said for a move.
func (a Audience) says(m *match.Match) string {
	if a.puzzle {
		return "/puzzle " + m.ID + ":" + strconv.Itoa(m.Line.Len())
	}
	if a.Caps.Rows == 0 {
		return a.Voice.Typed("move") + " #" + m.ID
	}
	return "/move #" + m.ID
}

func (a Audience) tapButton(m *match.Match, text string) chat.Button {
	b := a.moveButton(m, text)
	b.Says = a.tap(m, text)
	return b
}

// wordRows are the moves that are words, for those who have to type them.
func (a Audience) wordRows(m *match.Match) [][]chat.Button {
	s, ok := m.Line.Position().(engine.Starter)
	if !ok || m.Dice.Seal == "" {
		return nil
	}
	var row []chat.Button
	for _, start := range s.Starts() {
		if a.Voice.Has("button." + start) {
			row = append(row, a.moveButton(m, start))
		}
	}
	if row == nil {
		return nil
	}
	return [][]chat.Button{row}
}

// Control is a match as it is, with the buttons for how a move goes on whose beginning was picked; "" for none was.
func (a Audience) Control(m *match.Match, typed string) chat.Message {
	message := a.Present(m)
	message.Turn = chat.User{}
	message.OnlyButtons = true
	if typed != "" && m.Status == match.Playing {
		message.Buttons = a.controls(m, typed)
	}
	return message
}

// More is a match as it is, with buttons for all that one may do besides moving.
func (a Audience) More(m *match.Match) chat.Message {
	message := a.Control(m, "")
	if m.Status != match.Playing {
		return message
	}
	var buttons []chat.Button
	add := func(label, command, rest string) {
		says := a.Voice.Typed(command) + " #" + m.ID
		if rest != "" {
			says += " " + rest
		}
		buttons = append(buttons, chat.Button{Label: a.Voice.Text(label), Says: says})
	}
	p, dice := m.Line.Position().(engine.Roller)
	if dice && (p.MayDouble(engine.First) || p.MayDouble(engine.Second)) {
		buttons = append(buttons, a.moveButton(m, "double"))
	}
	if m.Game.Draws {
		add("more.draw", "draw", "")
	}
	if !dice {
		add("more.undo", "undo", "")
	}
	if engine.StandingOf(m.Line.Position()).Endless {
		add("more.stop", "stop", "")
	}
	add("more.resign", "resign", "")
	add("button.text", "text", "")
	add("more.flip", "board", a.Voice.Typed("flip"))
	if dice {
		add("more.dice", "dice", "")
	}
	buttons = append(buttons, chat.Button{Label: a.Voice.Text("menu.rules"), Says: a.Voice.Typed("rules") + " " + m.Game.Name})
	message.Buttons = append(chat.Columns(buttons), []chat.Button{a.turnTo(m, "←", "back")})
	return message
}

// Sure asks whether somebody really wants to do what cannot be taken back: command is what does it.
func (a Audience) Sure(m *match.Match, key, label, says string) chat.Message {
	return chat.Message{
		Text:    a.Voice.Say(key),
		Private: true,
		Buttons: [][]chat.Button{{
			{Label: a.Voice.Text(label), Says: says},
			a.keepOn(m),
		}},
	}
}

// keepOn is the button that does nothing but show the match again.
func (a Audience) keepOn(m *match.Match) chat.Button {
	says := a.Voice.Typed("board") + " #" + m.ID
	if a.Caps.Rows > 0 {
		says += " back"
	}
	return chat.Button{Label: a.Voice.Text("button.keep-on"), Says: says}
}
