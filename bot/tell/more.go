package tell

import (
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// More asks a player what to do besides moving in a match against another one, with a button for each; hints may be
// asked for only in some, and doubles not by everybody at all times.
func (a Audience) More(m *match.Match, other match.Player, hints, doubles bool) chat.Message {
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
		buttons = append(buttons, a.moveButton(m, "double"))
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
	if m.Game.Help != nil {
		buttons = append(buttons, chat.Button{Label: a.Voice.Text("menu.rules"),
			Says: a.Voice.Typed("rules") + " " + m.Game.Name})
	}
	return chat.Message{
		Text:    a.Voice.Say("more-what", speech.Person("Opponent", User(other))),
		Private: true,
		Buttons: append(chat.Columns(buttons), []chat.Button{a.turnTo(m, "←", "back")}),
	}
}
