package guide

import (
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
)

// fewValues may be gone through by pressing one button.
const fewValues = 3

// askValue says what an option is about, and offers its values.
func (g Asking) askValue(w Challenge, o engine.Option) chat.Message {
	m := chat.Message{Private: true, Instead: true,
		Text: append(g.Voice.Say("which-value", speech.Text("Option", g.Voice.OptionName(o.Name))),
			view.Line(g.Voice.Say("option-help."+o.Name))...)}
	w.Asks = AskOptions + o.Group
	var row []chat.Button
	for _, value := range o.Values {
		row = append(row, chat.Button{Label: g.Voice.OptionValue(o.Name, value), Says: g.Play(w.with(o, value))})
	}
	m.Buttons = slices.AppendSeq(m.Buttons, slices.Chunk(row, 5))
	m.Buttons = append(m.Buttons, []chat.Button{{Label: "←", Says: g.Play(w)}})
	return m
}

// askOptions shows what is chosen for a game, each option with a sentence: those of a group or, with "", those of none
// and the groups. Pressing an option gives it its next value, or shows all if there are many.
func (g Asking) askOptions(w Challenge, group string) chat.Message {
	if !slices.ContainsFunc(w.Game.Options, func(o engine.Option) bool { return o.Group == group }) {
		group = ""
	}
	m := chat.Message{Private: true, Instead: true, Told: true,
		Text: g.Voice.Say("which-options", speech.Text("Game", g.gameName(w.Game)))}
	w.Asks = AskOptions + group
	var groups []string
	var row []chat.Button
	for _, o := range w.Game.Options {
		switch {
		case o.Group == group:
			g.offerOption(&m, w, o)
		case group == "" && !slices.Contains(groups, o.Group):
			groups = append(groups, o.Group)
			m.AddLine(g.optionLine("option-group."+o.Group, "", "option-group-help."+o.Group))
			row = append(row, chat.Button{Label: g.Voice.Text("option-group."+o.Group) + "…",
				Says: g.Play(w.asking(AskOptions + o.Group))})
		}
	}
	m.AddRow(row...)
	if group != "" {
		m.AddRow(chat.Button{Label: "←", Says: g.Play(w.asking(AskOptions))})
	}
	m.AddRow(chat.Button{Label: g.Voice.Text("button.go-on"), Says: g.Play(w.asking(AskWhom)), Tone: chat.Usual})
	return m
}

// offerOption adds an option to a message, with its value and a sentence.
func (g Asking) offerOption(m *chat.Message, w Challenge, o engine.Option) {
	chosen, _ := w.Game.Complete(w.Options)
	value := chosen[o.Name]
	changed := w.with(o, o.Values[(slices.Index(o.Values, value)+1)%len(o.Values)])
	if len(o.Values) > fewValues {
		changed = w.asking(AskOptions + o.Name)
	}
	said := g.Voice.OptionValue(o.Name, value)
	m.AddLine(g.optionLine("option."+o.Name, said, "option-help."+o.Name))
	m.AddRow(chat.Button{Label: g.Voice.OptionName(o.Name) + ": " + said, Says: g.Play(changed)})
}

// optionLine is the name of an option or of a group, its value and a sentence about it.
func (g Asking) optionLine(name, value, help string) []chat.Span {
	if value != "" {
		value = ": " + value
	}
	return append([]chat.Span{{Text: g.Voice.Text(name) + value, Bold: true}, {Text: "  "}}, g.Voice.Say(help)...)
}
