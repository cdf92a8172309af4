package tell

import (
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// More is a match as it is, with buttons for all that one may do besides moving; hints may be asked for only in some,
// and doubles not by everybody at all times.
func (a Pages) More(m *match.Match, hints, doubles bool) chat.Message {
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
	_, dice := m.Line.Position().(engine.Roller)
	if doubles {
		buttons = append(buttons, a.buttons().moveButton(m, "double"))
	}
	if m.Game.Draws {
		add("more.draw", "draw", "")
	}
	if !dice && m.Line.Len() > m.Given() {
		add("more.undo", "undo", "")
	}
	if hints {
		add("more.hint", "hint", "")
	}
	if engine.StandingOf(m.Line.Position()).Endless || len(m.Games) > 0 && m.Line.Len() == m.Given() {
		add("more.stop", "stop", "")
	}
	add("more.resign", "resign", "")
	add("button.text", "text", "")
	add("button.words", "words", "")
	add("more.flip", "board", a.Voice.Typed("flip"))
	if dice {
		add("more.dice", "dice", "")
	}
	if m.Setup.Time != (match.Control{}) {
		add("more.pause", "pause", "")
	}
	if m.Line.Len() > m.Given() {
		add("button.export", "export", "")
	}
	buttons = append(buttons, chat.Button{Label: a.Voice.Text("menu.rules"),
		Says: a.Voice.Typed("rules") + " " + m.Game.Name})
	return Besides(a, m, append(chat.Columns(buttons), []chat.Button{a.buttons().turnTo(m, "←", "back")}), message)
}

// Besides gives a message that stands where the board does some rows of buttons, which one person has asked for. Where
// others read it the moves stay above them, if there is a place for all: they may be somebody else's.
func Besides(a Pages, m *match.Match, rows [][]chat.Button, message chat.Message) chat.Message {
	message.Buttons = rows
	if a.Only != "" || !a.Caps.Turns || m.Status != match.Playing {
		return message
	}
	moves := a.buttons().controls(m, "")
	all := slices.Concat(moves[:len(moves)-1], rows)
	stands := len(all)
	if !a.Caps.Dear { // rows are joined there, and are long at worst
		stands = len(slices.Concat(all...))
	}
	if stands <= a.Caps.Rows {
		message.Buttons = all
	}
	return message
}
