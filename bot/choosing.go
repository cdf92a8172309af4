package bot

import (
	"slices"
	"strings"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
)

// settings shows what is chosen, offers the values of one choice, or takes one: "/settings", "/settings theme",
// "/settings theme slate", "/settings theme default". In a group "/settings me" is about one's own.
func (t *talk) settings(text string) error {
	mine, text := t.without("me", text)
	h := t.holder()
	if mine {
		h = personal(t.me.ID)
	}
	if text == "" {
		t.showSettings(h, nil)
		return nil
	}
	c, value, ok := t.choiceIn(text)
	if !ok || !c.of(h) {
		names := []string{}
		for _, c := range choices {
			if c.of(h) {
				names = append(names, t.voice.Text("setting."+c.name))
			}
		}
		t.note("no-such-setting", speech.Text("Word", text), speech.Text("Names", strings.Join(names, ", ")))
		return nil
	}
	news, err := t.set(c, h, value)
	if news != nil {
		t.showSettings(h, news)
	}
	return err
}

// shortcut is a command for one choice, that says no more than needed.
func (t *talk) shortcut(name, text string) error {
	c, h := choiceNamed(name), t.holder()
	if c.scope == people {
		h = personal(t.me.ID)
	}
	news, err := t.set(c, h, speech.Fold(strings.TrimSpace(text)))
	if news != nil {
		t.send(chat.Message{Text: news, Private: h == personal(t.me.ID)})
	}
	return err
}

// set takes a value for a choice of a holder, and returns what to say of that: nil if all has been said. Without a value it
// shows those there are.
func (t *talk) set(c choice, h holder, word string) ([]chat.Span, error) {
	if word == "" {
		t.showChoice(c, h, t.voice.Say("setting-help."+c.name))
		return nil, nil
	}
	value, ok := t.valueIn(c, word)
	if !ok {
		t.showChoice(c, h, t.voice.Say("no-such-value", speech.Text("Setting", t.voice.Text("setting."+c.name)), speech.Text("Word", word)))
		return nil, nil
	}
	if h != personal(t.me.ID) {
		admin, err := t.administers()
		if err != nil {
			t.Log.Warn("who looks after a room is not known", "room", t.event.Room, "error", err)
		}
		if !admin && (c.name == "start" || t.Bot.taste(t.ctx, h)[c.name].Fixed) {
			t.note("admins-choose", speech.Text("Setting", t.voice.Text("setting."+c.name)))
			return nil, nil
		}
		_, known := t.adapters[t.event.Room.Service()].(chat.Administered)
		value.Fixed = admin && known
	}
	if err := t.choose(t.ctx, h, c.name, value); err != nil {
		return nil, err
	}
	t.settle()
	now := t.current(c, t.Bot.taste(t.ctx, h))
	return t.voice.Say("setting-set", speech.Text("Setting", t.voice.Text("setting."+c.name)), speech.Text("Value", t.valueName(c, now))), nil
}

// of tells whether a holder can choose this.
func (c choice) of(h holder) bool {
	person := strings.HasPrefix(string(h), "settings/person/")
	return c.scope == anywhere || person == (c.scope == people)
}

// current is the value that counts for a choice.
func (t *talk) current(c choice, s taste) string {
	if c.name == "language" {
		return t.Bot.voice(s, t.event.Locale).Language
	}
	return s.of(c.name)
}

// valueName is what a value is called.
func (t *talk) valueName(c choice, value string) string {
	name, _, _ := strings.Cut(t.voice.Text("value."+c.name+"."+value), "|")
	return name
}

// choiceIn finds a choice by its name in any language, and returns what follows it.
func (t *talk) choiceIn(text string) (choice, string, bool) {
	text = speech.Fold(text)
	for _, c := range choices {
		for _, name := range append(t.book.All("setting."+c.name), c.name) {
			if rest, ok := strings.CutPrefix(text+" ", speech.Fold(name)+" "); ok {
				return c, strings.TrimSpace(rest), true
			}
		}
	}
	return choice{}, "", false
}

// valueIn finds a value by its name in any language.
func (t *talk) valueIn(c choice, word string) (chosenValue, bool) {
	if t.book.Means("default", word) {
		return chosenValue{}, true
	}
	for _, value := range c.values {
		for _, names := range append(t.book.All("value."+c.name+"."+value), value) {
			if slices.Contains(strings.Split(speech.Fold(names), "|"), word) {
				return chosenValue{Value: value}, true
			}
		}
	}
	return chosenValue{}, false
}

// ask is the text of a button for the settings of a holder.
func (t *talk) ask(h holder, words ...string) string {
	says := "/" + t.voice.Words("settings")[0]
	if h != t.holder() {
		says += " me"
	}
	return strings.Join(append([]string{says}, words...), " ")
}

// showSettings lists what is chosen, under what is news.
func (t *talk) showSettings(h holder, news []chat.Span) {
	s := t.Bot.taste(t.ctx, h)
	key := "settings-group"
	if h == personal(t.me.ID) {
		key = "settings-own"
	}
	m := chat.Message{Text: t.voice.Say(key), Private: true, Told: true, Instead: true}
	if news != nil {
		m.Text = append(append(news, chat.Span{Text: "\n\n"}), m.Text...)
	}
	var row []chat.Button
	example := ""
	for _, c := range choices {
		if !c.of(h) {
			continue
		}
		name := t.voice.Text("setting." + c.name)
		fixed := ""
		if s[c.name].Fixed {
			fixed = t.voice.Text("by-admin")
		}
		m.Text = append(m.Text, line([]chat.Span{{Text: name, Bold: true}, {Text: ": " + t.valueName(c, t.current(c, s)) + fixed}})...)
		row = append(row, chat.Button{Label: name, Says: t.ask(h, c.name)})
		if len(row) == 2 {
			m.Buttons, row = append(m.Buttons, row), nil
		}
		if c.name == "theme" {
			example = t.ask(h, name, t.valueName(c, c.values[1]))
		}
	}
	if row != nil {
		m.Buttons = append(m.Buttons, row)
	}
	if h != personal(t.me.ID) {
		m.Buttons = append(m.Buttons, []chat.Button{{Label: t.voice.Text("settings-mine"), Says: t.ask(personal(t.me.ID))}})
	}
	mine := ""
	if h != personal(t.me.ID) {
		mine = t.ask(personal(t.me.ID))
	}
	m.Text = append(m.Text, line(t.voice.Say("settings-how", speech.Text("Example", strings.ToLower(example)), speech.Text("Mine", mine)))...)
	t.send(m)
}

// showChoice offers the values of a choice.
func (t *talk) showChoice(c choice, h holder, words []chat.Span) {
	s := t.Bot.taste(t.ctx, h)
	now := t.current(c, s)
	m := chat.Message{Private: true, Instead: true,
		Text: append([]chat.Span{{Text: t.voice.Text("setting." + c.name), Bold: true}, {Text: ": " + t.valueName(c, now) + "\n"}}, words...)}
	var row []chat.Button
	for _, v := range c.values {
		label := t.valueName(c, v)
		if v == now {
			label = "✓ " + label
		}
		row = append(row, chat.Button{Label: label, Says: t.ask(h, c.name, v)})
	}
	m.Buttons = [][]chat.Button{row, {
		{Label: t.voice.Text("settings-default"), Says: t.ask(h, c.name, "default")},
		{Label: "☰", Says: t.ask(h)},
	}}
	t.send(m)
}
