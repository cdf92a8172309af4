package view

import (
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// More asks a player what to do besides moving in a match against another one, with a button for each; hints may be
// asked for only in some, and doubles not by everybody at all times.
func (a Audience) More(m *match.Match, other match.Player, hints, doubles bool) chat.Message {
	p := m.Line.Position()
	dice, moved, v := isDice(p), m.Line.Len() > m.SetupMoves(), a.Voice
	var buttons []chat.Button
	if doubles {
		buttons = a.moveButtons(m, "double")
	}
	for _, b := range []struct {
		label, command, word string
		can                  bool
	}{
		{"more.draw", "draw", "", m.Game.Draws}, {"more.undo", "undo", "", !dice && moved}, {"more.hint", "hint", "", hints},
		{"more.stop", "stop", "", engine.StandingOf(p).Endless || len(m.Games) > 0 && !moved},
		{"more.resign", "resign", "", true}, {"button.text", "text", "", true}, {"button.words", "words", "", true},
		{"more.flip", "board", v.Typed("flip"), true}, {"more.dice", "dice", "", dice},
		{"more.pause", "pause", "", m.Setup.Time != match.Control{}}, {"button.export", "export", "", moved},
	} {
		if b.can {
			buttons = append(buttons, chat.Button{Label: v.Text(b.label), Says: strings.TrimSpace(v.command(m, b.command, b.word))})
		}
	}
	if m.Game.Help != nil {
		buttons = append(buttons, chat.Button{Label: v.Text("menu.rules"),
			Says: v.Typed("rules") + " " + m.Game.Name})
	}
	return chat.Message{
		Text:    v.Say("more-what", speech.Person("Opponent", User(other))),
		Private: true,
		Buttons: append(chat.Columns(buttons), []chat.Button{a.turnTo(m, "←", "back")}),
	}
}
