package guide

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// Ask asks for what a challenge lacks: the game, then the opponent, with some people as buttons; colour and options can
// be changed there, too. Every button contains the challenge with one more term.
func (g Asking) Ask(w Challenge, people []chat.User) chat.Message {
	switch {
	case w.Game == nil:
		further := w.Asks == AskFurther
		more := g.Play(w.asking(AskFurther))
		w.Asks = AskWhom
		return g.AskGame(further, more, func(game *engine.Game) string {
			w.Game = game
			return g.Play(w)
		})
	case w.Asks == AskWhom || len(w.Game.Options) == 0:
		return g.promptOpponent(w, people)
	}
	name := strings.TrimPrefix(w.Asks, AskOptions)
	if i := slices.IndexFunc(w.Game.Options, func(o engine.Option) bool { return o.Name == name }); i >= 0 {
		return g.askValue(w, w.Game.Options[i])
	}
	return g.askOptions(w, name)
}

// AskGame offers the games that are offered first, or the further ones. more is the text of the button for the further
// ones.
func (g Asking) AskGame(further bool, more string, says func(*engine.Game) string) chat.Message {
	m := chat.Message{Text: g.Voice.Say("which-game"), Private: true, Instead: true}
	for _, game := range Offered(g.Games, g.Voice, further) {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: g.gameName(game), Says: says(game)}})
	}
	if !further && len(Offered(g.Games, g.Voice, true)) > 0 {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: g.Voice.Text("button.further"), Says: more}})
	}
	return m
}

// AskUsual asks which draughts a bare "damas" means.
func (g Asking) AskUsual(w Challenge) chat.Message {
	m := chat.Message{Text: g.Voice.Say("which-draughts", speech.Text("Settings",
		g.Settings().Command(Own, "draughts"))), Private: true, Instead: true}
	for _, game := range w.Draughts {
		w.Game = game
		m.Buttons = append(m.Buttons, []chat.Button{{Label: g.gameName(game), Says: g.Play(w.term("default", "yes"))}})
	}
	return m
}

// sideLabel returns the label of a side on a button: first or second or, if dice decide that, its colour.
func (g Asking) sideLabel(word string, game *engine.Game) string {
	at := slices.Index([]string{"first", "second"}, word)
	if r, err := game.NewRecord(nil, ""); err == nil && at >= 0 && r.Line.Turn() == engine.Chance {
		return g.Voice.Text("colour." + render.ColourName(g.Voice.Preferences.Of("theme"), game.Colours[at]))
	}
	return g.Voice.Text("button.colour-" + word)
}

// withoutOpponent returns the challenge as it was before the question for the opponent.
func (w Challenge) withoutOpponent() Challenge {
	if w.Level > 0 {
		w.Level = 0
		return w
	}
	w.Game, w.Options, w.Asks = nil, nil, ""
	return w
}

// promptOpponent offers to play against anyone, the computer or some people, with the colours and the options below.
func (g Asking) promptOpponent(w Challenge, people []chat.User) (m chat.Message) {
	m = chat.Message{Private: true, Instead: true, Text: g.Voice.Say("which-opponent", speech.Text("Name", w.Unmet),
		speech.Text("Game", g.gameName(w.Game)), speech.Text("Play", g.Voice.Typed("play")+" "+g.TypedGame(w.Game)))}
	w.Asks = AskWhom
	last := chat.Columns(g.sides(w))
	if len(w.Game.Options) > 0 {
		options := g.Play(w.asking(AskOptions))
		last = append(last, []chat.Button{{Label: g.Voice.Text("button.options"), Says: options}})
	}
	if len(g.Games) > 1 || w.Level > 0 {
		last = append(last, []chat.Button{{Label: "←", Says: g.Play(w.withoutOpponent())}})
	}
	switch w.Asks = ""; {
	case w.Level > 0:
		m = g.withLevels(m, w)
	case w.Opponent != (chat.User{}):
		m.Buttons = [][]chat.Button{{{Label: g.Voice.Text("button.challenge", speech.Person("Player", view.Clean(w.Opponent))),
			Says: g.Play(w), Tone: chat.Usual}}}
	default:
		m.Buttons = g.opponents(w, people)
	}
	m.Buttons = append(m.Buttons, last...)
	return m
}

