// Package command has the table of what the bot can be asked for. The words of commands, help, completion, Telegram's
// menus and Discord's registration are made from it; bot/router binds each row to what carries it out.
package command

import (
	"slices"
	"strings"
)

// Command is a row of the table. Its words and what it does stand in the message files under "command.NAME" and
// "help.NAME".
type Command struct {
	Name  string
	Args  []Arg // in the order in which a text has them
	Group Group // of help; "" for the operator's commands, of which no help tells
	Menu  Scope // where Telegram suggests it to people who type a slash; all commands are understood everywhere

	// Discord shows it as a slash command of its own where Top is above 0, in that order, else below the name of the bot:
	// there with others under Folder, "" for none.
	Top    int
	Folder string

	Binding   bool // does something in a match at once, so that a tap on its name in a text may not carry it out
	Personal  bool // its buttons are for the person alone who asked for it
	Anonymous bool // also for people who hide their names
}

// Group is a page of help. Its heading is under "help-group.NAME" in the message files.
type Group string

// The groups of help, by when their commands are wanted. What everybody needs fits on a phone.
const (
	Everyday   Group = "everyday"
	Challenges Group = "challenges"
	Playing    Group = "playing"
	Time       Group = "time"
	People     Group = "people"
	Afterwards Group = "afterwards"
	Bot        Group = "bot"
)

// Groups are the pages of help behind the first one, Everyday, in order.
var Groups = []Group{Challenges, Playing, Time, People, Afterwards, Bot}

// Scope is a set of menus in which Telegram suggests a command.
type Scope int

// The menus of private chats, of groups, and of administrators of groups, who see theirs alone: at most twelve commands
// in each, as help has the others.
const (
	Private Scope = 1 << iota
	Groupwide
	Administrators

	everywhere = Private | Groupwide | Administrators
)

// Arg is something that can be given with a command. Its name and description are in the message files under
// "slash.NAME" and "slash-help.NAME".
type Arg struct {
	Name     string
	Kind     Kind
	Required bool
	Prefix   string   // put before the value in a text unless it begins with that: "#", "colour="
	Help     string   // description if it is not that of Name
	Typed    bool     // Discord does not offer it
	Values   []string // keys of words that can be given; Games and Languages stand for those of all games and languages
	// of a Flag or a Thread what stands for it in a text
}

// Games and Languages are keys of Values that stand for more than one.
const (
	Games     = "game-typed"
	Languages = "language"
)

// Kind is what an argument takes.
type Kind int

// The kinds of arguments.
const (
	Text      Kind = iota // any text
	Completed             // any text, for which the bot has suggestions while it is typed
	Person                // somebody, "@handle" in a text
	Flag                  // whether a word is part of the text
	Thread                // a Flag that opens a thread, for which the bot needs permissions
	Number                // a whole number from 0
	Upload                // a file, which is no part of the text
)

// Arguments of several commands.
var (
	game     = Arg{Name: "game", Values: []string{Games}}
	opponent = Arg{Name: "opponent", Kind: Person}
	user     = Arg{Name: "user", Kind: Person}
	number   = Arg{Name: "match", Prefix: "#"}
	word     = Arg{Name: "word", Prefix: "word=", Values: []string{"word.word"}}
	text     = Arg{Name: "text"}
	anything = Arg{Name: "text", Values: []string{Games}}
	section  = Arg{Name: "section", Kind: Completed}
	page     = Arg{Name: "page", Kind: Number}
)

// span is a time whose description is that of its command.
func span(command string, values ...string) Arg {
	return Arg{Name: "time", Help: command, Values: values}
}

func flag(word string) Arg { return Arg{Name: word, Kind: Flag, Values: []string{"word." + word}} }

func args(list ...Arg) []Arg { return list }

