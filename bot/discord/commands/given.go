package commands

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tabuleiro/bot/command"
)

// Slashed matches a command in a text.
var Slashed = regexp.MustCompile(`(^|[^\p{L}\p{N}/<])/(\p{L}[\p{L}\p{N}_-]*)( #[a-z0-9]+-[a-z0-9]+)?`)

// place is the command that texts call by a word.
type place struct {
	here, english string // full name, with those of its parents
	command       Command
}

// Rewrite converts a text with a command as entered here, with parent names and options, to the bot's form: "/tabuleiro
// record dice match: k7q2" becomes "/dice #k7q2". Other texts are unchanged.
func (s *Set) Rewrite(text string) string {
	words := strings.Fields(text)
	if len(words) < 2 || !strings.HasPrefix(text, "/") {
		return text
	}
	for n := min(3, len(words)); n > 0; n-- {
		path := strings.ToLower(strings.TrimPrefix(strings.Join(words[:n], " "), "/"))
		name := path[strings.LastIndexByte(path, ' ')+1:]
		found := s.places[name]
		if n > 1 && found.here != path && found.here != theOthers+" "+path {
			continue
		}
		said, options := found.command.typed(words[n:])
		if n == 1 && !options {
			return text
		}
		return "/" + name + said
	}
	return text
}

// typed converts the words after a command, which may name its options in any language as Discord's clients show them:
// "game: damas" or "game:damas". options is false if they name none.
func (c Command) typed(words []string) (said string, options bool) {
	values, at := map[string]string{}, ""
	for _, w := range words {
		name, value, colon := strings.Cut(w, ":")
		if n := slices.IndexFunc(c.Options, func(o Option) bool { return o.isNamed(name) }); colon && n >= 0 {
			at, w = c.Options[n].Arg.Name, value
		}
		if at == "" {
			said += " " + w
			continue
		}
		values[at] += " " + w
	}
	return said + c.say(func(o Option) string { return values[o.Arg.Name] }), at != ""
}

// say returns the text after a command for the values of its options, "" for those not given.
func (c Command) say(value func(o Option) string) (said string) {
	for _, o := range c.Options {
		given := strings.TrimSpace(value(o))
		if o.Kind == command.Flag || o.Kind == command.Thread {
			if !strings.EqualFold(given, "true") {
				continue
			}
			given = strings.TrimPrefix(o.Values[0], "word.")
		} else if given != "" && !strings.HasPrefix(given, o.Prefix) {
			given = o.Prefix + given
		}
		if given != "" {
			said += " " + given
		}
	}
	return said
}

func (o Option) isNamed(name string) bool {
	for _, n := range o.Name {
		if strings.EqualFold(n, name) {
			return true
		}
	}
	return false
}

// Written converts the commands in a text of a language, "" if unknown, to the form used here, with arguments as
// options; commands with the code of a challenge are left alone, as they are for other services. Registered commands
// become mentions by English name, because clients show those by other names but do nothing when they are tapped.
func (s *Set) Written(text, lang string) string { return s.written(text, lang, false) }

// ForOthers is Written for a text sent on another service about this one.
func (s *Set) ForOthers(text, lang string) string { return s.written(text, lang, true) }

func (s *Set) written(text, lang string, others bool) string {
	var b strings.Builder
	done := 0
	for _, at := range Slashed.FindAllStringSubmatchIndex(text, -1) {
		begin, end := at[4], at[5]
		found, ok := s.places[strings.ToLower(text[begin:end])]
		if !ok || begin < done || strings.Contains(text[begin:at[1]], "#") && !others {
			continue
		}
		name := "/" + found.here
		top, _, _ := strings.Cut(found.english, " ")
		if id, known := s.ids.Load(top); known && !others {
			name = fmt.Sprintf("</%s:%s>", found.english, id)
		}
		given, long := found.command.options(text[end:], strings.ToLower(text[begin:end]), lang)
		b.WriteString(text[done:begin-1] + name + given)
		done = end + long
	}
	return b.String() + text[done:]
}

// Learn sets the ids of the registered top-level commands, by English name: "NAME=ID NAME=ID".
func (s *Set) Learn(listed string) {
	for word := range strings.FieldsSeq(listed) {
		name, id, _ := strings.Cut(word, "=")
		s.ids.Store(name, id)
	}
}

// options converts what follows a command in a text to options, and returns its length in bytes. If the command's name
// is one of several languages, the one in which most is understood counts.
func (c Command) options(text, word, lang string) (options string, long int) {
	lang, _, _ = strings.Cut(lang, "-")
	for l := range c.Name {
		if !c.isNamed(word, l) {
			continue
		}
		if found, n := c.read(text, l); n > long || n == long && l == lang {
			options, long = found, n
		}
	}
	return options, long
}

// isNamed reports whether texts of a language call the command by a word.
func (c Command) isNamed(word, lang string) bool {
	return strings.EqualFold(c.Name[lang], word) || strings.EqualFold(c.Elsewhere[lang], word)
}

// follows matches a word after a command, and the punctuation after that.
var follows = regexp.MustCompile(`^ (\S*?)([.,;:!?)"”»]*)(?:\s|$)`)

// read is options for one language.
func (c Command) read(text, lang string) (options string, long int) {
	values := make([]string, len(c.Options))
	last, at, marks := -1, 0, "" // last is the option of the last word
	for marks == "" {
		m := follows.FindStringSubmatch(text[at:])
		if m == nil {
			break
		}
		word := m[1]
		if marks = m[2]; word == "…" && marks == "" { // further arguments are possible here
			at += 1 + len(word)
			continue
		}
		taken := false
		for n, o := range c.Options {
			value, meant := o.value(word, lang)
			if taken = meant && (values[n] == "" || n == last && o.free()); taken {
				values[n] = strings.TrimSpace(values[n] + " " + value)
				at += 1 + len(word)
				last, long = n, at
				break
			}
		}
		if !taken {
			break
		}
	}
	for n, o := range c.Options {
		if values[n] != "" {
			options += " " + o.Name[lang] + ": " + values[n]
		}
	}
	return options, long
}

// free reports whether an option takes several words.
func (o Option) free() bool {
	return (o.Kind == command.Text || o.Kind == command.Completed) && o.Prefix == "" && len(o.Choices) == 0
}

// optionForm matches a word that is meant for a free option: a square, a move, a duration, a named value.
var optionForm = regexp.MustCompile(`^(\d\S*|\S+=\S+|@\S+)$`)

// known returns the first synonym of a word among the option's words in a language, "" if it is not among them.
func (o Option) known(word, lang string) string {
	for _, same := range o.Words[lang] {
		if slices.ContainsFunc(same, func(w string) bool { return strings.EqualFold(w, word) }) {
			return same[0]
		}
	}
	return ""
}

// value converts a word of a text to the option's value. meant is false if the word is not meant for the option.
func (o Option) value(word, lang string) (value string, meant bool) {
	key, rest, _ := strings.Cut(word, "=")
	known := o.known(word, lang)
	switch {
	case o.Kind == command.Person:
		return word, len(word) > 1 && word[0] == '@'
	case o.Kind == command.Number:
		return word, word != "" && strings.Trim(word, "0123456789") == ""
	case o.Kind == command.Flag, o.Kind == command.Thread:
		return "True", known != ""
	case o.Prefix == "#":
		value, meant = strings.CutPrefix(word, "#")
		return value, meant && value != ""
	case o.Prefix != "":
		return rest, rest != "" && (key+"=" == o.Prefix || o.known(key, lang) != "")
	case !o.free():
		return known, known != ""
	}
	return word, known != "" || optionForm.MatchString(word)
}
