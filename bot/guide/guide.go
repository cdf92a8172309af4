// Package guide is the pages of the bot: the menu, help, rules, manual, settings, lists of matches, and what is asked
// of a person who begins a match with buttons.
//
// It is pure, like package view: what is shown comes in, messages go out. Every page tells by its buttons where it
// leads, and each button says a text that could have been typed.
package guide

import (
	"cmp"
	"io/fs"
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/command"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
)

// Guide makes pages for one reader.
type Guide struct {
	view.Audience
	Languages view.Languages
	Event     chat.Event     // that is answered: where, in which locale, and whether anybody else reads it
	Reader    match.Player   // zero if it is not one person
	Games     []*engine.Game // what can be played
	Handbook  fs.FS          // the manual for players, a file for each language: en.md
}

// The pages are made by values that are a guide with a task.
type (
	// Reading is what is there to be read: the menu, help, the manual, the rules.
	Reading struct{ Guide }

	// Settings are the pages on which something is chosen for good, and the words for that.
	Settings struct{ Guide }

	// Asking is what is asked of somebody who begins a match with buttons, and the words for what can be wished.
	Asking struct{ Guide }

	// Lists are the lists of matches, of games in files, and of how people stand.
	Lists struct{ Guide }
)

// Reading is what a guide has to read.
func (g Guide) Reading() Reading { return Reading{g} }

// Settings are the settings that a guide shows.
func (g Guide) Settings() Settings { return Settings{g} }

// Asking is what a guide asks about matches that are to begin.
func (g Guide) Asking() Asking { return Asking{g} }

// Lists are the lists that a guide shows.
func (g Guide) Lists() Lists { return Lists{g} }

// say is a page of one sentence, for the reader alone.
func (g Guide) say(key string, facts ...speech.Fact) chat.Message {
	return chat.Message{Text: g.Voice.Say(key, facts...), Private: true}
}

// means reports whether a word stands for something in any language.
func (g Guide) means(what, word string) bool { return g.Languages.Book.Means(what, word) }

// TypedGame is what is typed for a game in the language of the reader.
func (g Guide) TypedGame(game *engine.Game) string {
	typed := g.Voice.Text("game-typed." + game.Name)
	if usual := usualDraughts(g.Games, g.Voice); usual != game && IsAnyDraughts(typed) {
		return Short(game)
	}
	return typed
}

// GameNames lists some games by what is typed for them, those offered first before the others.
func (g Guide) GameNames(games []*engine.Game) string {
	var names []string
	for _, game := range slices.Concat(Offered(games, g.Voice, false), Offered(games, g.Voice, true)) {
		names = append(names, g.TypedGame(game))
	}
	return strings.Join(names, ", ")
}

func (g Guide) gameName(game *engine.Game) string { return g.Voice.Text("game." + game.Name) }

// menuButton is what a button for the menu says.
const menuButton = "/start menu"

// MenuRows are what can be chosen in the menu, and HelpRow what leads on from the everyday commands: the names of the
// labels under "menu", and what the buttons say.
var (
	MenuRows = [][][]string{{{"house", "play", "house"}, {"friend", "play", "friend"}},
		{{"puzzle", "puzzle"}, {"other-game", "play"}, {"help", "help"}}}
	HelpRow = [][]string{{"games", "games"}, {"rules", "rules"}, {"settings", "settings"}}
)

// chosen is the button of one of these choices.
func (g Guide) chosen(c []string) chat.Button {
	says, label := g.Voice.Typed(c[1]), g.Voice.Text("menu."+c[0])
	switch {
	case c[0] == "puzzle" && g.Event.Private:
		c = append(slices.Clone(c), "day")
	case c[0] == "puzzle": // there is one of the day only where that is wanted
		label = g.Voice.Text("menu.any-puzzle")
	}
	for _, word := range c[2:] {
		says += " " + g.Voice.Typed(word)
	}
	return chat.Button{Label: label, Says: says}
}

// row are the buttons of some of these choices.
func (g Guide) row(choices [][]string) (row []chat.Button) {
	for _, c := range choices {
		row = append(row, g.chosen(c))
	}
	return row
}

// Begins are the buttons that begin a match, for somebody who has none.
func (g Reading) Begins() []chat.Button { return g.row(MenuRows[0]) }

// mostGames bounds the games named in the greeting.
const mostGames = 5

// Menu says what can be played, and begins it with one tap. The challenges of the reader that wait have a line each.
func (g Reading) Menu(waiting ...*match.Match) chat.Message {
	var titles []string
	for _, game := range slices.Concat(Offered(g.Games, g.Voice, false), Offered(g.Games, g.Voice, true)) {
		titles = append(titles, g.gameName(game))
	}
	m := chat.Message{Told: true, Instead: true,
		Text: g.Voice.Say("greeting", speech.Text("Games", g.Voice.Or(titles, mostGames)))}
	for _, choices := range MenuRows {
		m.AddRow(g.row(choices)...)
	}
	for _, of := range waiting {
		g.Lists().list(&m, of, "")
	}
	return m
}

