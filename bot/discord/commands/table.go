package commands

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// wanted is an option of a command in the table. Its words are found under its name.
type wanted struct {
	name     string
	kind     Kind
	required bool
	prefix   string
	word     string
	help     string   // under which its description is found; "": under its name
	values   []string // keys of words for what can be given
}

// foremost are the commands that stand for themselves, in this order; all others are given after the name of the bot,
// because it is seldom the only one on a server.
var foremost = []string{"play", "move", "board", "games", "rules", "learn", "resign", "draw", "settings", "help"}

type group struct {
	name     string
	help     string // key of what it is for
	commands []string
}

// together are commands that stand under a name of their own below that of the bot. It is found under "slash", and the
// same in Portuguese and Spanish, which share words for commands: a text does not tell in which of the two it names
// one.
var together = []group{
	{"record", "slash-help.record", []string{"history", "step", "replay", "analyse", "log", "position", "dice", "export",
		"import"}},
	{"clocks", "slash-help.clocks", []string{"claim", "give", "pause", "away", "remind", "arbiter"}},
	{"people", "slash-help.people", []string{"profile", "versus", "ranking", "block", "unblock", "link", "unlink",
		"mydata", "privacy", "forget"}},
}

// The name of the command under which the others stand, and the one in the menu of a person.
const (
	theOthers = "tabuleiro"
	onPerson  = "challenge"
)

// someGame stands for the keys of what is typed for all games, and someLanguage for the languages.
const (
	someGame     = "game-typed"
	someLanguage = "language"
)

// Options of several commands.
var (
	theGame     = wanted{name: "game", values: []string{someGame}}
	theOpponent = wanted{name: "opponent", kind: Person}
	theMatch    = wanted{name: "match", prefix: "#"}
	theWord     = wanted{name: "word", prefix: "word=", values: []string{"word.word"}}
	aSection    = wanted{name: "section", kind: Completed}
	aPage       = wanted{name: "page", kind: Number}
	somebody    = wanted{name: "user", kind: Person}
)

// table is what can be given with which command.
var table = map[string][]wanted{
	"start": nil,

	"play": {
		theGame, theOpponent, {name: "colour", prefix: "colour=", values: []string{"word.colour"}},
		{name: "time", prefix: "time=", values: []string{"word.time"}}, {name: "options", kind: Completed},
		{name: "thread", kind: Thread, word: "thread"}, theWord,
	},
	"accept":  {theMatch, theWord},
	"decline": {theMatch},
	"cancel":  {theMatch},
	"rematch": {theMatch},

	"move":     {{name: "move", kind: Completed, required: true}},
	"moves":    {{name: "from"}},
	"if":       {{name: "text"}},
	"try":      {{name: "text"}},
	"why":      {{name: "move"}},
	"log":      {theMatch, {name: "all", kind: Flag, word: "all"}},
	"position": {theMatch},
	"board":    {theMatch, {name: "flip", kind: Flag, word: "flip"}},
	"text":     {theMatch, {name: "symbols", kind: Flag, word: "symbols"}},
	"words":    {theMatch, {name: "new", kind: Flag, word: "new"}},
	"dice":     {theMatch, {name: "throw"}, {name: "stats", kind: Flag, word: "stats"}, somebody},
	"draw":     {theMatch},
	"undo":     {theMatch},
	"stop":     {theMatch},
	"resign":   {theMatch, {name: "times"}},
	"claim":    {theMatch},
	"give":     {theMatch, {name: "time", help: "give"}},
	"pause":    {theMatch, {name: "time", help: "pause"}},
	"away":     {{name: "time", help: "away"}},
	"remind":   {theMatch, {name: "time", help: "remind", values: []string{"word.in"}}},

	"arbiter": {{name: "text", values: []string{"word.award"}}},

	"rules":   {theGame, aSection},
	"manual":  {aSection},
	"help":    {{name: "command", kind: Completed, values: []string{"word.more"}}},
	"games":   {aPage},
	"history": {aPage},
	"step":    {theMatch, {name: "step", kind: Number}},
	"replay":  {theMatch, {name: "pace"}, {name: "public", kind: Flag, word: "public"}},
	"analyse": {theMatch},
	"hint":    {theMatch},
	"puzzle": {theGame, {name: "move", kind: Completed,
		values: []string{"word.next", "word.solution", "word.puzzle-capture",
			"word.puzzle-sacrifice", "word.puzzle-king", "word.puzzle-ending", "word.puzzle-race", "word.puzzle-cube"}}},
	"learn":  {theGame, {name: "move", kind: Completed, values: []string{"word.next"}}},
	"export": {theMatch, {name: "format"}},
	"import": {{name: "file", kind: Upload, required: true}, theOpponent},

	"language": {{name: "language", kind: Completed, values: []string{someLanguage}}},
	"theme":    {{name: "theme", values: []string{"value.theme.slate", "value.size.desktop"}}},
	"confirm":  {{name: "switch", values: []string{"value.confirm.on", "value.confirm.off"}}},
	"settings": {{name: "what", kind: Completed}},
	"profile":  {somebody},
	"versus":   {{name: "user", kind: Person, required: true}},
	"ranking":  {theGame, aPage},
	"link":     {{name: "code"}},
	"unlink":   nil,
	"block":    {somebody},
	"unblock":  {somebody},
	"forget":   nil, // it asks with a button
	"mydata":   nil,
	"privacy":  nil,
}