// Table has all commands. Discord is told of those below the name of the bot, and people are shown suggestions, in this
// order.
var Table = []Command{
	{Name: "start", Group: Bot, Personal: true, Anonymous: true},
	{Name: "play", Group: Everyday, Top: 1, Menu: everywhere, Personal: true, Args: args(game, opponent,
		Arg{Name: "colour", Prefix: "colour=", Values: []string{"word.colour"}},
		Arg{Name: "time", Prefix: "time=", Values: []string{"word.time"}},
		Arg{Name: "options", Kind: Completed}, Arg{Name: "thread", Kind: Thread, Values: []string{"word.thread"}})},
	{Name: "accept", Group: Everyday, Binding: true, Args: args(number, word)},
	{Name: "decline", Group: Challenges, Binding: true, Args: args(number)},
	{Name: "cancel", Group: Challenges, Binding: true, Args: args(number)},
	{Name: "move", Group: Playing, Top: 2, Menu: everywhere,
		Args: args(Arg{Name: "move", Kind: Completed, Required: true})},
	{Name: "if", Group: Playing, Args: args(text)},
	{Name: "try", Group: Playing, Args: args(text)},
	{Name: "moves", Group: Everyday, Menu: Groupwide, Args: args(Arg{Name: "from"})},
	{Name: "board", Group: Everyday, Top: 3, Menu: everywhere, Args: args(number, flag("flip"))},
	{Name: "text", Group: Playing, Args: args(number,
		Arg{Name: "flip", Kind: Flag, Values: []string{"word.flip"}, Typed: true})},
	{Name: "words", Group: Playing, Args: args(number, flag("new"))},
	{Name: "rules", Group: Everyday, Top: 5, Menu: everywhere, Personal: true, Anonymous: true, Args: args(game, section)},
	{Name: "games", Group: Everyday, Top: 4, Menu: everywhere, Personal: true, Args: args(page)},
	{Name: "history", Group: Afterwards, Folder: "record", Personal: true, Args: args(page)},
	{Name: "tournament", Group: People, Menu: Groupwide | Administrators, Args: args(anything)},
	{Name: "ladder", Group: People, Args: args(anything)},
	{Name: "why", Group: Playing, Args: args(Arg{Name: "move"})},
	{Name: "log", Group: Afterwards, Folder: "record", Args: args(number, flag("all"))},
	{Name: "position", Group: Afterwards, Folder: "record", Args: args(number)},
	{Name: "rematch", Group: Challenges, Binding: true, Args: args(number)},
	{Name: "step", Group: Afterwards, Folder: "record", Args: args(number, Arg{Name: "step", Kind: Number})},
	{Name: "replay", Group: Afterwards, Folder: "record", Args: args(number, Arg{Name: "pace"}, flag("public"))},
	{Name: "analyse", Group: Afterwards, Folder: "record", Args: args(number)},
	{Name: "hint", Group: Playing, Menu: Private, Args: args(number)},
	{Name: "puzzle", Group: Playing, Menu: Private, Args: args(game, Arg{Name: "move", Kind: Completed,
		Values: []string{"word.next", "word.solution", "word.puzzle-capture", "word.puzzle-sacrifice", "word.puzzle-king",
			"word.puzzle-ending", "word.puzzle-race", "word.puzzle-cube"}})},
	{Name: "learn", Group: Playing, Top: 6, Args: args(game,
		Arg{Name: "move", Kind: Completed, Values: []string{"word.next"}})},
	{Name: "draw", Group: Everyday, Top: 8, Menu: everywhere, Binding: true, Args: args(number)},
	{Name: "undo", Group: Everyday, Menu: everywhere, Binding: true, Args: args(number)},
	{Name: "resign", Group: Everyday, Top: 7, Menu: everywhere, Binding: true, Args: args(number, Arg{Name: "times"})},
	{Name: "stop", Group: Playing, Binding: true, Args: args(number)},
	{Name: "claim", Group: Time, Folder: "clocks", Binding: true, Args: args(number)},
	{Name: "give", Group: Time, Folder: "clocks", Args: args(number, span("give"))},
	{Name: "pause", Group: Time, Folder: "clocks", Args: args(number, span("pause"))},
	{Name: "away", Group: Time, Folder: "clocks", Args: args(span("away"))},
	{Name: "remind", Group: Time, Folder: "clocks", Args: args(number, span("remind", "word.in"))},
	{Name: "arbiter", Group: Time, Folder: "clocks", Args: args(Arg{Name: "text", Values: []string{"word.award"}})},
	{Name: "profile", Group: People, Folder: "people", Args: args(user)},
	{Name: "versus", Group: People, Folder: "people", Args: args(Arg{Name: "user", Kind: Person, Required: true})},
	{Name: "ranking", Group: People, Folder: "people", Menu: Groupwide | Administrators, Args: args(game, page)},
	{Name: "link", Group: People, Folder: "people", Args: args(Arg{Name: "code"})},
	{Name: "unlink", Group: People, Folder: "people"},
	{Name: "confirm", Group: Bot,
		Args: args(Arg{Name: "switch", Values: []string{"value.confirm.on", "value.confirm.off"}})},
	{Name: "dice", Group: Playing, Folder: "record", Args: args(number, word, Arg{Name: "throw"}, flag("stats"), user)},
	{Name: "export", Group: Afterwards, Folder: "record", Args: args(number, Arg{Name: "format"})},
	{Name: "import", Group: Afterwards, Folder: "record",
		Args: args(Arg{Name: "file", Kind: Upload, Required: true}, opponent)},
	{Name: "language", Group: Bot, Personal: true,
		Args: args(Arg{Name: "language", Kind: Completed, Values: []string{Languages}})},
	{Name: "theme", Group: Bot, Personal: true,
		Args: args(Arg{Name: "theme", Values: []string{"value.theme.slate", "value.size.desktop"}})},
	{Name: "settings", Group: Everyday, Top: 9, Menu: Private | Administrators, Personal: true,
		Args: args(Arg{Name: "what", Kind: Completed})},
	{Name: "block", Group: Challenges, Folder: "people", Personal: true, Args: args(user)},
	{Name: "unblock", Group: Challenges, Folder: "people", Personal: true, Args: args(user)},
	{Name: "forget", Group: Bot, Folder: "people"}, // it asks with a button
	{Name: "mydata", Group: Bot, Folder: "people"},
	{Name: "privacy", Group: Bot, Folder: "people"},
	{Name: "manual", Group: Everyday, Personal: true, Anonymous: true, Args: args(section)},
	{Name: "help", Group: Bot, Top: 10, Menu: everywhere, Personal: true, Anonymous: true,
		Args: args(Arg{Name: "command", Kind: Completed, Values: []string{"word.more"}})},
	{Name: "status"},
}

// Public are the commands of everybody: all but the operator's.
func Public() []Command { return filter(func(c Command) bool { return c.Group != "" }) }

// Of are the commands of a group of help.
func Of(g Group) []Command { return filter(func(c Command) bool { return c.Group == g }) }

func filter(is func(Command) bool) []Command {
	return slices.DeleteFunc(slices.Clone(Table), func(c Command) bool { return !is(c) })
}

// Named finds the command of a name; its zero value if there is none.
func Named(name string) Command {
	if i := slices.IndexFunc(Table, func(c Command) bool { return c.Name == name }); i >= 0 {
		return Table[i]
	}
	return Command{}
}

// Words are the keys below "word" of what is given with the argument by a word of its own, wherever it is typed.
func (a Arg) Words() (words []string) {
	for _, key := range a.Values {
		if word, is := strings.CutPrefix(key, "word."); is && a.Prefix == "" && a.Kind != Thread {
			words = append(words, word)
		}
	}
	return words
}

// Takes reports whether words of a key can be given with the command.
func (c Command) Takes(key string) bool {
	return slices.ContainsFunc(c.Args, func(a Arg) bool { return slices.Contains(a.Values, key) })
}