// sides returns the buttons for the sides, with a mark at the chosen one.
func (g Asking) sides(w Challenge) (row []chat.Button) {
	words := []string{"lot", "first", "second", "theirs"} // indexed by engine.Side
	side, _ := g.Side(w.Terms["colour"], w.Game)
	chosen := words[side]
	if g.means("theirs", w.Terms["colour"]) {
		chosen = "theirs"
	}
	if w.Level > 0 {
		words = words[:3] // the computer chooses no side
	}
	for _, word := range words {
		label := g.sideLabel(word, w.Game)
		if word == chosen {
			label = "✓ " + label
		}
		row = append(row, chat.Button{Label: label, Says: g.Play(w.term("colour", word))})
	}
	return row
}

// opponents returns the buttons for the opponent: anyone, the computer, some people, and a person to be selected.
func (g Asking) opponents(w Challenge, people []chat.User) [][]chat.Button {
	rows := [][]chat.Button{{{Label: g.Voice.Text("button.anyone"), Says: g.Play(w)}}}
	if w.Game.Brain != nil {
		rows = append(rows, []chat.Button{{Label: g.Voice.Text("button.house"), Says: g.Play(w.askingLevel())}})
	}
	anybody := chat.Button{Label: g.Voice.Text("button.choose-person"), Says: g.Play(w), Asks: chat.APerson}
	var row []chat.Button
	for _, u := range people {
		w.Opponent = u
		row = append(row, chat.Button{Label: u.Name, Says: g.Play(w)})
	}
	rows = slices.AppendSeq(rows, slices.Chunk(row, 3))
	if !g.Event.Private {
		rows = append(rows, []chat.Button{anybody})
	}
	return rows
}

// middling is the preselected level of the computer.
const middling = 3

// askingLevel returns a challenge of the computer that asks for its level.
func (w Challenge) askingLevel() Challenge {
	w.Level, w.Asks = middling, AskWhom
	return w
}

// level returns a level of the computer as it is typed.
func (g Asking) level(level int) string {
	if level == engine.Max {
		return g.Voice.Typed("max")
	}
	return strconv.Itoa(level)
}

// withLevels adds the levels of the computer, in rows of five; each button begins the match.
func (g Asking) withLevels(m chat.Message, w Challenge) chat.Message {
	m.Text = g.Voice.Say("which-level")
	for level := 1; level <= engine.Max; level++ {
		m.Text = append(m.Text, chat.Span{Text: "\n" + g.level(level) + " · " + g.Voice.LevelName(level)})
	}
	var row []chat.Button
	for w.Level = 1; w.Level <= engine.Levels; w.Level++ {
		row = append(row, chat.Button{Label: g.level(w.Level), Says: g.Play(w)})
	}
	m.Buttons = slices.AppendSeq(m.Buttons, slices.Chunk(row, 5))
	m.Buttons = append(m.Buttons, []chat.Button{{Label: g.level(w.Level), Says: g.Play(w)}}) // engine.Max
	return m
}

// fewValues is the maximum number of values that one button cycles through.
const fewValues = 3

// askValue explains an option, and offers its values.
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

// askOptions shows the options of a game with a sentence each: those of a group or, if group is "", those of no group
// and the groups. Pressing an option sets its next value, or shows all if they are more than fewValues.
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

// optionLine returns the name of an option or of a group, its value and a sentence about it.
func (g Asking) optionLine(name, value, help string) []chat.Span {
	if value != "" {
		value = ": " + value
	}
	return append([]chat.Span{{Text: g.Voice.Text(name) + value, Bold: true}, {Text: "  "}}, g.Voice.Say(help)...)
}
