// Package guide makes the pages of the bot: the menu, help, rules, manual, settings, lists of matches, and the
// questions to a person who begins a match with buttons.
//
// It is pure, like package view: data comes in, messages go out. The buttons of a page show where it leads, and the
// text of each button could also be typed.
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
	Event     chat.Event     // the event being answered
	Reader    match.Player   // zero if there are several readers
	Games     []*engine.Game // what can be played
	Handbook  fs.FS          // the manual for players, a file for each language: en.md
}

// Each of these types is a Guide that makes one sort of pages.
type (
	// Reading makes the pages to read: the menu, help, the manual, the rules.
	Reading struct{ Guide }

	// Settings makes the pages of settings, and knows the words for them.
	Settings struct{ Guide }

	// Asking makes the questions to somebody who begins a match with buttons, and knows the words for its terms.
	Asking struct{ Guide }

	// Lists makes lists of matches, of games in files, and of ratings and results.
	Lists struct{ Guide }
)

// Reading returns a Reading for the guide's reader.
func (g Guide) Reading() Reading { return Reading{g} }

// Settings returns a Settings for the guide's reader.
func (g Guide) Settings() Settings { return Settings{g} }

// Asking returns an Asking for the guide's reader.
func (g Guide) Asking() Asking { return Asking{g} }

// Lists returns a Lists for the guide's reader.
func (g Guide) Lists() Lists { return Lists{g} }

// say returns a message of one sentence, for the reader alone.
func (g Guide) say(key string, facts ...speech.Fact) chat.Message {
	return chat.Message{Text: g.Voice.Say(key, facts...), Private: true}
}

// means reports whether a word has a meaning in any language.
func (g Guide) means(what, word string) bool { return g.Languages.Book.Means(what, word) }

// TypedGame returns what is typed for a game in the language of the reader.
func (g Guide) TypedGame(game *engine.Game) string {
	typed := g.Voice.Text("game-typed." + game.Name)
	if usual := usualDraughts(g.Games, g.Voice); usual != game && IsAnyDraughts(typed) {
		return Short(game)
	}
	return typed
}

// GameNames lists some games by what is typed for them, those offered first before the others.
func (g Guide) GameNames(games []*engine.Game) string {
	return strings.Join(each(slices.Concat(Offered(games, g.Voice, false), Offered(games, g.Voice, true)), g.TypedGame), ", ")
}

// each returns what a function says of each of some games.
func each(games []*engine.Game, says func(*engine.Game) string) (all []string) {
	for _, game := range games {
		all = append(all, says(game))
	}
	return all
}

func (g Guide) gameName(game *engine.Game) string { return g.Voice.Text("game." + game.Name) }

// menuButton is the text of a button for the menu.
const menuButton = "/start menu"

// MenuRows are the rows of buttons of the menu, and HelpRow is the row below the everyday commands: each has the key of
// a label under "menu", and the text of the button.
var (
	MenuRows = [][][]string{{{"house", "play", "house"}, {"friend", "play", "friend"}},
		{{"puzzle", "puzzle"}, {"other-game", "play"}, {"help", "help"}}}
	HelpRow = [][]string{{"games", "games"}, {"rules", "rules"}, {"settings", "settings"}}
)

// chosen returns the button of one of these entries.
func (g Guide) chosen(c []string) chat.Button {
	says, label := g.Voice.Typed(c[1]), g.Voice.Text("menu."+c[0])
	switch {
	case c[0] == "puzzle" && g.Event.Private:
		c = append(slices.Clone(c), "day")
	case c[0] == "puzzle": // the puzzle of the day depends on a setting
		label = g.Voice.Text("menu.any-puzzle")
	}
	for _, word := range c[2:] {
		says += " " + g.Voice.Typed(word)
	}
	return chat.Button{Label: label, Says: says}
}

// row returns the buttons of some of these entries.
func (g Guide) row(choices [][]string) (row []chat.Button) {
	for _, c := range choices {
		row = append(row, g.chosen(c))
	}
	return row
}

// Begins returns the buttons that begin a match, for somebody who has none.
func (g Reading) Begins() []chat.Button { return g.row(MenuRows[0]) }

// mostGames is the maximum number of games named in the greeting.
const mostGames = 5

// Menu shows the games, with one-tap buttons to begin, and a line for each pending challenge of the reader.
func (g Reading) Menu(waiting ...*match.Match) chat.Message {
	titles := each(slices.Concat(Offered(g.Games, g.Voice, false), Offered(g.Games, g.Voice, true)), g.gameName)
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

// helpGroup returns the group of commands with a heading in any language; "" if there is none.
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

// Help describes the everyday commands or, by its text, the names of all others ("more"), a group by its heading, or a
// single command; false if there is no such one. example is a legal move in the reader's match, "" without a match.
func (g Reading) Help(text, example string) (chat.Message, bool) {
	group, book := g.helpGroup(text), g.Languages.Book
	words := strings.Split(strings.TrimPrefix(text, "/"), " ")
	last := words[len(words)-1] // for a command with an example after it, or "with the tournaments"
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
	var to chat.Button // to the previous page, or from the first to the second
	switch {
	case group != "":
		m.Text = []chat.Span{{Text: g.Voice.Text("help-group." + string(group)), Bold: true}}
		g.helpLines(&m, group)
		to = chat.Button{Label: "‹", Says: more}
	case last != "":
		m.Text, m.Buttons = g.helpGroups()
		m.Told = false // the names of the groups can be typed
		to = chat.Button{Label: "‹", Says: g.Voice.Typed("help")}
	default:
		g.helpEveryday(&m, example, more)
		to = chat.Button{Label: g.Voice.Text("button.more"), Says: more}
	}
	m.AddRow(to, g.chosen([]string{"manual", "manual"}), chat.Button{Label: "☰", Says: menuButton})
	m.AddRow(g.row(HelpRow)...)
	return m, true
}

// helpGroups returns the names of all commands but the everyday ones in groups, and a button for each group.
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
	begin, guest := "help-begin", map[bool]string{true: "yes"}[g.Caps.Guest]
	if g.isUnheard() {
		begin = "help-begin-deaf"
	}
	m.Text = g.Voice.Say(begin, speech.Text("Move", g.Voice.Typed("move")), speech.Text("Guest", guest),
		speech.Text("Example", cmp.Or(example, "11-15")))
	g.helpLines(m, command.Everyday)
	m.AddLine(g.Voice.Say("help-games", speech.Text("Games", g.GameNames(g.Games))))
	m.AddLine(g.Voice.Say("help-more", speech.Text("More", more)))
}

// isUnheard reports whether the bot does not receive the reader's plain text, as others are in the room.
func (g Guide) isUnheard() bool { return !g.Caps.Talk && !g.Event.Private }

// helpLines adds a line for each command of a group.
func (g Reading) helpLines(m *chat.Message, group command.Group) {
	for _, c := range command.Of(group) {
		m.AddLine(g.helpLine(c))
	}
}

// helpLine describes a command. Telegram, for example, makes a button of a command in a text, but not in fixed width.
func (g Reading) helpLine(c command.Command) []chat.Span {
	name := chat.Span{Text: g.Voice.Typed(c.Name), Bold: true}
	if c.Binding {
		name = view.Mono(name.Text)
	}
	return append([]chat.Span{name, {Text: "  "}}, g.Voice.Say("help."+c.Name)...)
}
