package commands

import (
	"regexp"
	"strings"

	"tabuleiro/bot/chat"
)

// Telegram makes a link of every command in a text, which sends the bare command at once: without what stands behind
// it, and under names without accents only. So commands are said under the names that Telegram knows, and those with
// something behind them, or meant for somebody else, are set as code, which is copied when it is touched.

var commandWord = regexp.MustCompile(`/[\pL\pN_]+`)

// Speller knows how commands are written.
type Speller struct {
	plain map[string]string // commands where accents are none, by how they are written elsewhere
	given map[string]bool   // those that the bot has given Telegram, in all languages
}

// NewSpeller knows the commands that are given, by language.
func NewSpeller(commands map[string][]Command) Speller {
	s := Speller{map[string]string{}, map[string]bool{}}
	for _, list := range commands {
		for _, c := range list {
			s.given["/"+c.Name] = true
			for word, name := range c.Spelt {
				s.plain["/"+word] = "/" + name
			}
		}
	}
	return s
}

// Respell writes the commands in a text as Telegram knows them.
func (c Speller) Respell(spans []chat.Span) []chat.Span {
	if len(c.plain) == 0 {
		return spans
	}
	written := make([]chat.Span, len(spans))
	for i, s := range spans {
		if s.User == nil {
			s.Text = c.Plain(s.Text)
		}
		written[i] = s
	}
	return written
}

// Plain writes the commands in a text without accents.
func (c Speller) Plain(text string) string {
	return commandWord.ReplaceAllStringFunc(text, func(word string) string {
		if plain, ok := c.plain[word]; ok {
			return plain
		}
		return word
	})
}

// commandUse is a command with what may be given with it. A dash or a bracket cannot.
var commandUse = regexp.MustCompile(`(?:^|[\s(])(/[\pL\pN_]+)((?: [@#<{…\pL\pN][^\s.,;:!?)]*)*)`)

// Unlinked are the stretches of a text, in bytes, that must be no links: commands with something behind them, and those
// that are not the bot's.
func (c Speller) Unlinked(text string) (stretches [][2]int) {
	for _, at := range commandUse.FindAllStringSubmatchIndex(text, -1) {
		from, end := at[2], at[3]
		args := strings.Fields(text[end:at[5]])
		if n := len(args); n > 0 && strings.HasPrefix(text[at[5]:], " /") { // "or" another one
			args = args[:n-1]
		}
		switch {
		case len(args) == 0 && c.given[text[from:end]]:
			continue
		case len(args) == 1, len(args) == 2: // more than that is a sentence that goes on
			end += len(" " + strings.Join(args, " "))
		}
		stretches = append(stretches, [2]int{from, end})
	}
	return stretches
}
