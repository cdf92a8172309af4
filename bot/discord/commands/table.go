package commands

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/command"
)

// Names of the command that is the parent of the others, and of the user command.
const (
	theOthers = "tabuleiro"
	onPerson  = "challenge"
)

// All returns the slash commands for the table. words looks up the translations of a key: names under "command.play"
// (the first that is not the bot's name) and "slash.game", descriptions under "help.play" (without what to type) and
// "slash-help.game"; choices are the keys of the values of options, such as "colour.white", by option name.
func All(table []command.Command, words func(key string) Words, choices map[string][]string) []Command {
	others := Command{Name: Words{everybody: theOthers}, Description: words("slash-help." + theOthers)}
	var own, folders []Command
	var names []string // of folders
	byTop := func(a, b command.Command) int { return cmp.Compare(a.Top, b.Top) }
	for _, row := range slices.SortedStableFunc(slices.Values(table), byTop) {
		c := registered(row, words, choices)
		switch at := slices.Index(names, row.Folder); {
		case row.Top > 0:
			own = append(own, c)
		case row.Folder == "":
			others.Under = append(others.Under, c)
		case at >= 0:
			folders[at].Under = append(folders[at].Under, c)
		default:
			names = append(names, row.Folder)
			folders = append(folders, Command{Name: words("slash." + row.Folder),
				Description: words("slash-help." + row.Folder), Under: []Command{c}})
		}
	}
	if others.Under = append(others.Under, folders...); len(others.Under) > 0 {
		own = append(own, others)
	}
	if slices.ContainsFunc(table, func(row command.Command) bool { return row.Name == "play" }) {
		own = append(own, Command{Name: words("slash." + onPerson), OnPerson: true, Text: "/play"})
	}
	return own
}

// registered converts a command of the table, with its translations.
func registered(row command.Command, words func(key string) Words, choices map[string][]string) Command {
	c := Command{Name: Words{}, Description: Words{}}
	for lang, list := range words("command." + row.Name) {
		c.Name[lang], list, _ = strings.Cut(strings.TrimSpace(list), " ")
		if c.Name[lang] == theOthers { // the parent command has that name
			c.Elsewhere = Words{lang: theOthers}
			c.Name[lang], _, _ = strings.Cut(list, " ")
		}
	}
	for lang, text := range words("help." + row.Name) {
		c.Description[lang] = untyped.ReplaceAllString(text, "")
	}
	for _, a := range row.Args {
		if a.Typed {
			continue
		}
		o := Option{
			Arg:         a,
			Name:        words("slash." + a.Name),
			Description: words("slash-help." + cmp.Or(a.Help, a.Name)),
			Words:       known(a, words, choices["game"]),
		}
		for _, key := range choices[a.Name] {
			name := words(key)
			for lang, all := range name {
				name[lang], _, _ = strings.Cut(all, "|")
			}
			o.Choices = append(o.Choices, Choice{Name: name, Value: last(key)})
		}
		c.Options = append(c.Options, o)
	}
	return c
}

// last returns the last part of a key.
func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }

// known returns the words for the values of an argument, by language.
func known(a command.Arg, words func(key string) Words, games []string) map[string][][]string {
	found := map[string][][]string{}
	add := func(key string) {
		for lang, list := range words(key) {
			found[lang] = append(found[lang], strings.FieldsFunc(list, func(r rune) bool { return r == ' ' || r == '|' }))
		}
	}
	for _, key := range a.Values {
		switch key {
		case command.Games:
			for _, g := range games {
				add(key + "." + last(g))
			}
		case command.Languages:
			for lang := range words("command.language") {
				for other := range words("command.language") {
					found[lang] = append(found[lang], []string{other})
				}
			}
		default:
			add(key)
		}
	}
	return found
}

// untyped matches the part of a description that says what to type, which Discord shows itself.
var untyped = regexp.MustCompile(`[:;,] /.*$`)
