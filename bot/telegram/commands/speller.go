package commands

import (
	"regexp"
	"strings"
	"unicode"

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

// Unlinked are the stretches of a text, in bytes, that must be no links: commands with something behind them, and those
// that are not the bot's.
func (c Speller) Unlinked(text string) (stretches [][2]int) {
	for _, at := range commandWord.FindAllStringIndex(text, -1) {
		if at[0] > 0 && !unicode.IsSpace(rune(text[at[0]-1])) && text[at[0]-1] != '(' {
			continue // part of a path
		}
		line, _, _ := strings.Cut(text[at[1]:], "\n")
		behind, _, another := strings.Cut(line, "/")
		if end := strings.IndexAny(behind, ".,;:!?)"); end >= 0 {
			behind = behind[:end]
		} else if another { // "or" another one
			behind = behind[:max(0, strings.LastIndexByte(strings.TrimRight(behind, " "), ' '))]
		}
		words := strings.Fields(behind)
		if len(words) == 0 || !strings.HasPrefix(behind, " ") || !argument(words[0]) {
			if !c.given[text[at[0]:at[1]]] {
				stretches = append(stretches, [2]int(at))
			}
			continue
		}
		end := at[1]
		if len(words) <= 2 { // more than that is a sentence that goes on
			end += len(strings.TrimRight(behind, " "))
		}
		stretches = append(stretches, [2]int{at[0], end})
	}
	return stretches
}

// argument reports whether a word can stand behind a command, as a dash or a bracket cannot.
func argument(word string) bool {
	r := []rune(word)[0]
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("@#<{…", r)
}