// helpGroup is the group of commands with a heading in any language; "" if there is none.
func (g Reading) helpGroup(text string) command.Group {
	for _, group := range command.Groups {
		if slices.ContainsFunc(g.Languages.Book.All("help-group."+string(group)), func(heading string) bool {
			return speech.Fold(heading) == speech.Fold(text)
		}) {
			return group
		}
	}
	return ""
}

// Help describes the everyday commands, with "more" the names of all others in groups, with the heading of a group its
// commands, or a single command; false if there is no such one. The example is a move of what is being played, "" if
// nothing is.
func (g Reading) Help(text, example string) (chat.Message, bool) {
	group, book := g.helpGroup(text), g.Languages.Book
	words := strings.Split(strings.TrimPrefix(text, "/"), " ")
	last := words[len(words)-1] // the first may have an example of somebody's behind it; or "with the tournaments"
	c := cmp.Or(book.Command(words[0]), book.Command(last), book.Command(strings.TrimSuffix(last, "s")))
	m := chat.Message{Private: true}
	switch {
	case c != "" && group == "":
		m.Text = g.helpLine(command.Named(c))
		if c == "play" {
			m.AddLine(g.Voice.Say("help-play", speech.Text("Play", g.Voice.Typed(c)+" "+g.TypedGame(g.Games[0]))))
		}
		return m, true
	case last != "" && group == "" && !g.means("more", last):
		return m, false
	}
	m.Told, m.Instead = true, true
	more := g.Voice.Typed("help") + " " + g.Voice.Typed("more")
	var to chat.Button // the page before, or the one after the first
	switch {
	case group != "":
		m.Text = []chat.Span{{Text: g.Voice.Text("help-group." + string(group)), Bold: true}}
		g.helpLines(&m, group)
		to = chat.Button{Label: "‹", Says: more}
	case last != "":
		m.Text, m.Buttons = g.helpGroups()
		m.Told = false // what the groups are called is typed
		to = chat.Button{Label: "‹", Says: g.Voice.Typed("help")}
	default:
		g.helpEveryday(&m, example, more)
		to = chat.Button{Label: g.Voice.Text("button.more"), Says: more}
	}
	m.AddRow(to, g.chosen([]string{"manual", "manual"}), chat.Button{Label: "☰", Says: menuButton})
	m.AddRow(g.row(HelpRow)...)
	return m, true
}

// helpGroups are the names of all commands but the everyday ones in groups, and a button for each group.
func (g Reading) helpGroups() (text []chat.Span, buttons [][]chat.Button) {
	var groups []chat.Button
	for _, group := range command.Groups {
		heading, names := g.Voice.Text("help-group."+string(group)), []string(nil)
		for _, c := range command.Of(group) {
			names = append(names, strings.TrimPrefix(g.Voice.Typed(c.Name), "/"))
		}
		text = append(text, chat.Span{Text: heading, Bold: true}, chat.Span{Text: ": " + strings.Join(names, ", ") + "\n"})
		groups = append(groups, chat.Button{Label: heading, Says: g.Voice.Typed("help") + " " + strings.ToLower(heading)})
	}
	return append(text, view.Line(g.Voice.Say("help-end"))...), chat.Columns(groups)
}

// helpEveryday says how to play, and describes the everyday commands.
func (g Reading) helpEveryday(m *chat.Message, example, more string) {
	begin, guest := "help-begin", ""
	if g.isUnheard() {
		begin = "help-begin-deaf"
	}
	if g.Caps.Guest {
		guest = "yes"
	}
	m.Text = g.Voice.Say(begin, speech.Text("Move", g.Voice.Typed("move")), speech.Text("Guest", guest),
		speech.Text("Example", cmp.Or(example, "11-15")))
	g.helpLines(m, command.Everyday)
	m.AddLine(g.Voice.Say("help-games", speech.Text("Games", g.GameNames(g.Games))))
	m.AddLine(g.Voice.Say("help-more", speech.Text("More", more)))
}

// isUnheard reports whether plain text of the reader is not heard, because others are there.
func (g Guide) isUnheard() bool { return !g.Caps.Talk && !g.Event.Private }

// helpLines describe the commands of a group, each in a line.
func (g Reading) helpLines(m *chat.Message, group command.Group) {
	for _, c := range command.Of(group) {
		m.AddLine(g.helpLine(c))
	}
}

// helpLine describes a command. A service may make a button of a command in a text, as Telegram does, but of none in a
// fixed width.
func (g Reading) helpLine(c command.Command) []chat.Span {
	name := chat.Span{Text: g.Voice.Typed(c.Name), Bold: true}
	if c.Binding {
		name = view.Mono(name.Text)
	}
	return append([]chat.Span{name, {Text: "  "}}, g.Voice.Say("help."+c.Name)...)
}
