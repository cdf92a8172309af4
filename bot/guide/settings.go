package guide

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
)

// SettingsOwner is the owner of settings.
type SettingsOwner int

// The owners of settings.
const (
	OfGroup  SettingsOwner = iota // of the room
	Own                           // of the reader alone
	OfServer                      // of the room's server, for rooms that have not chosen
)

// CanChoose reports whether an owner has a choice, and the choice makes sense here.
func (g Settings) CanChoose(c view.Choice, w SettingsOwner) bool {
	if c.Name == "threads" && !g.Caps.Threads {
		return false
	}
	if c.Scope == view.Rooms {
		return w != OfServer && (w == Own) == g.Event.Private
	}
	return c.Scope == view.Anywhere || (w == Own) == (c.Scope == view.People)
}

// choices returns the choices that an owner has here.
func (g Settings) choices(w SettingsOwner) []view.Choice {
	return slices.DeleteFunc(slices.Clone(view.Choices), func(c view.Choice) bool { return !g.CanChoose(c, w) })
}

// words returns the words for a choice or, unless value is "", for one of its values, as in the message files: first in
// the language of the reader, then in all. The name of a language is always in that language.
func (g Settings) words(c view.Choice, value string) []string {
	key := "value." + c.Name + "." + value
	switch {
	case value == "":
		key = "setting." + c.Name
	case c.Name == "language":
		own, _ := g.Languages.Book.In(value)
		return []string{own.Text("own-name")}
	}
	return append([]string{g.Voice.Text(key)}, g.Languages.Book.All(key)...)
}

// understood returns all words for a choice or a value, folded, and its name.
func (g Settings) understood(c view.Choice, value string) []string {
	return strings.Split(speech.Fold(strings.Join(append(g.words(c, value), cmp.Or(value, c.Name)), "|")), "|")
}

// ChoiceIn finds a choice by its name in any language at the beginning of a text, and returns the rest of the text.
// Between them may be "=" as for options of a game, ": " as choices are shown, or a space.
func (g Settings) ChoiceIn(text string) (choice view.Choice, rest string, ok bool) {
	words := strings.Fields(strings.Replace(strings.Replace(text, "=", " ", 1), ": ", " ", 1))
	text = speech.Fold(strings.Join(words, " "))
	longest := 0 // number of words of the name: "time zone" is not "time"
	for _, c := range view.Choices {
		for _, name := range g.understood(c, "") {
			if n := len(strings.Fields(name)); n > longest && strings.HasPrefix(text+" ", name+" ") {
				longest, choice = n, c
			}
		}
	}
	return choice, strings.Join(words[longest:], " "), longest > 0 // not folded
}

// ValueIn finds a value by its name in any language. The value is empty for a word that means the default.
func (g Settings) ValueIn(c view.Choice, word string) (view.Chosen, bool) {
	typed := strings.TrimSpace(word)
	word = speech.Fold(typed)
	usual := g.Languages.Book.All("settings-default")
	if g.means("default", word) || slices.Contains(usual, "↺ "+strings.ToLower(typed)) {
		return view.Chosen{}, true
	}
	for _, value := range c.Values {
		if slices.Contains(g.understood(c, value), word) {
			return view.Chosen{Value: value}, true
		}
	}
	other := c.Typed(typed)
	return view.Chosen{Value: other}, other != ""
}

// Typed returns the words to type for a setting and, after it, a value in the language of the reader: "puzzle", "off".
// It returns the text itself if that names none.
func (g Settings) Typed(text string) (setting, value string) {
	c, value, ok := g.ChoiceIn(text)
	if !ok {
		return text, ""
	}
	if known, ok := g.ValueIn(c, value); ok {
		value = g.typedValue(c, known.Value)
	}
	return g.typed(c), value
}

// Name returns the name of a choice in the language of the reader.
func (g Settings) Name(c view.Choice) string { return firstOf(g.words(c, "")[0]) }

// firstOf returns the first of some synonyms, which is shown; the others are only understood.
func firstOf(words string) string {
	first, _, _ := strings.Cut(words, "|")
	return first
}

