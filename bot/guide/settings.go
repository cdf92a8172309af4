package guide

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
)

// Whose are the owners of settings.
type Whose int

// The owners of settings.
const (
	OfGroup  Whose = iota // of all who are where the reader is
	Own                   // of the reader
	OfServer              // of the server on which that is, for the groups that have not chosen
)

// CanChoose reports whether a choice is for such settings, and makes sense here.
func (g Settings) CanChoose(c tell.Choice, w Whose) bool {
	if c.Name == "threads" && !g.Caps.Threads {
		return false
	}
	if c.Scope == tell.Rooms {
		return w != OfServer && (w == Own) == g.Private
	}
	return c.Scope == tell.Anywhere || (w == Own) == (c.Scope == tell.People)
}

// ChoiceIn finds a choice by its name in any language, and returns what follows it, with "=" between as in options of a
// game, with ":" and a blank as it is shown, or without.
func (g Settings) ChoiceIn(text string) (choice tell.Choice, rest string, ok bool) {
	words := strings.Fields(strings.Replace(strings.Replace(text, "=", " ", 1), ": ", " ", 1))
	text = speech.Fold(strings.Join(words, " "))
	longest := 0 // words of the name: "time zone" is not "time"
	for _, c := range tell.Choices {
		for _, names := range append(g.Languages.Book.All("setting."+c.Name), c.Name) {
			for name := range strings.SplitSeq(speech.Fold(names), "|") {
				if n := len(strings.Fields(name)); n > longest && strings.HasPrefix(text+" ", name+" ") {
					longest, choice = n, c
				}
			}
		}
	}
	return choice, strings.Join(words[longest:], " "), longest > 0 // the rest as it was typed
}

// ValueIn finds a value by its name in any language. The value is empty for a word that stands for the usual one, and
// for what the button of that one says.
func (g Settings) ValueIn(c tell.Choice, word string) (tell.Chosen, bool) {
	typed := strings.TrimSpace(word)
	word = speech.Fold(typed)
	usual := g.Languages.Book.All("settings-default")
	if g.means("default", word) || slices.Contains(usual, "↺ "+strings.ToLower(typed)) {
		return tell.Chosen{}, true
	}
	for _, value := range c.Values {
		for _, names := range append(g.allWords(c, value), value) {
			if slices.Contains(strings.Split(speech.Fold(names), "|"), word) {
				return tell.Chosen{Value: value}, true
			}
		}
	}
	if other := c.Typed(typed); other != "" {
		return tell.Chosen{Value: other}, true
	}
	return tell.Chosen{}, false
}

// words are what a value of a choice is called in the language of the reader, as the message files have them.
func (g Settings) words(c tell.Choice, value string) string {
	if c.Name == "language" {
		return g.allWords(c, value)[0]
	}
	return g.Voice.Text("value." + c.Name + "." + value)
}

// allWords are the same in all languages. The name of a language stands in its own folder alone, in whatever language
// it is said.
func (g Settings) allWords(c tell.Choice, value string) []string {
	if c.Name == "language" {
		own, _ := g.Languages.Book.In(value)
		return []string{own.Text("own-name")}
	}
	return g.Languages.Book.All("value." + c.Name + "." + value)
}

// Typed is what is typed for a setting, and behind it for a value, in the language of the reader: "puzzle", "off"; the
// text itself if it names none.
func (g Settings) Typed(text string) (setting, value string) {
	c, value, ok := g.ChoiceIn(text)
	if !ok {
		return text, ""
	}
	if known, ok := g.ValueIn(c, value); ok {
		value = g.typedValue(c, known.Value)
	}
	return typedName(g.Voice.Text("setting." + c.Name)), value
}

// Name is what a choice is called.
func (g Settings) Name(c tell.Choice) string { return firstOf(g.Voice.Text("setting." + c.Name)) }

// firstOf is the first of some words for the same thing, that which is said; the others are only understood.
func firstOf(words string) string {
	first, _, _ := strings.Cut(words, "|")
	return first
}

// typedName is which of some words for the same thing is typed: the first if it is one word, else the shortest.
func typedName(words string) string {
	all := strings.Split(words, "|")
	if strings.Contains(all[0], " ") {
		slices.SortStableFunc(all, func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) })
	}
	return strings.ToLower(all[0])
}