// unlisted is what can be given with a command that is not in the table.
var unlisted = []wanted{{name: "text", values: []string{someGame}}}

// All are slash commands for what the bot can be asked for. The words are looked up: those for a command under
// "command.play", of which the first one counts that is not the name of the bot, and under "help.play", as far as they
// do not tell what to type; those for its options under "slash.game" and "slash-help.game". choices are by the names of
// options.
//
// A command that is not known here can be given with any text.
func All(names []string, words func(key string) Words, choices map[string][]Choice) []Command {
	others := Command{Name: Words{everybody: theOthers}, Description: words("slash-help." + theOthers)}
	first := make([]Command, len(foremost))
	groups := make([]Command, len(together))
	var rest []Command
	for _, name := range names {
		c := commandOf(name, words, choices)
		if at := slices.Index(foremost, name); at >= 0 {
			first[at] = c
		} else if at := slices.IndexFunc(together, func(g group) bool { return slices.Contains(g.commands, name) }); at >= 0 {
			groups[at].Under = append(groups[at].Under, c)
			groups[at].Name, groups[at].Description = words("slash."+together[at].name), words(together[at].help)
		} else if len(others.Under) < mostOptions-len(together) {
			others.Under = append(others.Under, c)
		} else {
			rest = append(rest, c)
		}
	}
	all := slices.DeleteFunc(first, func(c Command) bool { return c.Name == nil })
	if others.Under = append(others.Under, slices.DeleteFunc(groups,
		func(c Command) bool { return c.Name == nil })...); len(others.Under) > 0 {
		all = append(all, others)
	}
	all = append(all, rest...)
	if slices.Contains(names, "play") {
		all = append(all, Command{Name: words("slash." + onPerson), OnPerson: true, Text: "/play"})
	}
	return all
}

func commandOf(name string, words func(key string) Words, choices map[string][]Choice) Command {
	c := Command{Name: Words{}, Description: Words{}}
	for lang, list := range words("command." + name) {
		c.Name[lang], list, _ = strings.Cut(strings.TrimSpace(list), " ")
		if c.Name[lang] == theOthers { // that name is taken
			c.Elsewhere = Words{lang: theOthers}
			c.Name[lang], _, _ = strings.Cut(list, " ")
		}
	}
	for lang, text := range words("help." + name) {
		c.Description[lang] = untyped.ReplaceAllString(text, "")
	}
	options, listed := table[name]
	if !listed {
		options = unlisted
	}
	for _, o := range options {
		c.Options = append(c.Options, Option{
			Kind:        o.kind,
			Name:        words("slash." + o.name),
			Description: words("slash-help." + cmp.Or(o.help, o.name)),
			Required:    o.required,
			Prefix:      o.prefix,
			Word:        o.word,
			Choices:     choices[o.name],
			Words:       o.known(words, choices["game"]),
		})
	}
	return c
}

// known are the words for what can be given.
func (o wanted) known(words func(key string) Words, games []Choice) map[string][][]string {
	keys := o.values
	if o.word != "" {
		keys = append(keys, "word."+o.word)
	}
	found := map[string][][]string{}
	for _, key := range keys {
		switch key {
		case someGame:
			for _, g := range games {
				for lang, typed := range words(someGame + "." + g.Value) {
					found[lang] = append(found[lang], []string{typed})
				}
			}
		case someLanguage:
			for lang := range words("command.language") {
				for other := range words("command.language") {
					found[lang] = append(found[lang], []string{other})
				}
			}
		default:
			for lang, list := range words(key) {
				found[lang] = append(found[lang], strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == '|' }))
			}
		}
	}
	return found
}

// untyped is the part of a description that tells what to type; Discord shows that itself.
var untyped = regexp.MustCompile(`[:;,] /.*$`)
