package discord

import "strings"

// wanted is an option of a command in the table. Its words are found under its name.
type wanted struct {
	name     string
	kind     Kind
	required bool
	prefix   string
}

// Options of several commands.
var (
	theGame     = wanted{name: "game"}
	theOpponent = wanted{name: "opponent", kind: Person}
	theMatch    = wanted{name: "match", prefix: "#"}
	theWord     = wanted{name: "word", prefix: "word="}
	aSection    = wanted{name: "section"}
	aPage       = wanted{name: "page", kind: Number}
	somebody    = wanted{name: "user", kind: Person}
)

// table is what can be given with which command.
var table = map[string][]wanted{
	"start": nil,

	"play": {
		theGame, theOpponent, {name: "colour", prefix: "colour="}, {name: "options"}, {name: "thread", kind: OwnThread}, theWord,
	},
	"accept":  {theMatch, theWord},
	"decline": {theMatch},
	"cancel":  {theMatch},
	"rematch": {theMatch},

	"move":   {{name: "move", kind: Completed, required: true}},
	"moves":  {{name: "from"}},
	"why":    {{name: "move"}},
	"board":  {theMatch},
	"text":   {theMatch},
	"dice":   {theMatch, {name: "throw"}},
	"draw":   {theMatch},
	"undo":   {theMatch},
	"stop":   {theMatch},
	"resign": {theMatch, {name: "times"}},

	"rules":   {theGame, aSection},
	"manual":  {aSection},
	"help":    {aSection},
	"games":   {aPage},
	"history": {aPage},
	"step":    {theMatch, {name: "step", kind: Number}},
	"replay":  {theMatch},
	"export":  {theMatch, {name: "format"}},
	"import":  {{name: "file", kind: Upload, required: true}, theOpponent},

	"language": {{name: "language", kind: Completed}},
	"theme":    {{name: "theme"}},
	"confirm":  {{name: "switch"}},
	"settings": {{name: "what"}},
	"block":    {somebody},
	"unblock":  {somebody},
}

// unlisted is what can be given with a command that is not in the table.
var unlisted = []wanted{{name: "text"}}

// Commands are slash commands for what the bot can be asked for, in the order of the names. The words are looked up: those
// for a command under "command.play", of which the first one counts, and under "help.play"; those for its options under
// "slash.game" and "slash-help.game". choices are by the names of options.
//
// A command that is not known here can be given with any text.
func Commands(names []string, words func(key string) Words, choices map[string][]Choice) []Command {
	var all []Command
	for _, name := range names {
		c := Command{Name: Words{}, Description: words("help." + name)}
		for lang, list := range words("command." + name) {
			c.Name[lang], _, _ = strings.Cut(strings.TrimSpace(list), " ")
		}
		options, listed := table[name]
		if !listed {
			options = unlisted
		}
		for _, o := range options {
			c.Options = append(c.Options, Option{
				Kind:        o.kind,
				Name:        words("slash." + o.name),
				Description: words("slash-help." + o.name),
				Required:    o.required,
				Prefix:      o.prefix,
				Choices:     choices[o.name],
			})
		}
		all = append(all, c)
	}
	return all
}