// typed returns the word to type for a choice.
func (g Settings) typed(c view.Choice) string { return typedNames(g.words(c, "")[0])[0] }

// typedNames returns all synonyms as they are typed, the usual one first: the one shown if it is a single word, else
// the shortest.
func typedNames(words string) []string {
	names := strings.Split(strings.ToLower(words), "|")
	if strings.Contains(names[0], " ") {
		shortest := func(a, b string) int { return utf8.RuneCountInString(a) - utf8.RuneCountInString(b) }
		names = slices.Insert(names, 0, slices.MinFunc(names, shortest))
	}
	return names
}

// TypedSettings returns the names of choices, each as synonyms.
func (g Settings) TypedSettings(w SettingsOwner) (names []string) {
	for _, c := range g.choices(w) {
		names = append(names, synonyms(g.words(c, "")[0], c.Name))
	}
	return names
}

// TypedValues returns the values of a choice, each as synonyms.
func (g Settings) TypedValues(c view.Choice) (values []string) {
	for _, v := range c.Values {
		values = append(values, synonyms(g.words(c, v)[0], v))
	}
	return values
}

// synonyms joins all that can be typed for something by "|": the usual word in the reader's language, other words, and
// the name that is the same in all languages.
func synonyms(words, name string) string { return strings.Join(append(typedNames(words), name), "|") }

// typedValue returns the word to type for a value of a choice, which need not be among those offered.
func (g Settings) typedValue(c view.Choice, value string) string {
	if !slices.Contains(c.Values, value) {
		return value
	}
	return typedNames(g.words(c, value)[0])[0]
}

// current returns the effective value of a choice.
func (g Settings) current(c view.Choice, p view.Preferences) string {
	switch {
	case c.Name == "language":
		return g.Languages.Voice(p, g.Event.Locale).Tag()
	case c.Name == "show" && !g.Caps.Pictures && view.Pictured(p.Of("show")): // the effective value here
		return "text"
	case c.Name == "time" && g.Caps.Together && p[c.Name].Value == "":
		return "none"
	}
	return p.Of(c.Name)
}

// valueName returns the name of a value.
func (g Settings) valueName(c view.Choice, value string) string {
	if !slices.Contains(c.Values, value) {
		if control, err := match.ParseControl(value); c.Name == "time" && err == nil {
			return g.Voice.Limit(control)
		}
		return value
	}
	return firstOf(g.words(c, value)[0])
}

// settingsCommand returns the command of a button for settings.
func (g Settings) settingsCommand(w SettingsOwner, words ...string) string {
	says := g.Voice.Typed("settings")
	switch {
	case w == Own && !g.Event.Private:
		says += " " + g.Voice.Typed("me")
	case w == OfServer:
		says += " " + g.Voice.Typed("server")
	}
	return strings.Join(append([]string{says}, words...), " ")
}

// Command returns the command for a setting, with more words.
func (g Settings) Command(w SettingsOwner, name string, words ...string) string {
	return g.settingsCommand(w, append([]string{g.typed(view.ChoiceNamed(name))}, words...)...)
}

// Restore returns the command of a button that resets a choice of a group to its value before.
func (g Settings) Restore(c view.Choice, before view.Chosen) string {
	value := g.Voice.Typed("default")
	if before.Value != "" {
		value = g.typedValue(c, before.Value)
	}
	return g.settingsCommand(OfGroup, g.Voice.Words("undo")[0], g.typed(c), value)
}

// ZoneName returns the name of a time zone.
func (g Settings) ZoneName(zone *time.Location) string {
	return g.valueName(view.ChoiceNamed("zone"), zone.String())
}

// NoSuchSetting says that a word is no setting, and which there are.
func (g Settings) NoSuchSetting(word string, w SettingsOwner) chat.Message {
	var names []string
	for _, c := range g.choices(w) {
		names = append(names, g.Name(c))
	}
	return g.say("no-such-setting", speech.Text("Word", word), speech.Text("Names", strings.Join(names, ", ")))
}

