package bot

import (
	"context"
	"encoding/json"
	"slices"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/engine"
	"tabuleiro/render"
)

// scope tells who chooses something.
type scope int

const (
	anywhere scope = iota // each person for private talks, each group for itself
	groups                // groups only
	people                // each person, for everywhere
)

// choice is something that can be chosen. Its name is that of its sentence, under "setting".
type choice struct {
	name   string
	values []string // the usual one first, unless something better is known
	scope  scope
}

// choices are all of them, in the order in which they are shown.
var choices = []choice{
	{"language", speech.Languages, anywhere},
	{"theme", render.Themes, anywhere},
	{"size", []string{"phone", "desktop"}, anywhere},
	{"show", []string{"picture", "text", "both"}, anywhere},
	{"squares", []string{"numbers", "letters"}, anywhere},
	{"plays", []string{"standard", "manual"}, anywhere},
	{"side", []string{"own", "first", "second", "turn"}, anywhere},
	{"message", []string{"new", "same"}, anywhere},
	{"hints", []string{"on", "off"}, anywhere},
	{"confirm", []string{"off", "on"}, people},
	{"start", []string{"everybody", "admins"}, groups},
}

func choiceNamed(name string) choice {
	return choices[slices.IndexFunc(choices, func(c choice) bool { return c.name == name })]
}

// holder is who has settings: a person or a group, as its key in the store tells.
type holder string

func personal(id string) holder    { return holder("settings/person/" + id) }
func common(room chat.Room) holder { return holder("settings/room/" + string(room)) }
func holderOf(r chat.Room, alone string) holder {
	if alone != "" {
		return personal(alone)
	}
	return common(r)
}

// taste is what somebody has chosen, by the names of choices. What is not in it has not been chosen.
type taste map[string]chosenValue

type chosenValue struct {
	Value string `json:"value"`
	Fixed bool   `json:"fixed,omitempty"` // by an administrator: nobody else changes it
}

// of is the value of a choice: what was chosen, else the usual one.
func (s taste) of(name string) string {
	c := choiceNamed(name)
	if v := s[name].Value; slices.Contains(c.values, v) { // else it is of another version, perhaps
		return v
	}
	return c.values[0]
}

// taste reads what a holder has chosen. A failure is logged, and nothing chosen then.
func (b *Bot) taste(ctx context.Context, h holder) taste {
	s := taste{}
	text, err := b.Store.Get(ctx, string(h))
	if err == nil && text != "" {
		err = json.Unmarshal([]byte(text), &s)
	}
	if err != nil {
		b.Log.Warn("settings cannot be read", "of", h, "error", err)
	}
	return s
}

// choose changes one choice of a holder; with an empty value it is not chosen any more.
func (b *Bot) choose(ctx context.Context, h holder, name string, value chosenValue) error {
	defer b.enter(string(h))()
	s := b.taste(ctx, h)
	s[name] = value
	if value.Value == "" {
		delete(s, name)
	}
	if len(s) == 0 {
		return b.Store.Put(ctx, string(h), "")
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return b.Store.Put(ctx, string(h), string(text))
}

// voice is how somebody is spoken to: in a language, with moves in a notation.
type voice struct {
	speech.Voice
	taste taste
}

// move writes a move of a position, or a part of one, in the notation that was chosen.
func (v voice) move(p engine.Position, text string) string {
	if n, ok := p.(engine.Scribe); ok {
		for _, c := range []string{"squares", "plays"} { // those of other games change nothing
			text = n.Note(text, v.taste.of(c))
		}
	}
	return text
}

// letters tells whether squares are named by letters where they have numbers, too.
func (v voice) letters() bool { return v.taste.of("squares") == "letters" }

// voice is how a holder is spoken to: in the language that was chosen, else in the locale of who speaks, else in the
// configured one.
func (b *Bot) voice(s taste, locale string) voice {
	for _, lang := range []string{s["language"].Value, locale} {
		if v, ok := b.book.In(lang); ok && lang != "" {
			return voice{v, s}
		}
	}
	v, _ := b.book.In(b.Language)
	return voice{v, s}
}

// keepLanguage gives a room that has not chosen a language that of who begins something in it.
func (t *talk) keepLanguage() error {
	if t.event.Locale == "" || t.taste["language"].Value != "" {
		return nil
	}
	return t.choose(t.ctx, t.holder(), "language", chosenValue{Value: t.voice.Language})
}

// holder is whose settings count where the author is.
func (t *talk) holder() holder {
	if t.event.Private {
		return personal(t.me.ID)
	}
	return common(t.event.Room)
}

// administers tells whether the author looks after the room. Where a service does not know such people everybody does.
func (t *talk) administers() (bool, error) {
	a, ok := t.adapters[t.event.Room.Service()].(chat.Administered)
	if !ok || t.event.Private {
		return true, nil
	}
	return a.Administers(t.ctx, t.event.Room, t.me.ID)
}