// typedNames are all words for the same thing, the one of typedName first.
func typedNames(words string) []string {
	names := []string{typedName(words)}
	for name := range strings.SplitSeq(strings.ToLower(words), "|") {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// TypedSettings are the names of choices that begin with a text, each once: the usual one in the language of the reader
// or, if that does not fit, another one, or that which is the same in all languages.
func (g Settings) TypedSettings(w Whose, begin string) (names []string) {
	for _, c := range tell.Choices {
		if g.CanChoose(c, w) {
			names = append(names, beginning(begin, g.Voice.Text("setting."+c.Name), c.Name)...)
		}
	}
	return names
}

// TypedValues are the values of a choice that begin with a text, in the same way.
func (g Settings) TypedValues(c tell.Choice, begin string) (values []string) {
	for _, v := range c.Values {
		values = append(values, beginning(begin, g.words(c, v), v)...)
	}
	return values
}

// beginning is the first of some words for the same thing, and of its name, that begins with a text; none if none does.
func beginning(begin, words, name string) []string {
	for _, word := range append(typedNames(words), name) {
		if strings.HasPrefix(speech.Fold(word), speech.Fold(begin)) {
			return []string{word}
		}
	}
	return nil
}

// typedValue is how a value of a choice is typed.
func (g Settings) typedValue(c tell.Choice, value string) string {
	if !slices.Contains(c.Values, value) {
		return value
	}
	return typedName(g.words(c, value))
}

// current is the value that counts for a choice.
func (g Settings) current(c tell.Choice, p tell.Preferences) string {
	switch {
	case c.Name == "language":
		return g.Languages.Voice(p, g.Locale).Tag()
	case c.Name == "show" && !g.Caps.Pictures && tell.Pictured(p.Of("show")): // what is shown here
		return "text"
	case c.Name == "time" && g.Caps.Together && p[c.Name].Value == "":
		return "none"
	}
	return p.Of(c.Name)
}

// valueName is what a value is called.
func (g Settings) valueName(c tell.Choice, value string) string {
	if !slices.Contains(c.Values, value) {
		if control, err := match.ParseControl(value); c.Name == "time" && err == nil {
			return g.Voice.Limit(control)
		}
		return value
	}
	return firstOf(g.words(c, value))
}

// settingsCommand is the text of a button for settings.
func (g Settings) settingsCommand(w Whose, words ...string) string {
	says := g.Voice.Typed("settings")
	switch {
	case w == Own && !g.Private:
		says += " " + g.Voice.Typed("me")
	case w == OfServer:
		says += " " + g.Voice.Typed("server")
	}
	return strings.Join(append([]string{says}, words...), " ")
}

// ZoneCommand is what the reader writes to tell where that is.
func (g Settings) ZoneCommand() string {
	return g.settingsCommand(Own, strings.ToLower(g.Name(tell.ChoiceNamed("zone"))))
}

// DailyCommand is what the reader writes for a puzzle a day at a time of day.
func (g Settings) DailyCommand(at string) string {
	return g.settingsCommand(OfGroup, strings.ToLower(g.Name(tell.ChoiceNamed("puzzle"))), at)
}

// ZoneName is what a time zone is called.
func (g Settings) ZoneName(zone *time.Location) string {
	return g.valueName(tell.ChoiceNamed("zone"), zone.String())
}

// NoSuchSetting says what can be chosen.
func (g Settings) NoSuchSetting(word string, w Whose) chat.Message {
	names := []string{}
	for _, c := range tell.Choices {
		if g.CanChoose(c, w) {
			names = append(names, g.Name(c))
		}
	}
	return g.say("no-such-setting", speech.Text("Word", word), speech.Text("Names", strings.Join(names, ", ")))
}

// few are the settings that most people change: they come first, the others behind [More].
var few = map[Whose][]string{
	OfGroup:  {"language", "theme", "show", "time"},
	Own:      {"language", "theme", "confirm", "zone"},
	OfServer: {"language", "theme", "show", "time"},
}

// Few lists what is chosen of the settings that most people change, under what is news.
func (g Settings) Few(p tell.Preferences, w Whose, news []chat.Span) chat.Message {
	more := g.settingsCommand(w, g.Voice.Typed("more"))
	return g.list(p, w, news, func(c tell.Choice) bool { return slices.Contains(few[w], c.Name) },
		more, chat.Button{Label: g.Voice.Text("button.more"), Says: more})
}

// Others lists what is chosen of the others.
func (g Settings) Others(p tell.Preferences, w Whose) chat.Message {
	return g.list(p, w, nil, func(c tell.Choice) bool { return !slices.Contains(few[w], c.Name) }, "",
		chat.Button{Label: "‹", Says: g.settingsCommand(w)})
}

// list is a page of some settings, with a button to the other one; more is what is typed for the others, "" where they
// are.
func (g Settings) list(p tell.Preferences, w Whose, news []chat.Span, shown func(tell.Choice) bool, more string,
	other chat.Button) chat.Message {
	key := map[Whose]string{OfGroup: "settings-group", Own: "settings-own", OfServer: "settings-server"}[w]
	m := chat.Message{Text: g.Voice.Say(key), Private: true, Told: true, Instead: true}
	if news != nil {
		m.Text = append(append(news, chat.Span{Text: "\n\n"}), m.Text...)
	}
	var row []chat.Button
	example := ""
	for _, c := range tell.Choices {
		if !g.CanChoose(c, w) || !shown(c) {
			continue
		}
		name := g.Name(c)
		fixed := ""
		if p[c.Name].Fixed {
			fixed = g.Voice.Text("by-admin")
		}
		m.Text = append(m.Text, tell.Line([]chat.Span{{Text: name, Bold: true},
			{Text: ": " + g.valueName(c, g.current(c, p)) + fixed}})...)
		row = append(row, chat.Button{Label: name, Says: g.settingsCommand(w, typedName(g.Voice.Text("setting."+c.Name)))})
		if c.Name == "theme" || example == "" && c.Name != "language" {
			example = g.settingsCommand(w, name, g.valueName(c, c.Values[1]))
		}
	}
	m.Buttons = slices.AppendSeq(m.Buttons, slices.Chunk(row, 2))
	others := []chat.Button{other}
	mine := ""
	if w == OfGroup {
		mine = g.settingsCommand(Own)
		others = append(others, chat.Button{Label: g.Voice.Text("settings-mine"), Says: mine})
		if g.OnServer {
			others = append(others, chat.Button{Label: g.Voice.Text("settings-whole"), Says: g.settingsCommand(OfServer)})
		}
	}
	m.Buttons = append(m.Buttons, others)
	m.Text = append(m.Text, tell.Line(g.Voice.Say("settings-how", speech.Text("Example", strings.ToLower(example)),
		speech.Text("More", more), speech.Text("Mine", mine)))...)
	return m
}

// inRows puts buttons into rows that a phone shows whole; where they are only printed they stay in one.
func (g Guide) inRows(buttons []chat.Button) [][]chat.Button {
	if g.Caps.Rows == 0 {
		return [][]chat.Button{buttons}
	}
	return chat.Columns(buttons)
}

// One offers the values of a choice, under what there is to say about it.
func (g Settings) One(c tell.Choice, p tell.Preferences, w Whose, words []chat.Span) chat.Message {
	now := g.current(c, p)
	m := chat.Message{Private: true, Instead: true,
		Text: append([]chat.Span{{Text: g.Name(c), Bold: true}, {Text: ": " + g.valueName(c, now) + "\n"}}, words...)}
	typed := typedName(g.Voice.Text("setting." + c.Name))
	var values []chat.Button
	for _, v := range c.Values {
		label := g.valueName(c, v)
		if v == now {
			label = "✓ " + label
		}
		values = append(values, chat.Button{Label: label, Says: g.settingsCommand(w, typed, g.typedValue(c, v))})
	}
	m.Buttons = append(g.inRows(values), []chat.Button{
		{Label: g.Voice.Text("settings-default"), Says: g.settingsCommand(w, typed, g.Voice.Typed("default"))},
		{Label: "☰", Says: g.settingsCommand(w)},
	})
	return m
}

// Is says what counts for a choice now, in a sentence of its own where there is one.
func (g Settings) Is(c tell.Choice, p tell.Preferences) []chat.Span {
	if own := "setting-is." + c.Name + "." + g.current(c, p); g.Voice.Has(own) {
		return g.Voice.Say(own)
	}
	return g.Voice.Say("setting-set", speech.Text("Setting", g.Name(c)),
		speech.Text("Value", g.valueName(c, g.current(c, p))))
}