// few are the settings that most people change, which are listed first.
var few = map[SettingsOwner][]string{
	OfGroup:  {"language", "theme", "show", "time"},
	Own:      {"language", "theme", "confirm", "zone"},
	OfServer: {"language", "theme", "show", "time"},
}

// List shows the values of the most common settings, below news, or with others of all the rest, with buttons to change
// them.
func (g Settings) List(p view.Preferences, w SettingsOwner, news []chat.Span, others bool) chat.Message {
	more := g.settingsCommand(w, g.Voice.Typed("more"))
	last := []chat.Button{{Label: g.Voice.Text("button.more"), Says: more}}
	if others {
		more, last = "", []chat.Button{{Label: "‹", Says: g.settingsCommand(w)}}
	}
	key := map[SettingsOwner]string{OfGroup: "settings-group", Own: "settings-own", OfServer: "settings-server"}[w]
	m := chat.Message{Text: g.Voice.Say(key), Private: true, Told: true, Instead: true}
	if news != nil {
		m.Text = append(append(news, chat.Span{Text: "\n\n"}), m.Text...)
	}
	var row []chat.Button
	example := ""
	for _, c := range g.choices(w) {
		if slices.Contains(few[w], c.Name) == others {
			continue
		}
		name, fixed := g.Name(c), ""
		if p[c.Name].Fixed {
			fixed = g.Voice.Text("by-admin")
		}
		m.Text = append(m.Text, view.Line([]chat.Span{{Text: name, Bold: true},
			{Text: ": " + g.valueName(c, g.current(c, p)) + fixed}})...)
		row = append(row, chat.Button{Label: name, Says: g.Command(w, c.Name)})
		if c.Name == "theme" || example == "" && c.Name != "language" {
			example = g.settingsCommand(w, name, g.valueName(c, c.Values[1]))
		}
	}
	m.Buttons = slices.AppendSeq(m.Buttons, slices.Chunk(row, 2))
	mine := ""
	if w == OfGroup {
		mine = g.settingsCommand(Own)
		last = append(last, chat.Button{Label: g.Voice.Text("settings-mine"), Says: mine})
		if g.Event.Server != "" {
			last = append(last, chat.Button{Label: g.Voice.Text("settings-whole"), Says: g.settingsCommand(OfServer)})
		}
	}
	m.Buttons = append(m.Buttons, last)
	m.Text = append(m.Text, view.Line(g.Voice.Say("settings-how", speech.Text("Example", strings.ToLower(example)),
		speech.Text("More", more), speech.Text("Mine", mine)))...)
	return m
}

// One offers the values of a choice, below some words about it.
func (g Settings) One(c view.Choice, p view.Preferences, w SettingsOwner, words []chat.Span) chat.Message {
	now := g.current(c, p)
	m := chat.Message{Private: true, Instead: true,
		Text: append([]chat.Span{{Text: g.Name(c), Bold: true}, {Text: ": " + g.valueName(c, now) + "\n"}}, words...)}
	var values []chat.Button
	for _, v := range c.Values {
		label := g.valueName(c, v)
		if v == now {
			label = "✓ " + label
		}
		values = append(values, chat.Button{Label: label, Says: g.Command(w, c.Name, g.typedValue(c, v))})
	}
	m.Buttons = append(chat.Columns(values), []chat.Button{
		{Label: g.Voice.Text("settings-default"), Says: g.Command(w, c.Name, g.Voice.Typed("default"))},
		{Label: "☰", Says: g.settingsCommand(w)},
	})
	return m
}

// Current says the effective value of a choice, in a sentence of its own if there is one.
func (g Settings) Current(c view.Choice, p view.Preferences) []chat.Span {
	if own := "setting-is." + c.Name + "." + g.current(c, p); g.Voice.Has(own) {
		return g.Voice.Say(own)
	}
	return g.Voice.Say("setting-set", speech.Text("Setting", g.Name(c)),
		speech.Text("Value", g.valueName(c, g.current(c, p))))
}
