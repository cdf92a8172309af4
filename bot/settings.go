package bot

import (
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// settings shows and takes what people have chosen.
type settings struct {
	archive  *archive.Archive
	services *services
	daily    *daily
}

// settings shows what is chosen, offers the values of one choice, or takes one: "/settings", "/settings theme",
// "/settings theme slate", "/settings theme default". In a group "/settings me" is about one's own.
func (s settings) settings(t *talk, text string) (reply, error) {
	mine, text := t.without("me", text)
	own := mine || t.event.Private
	if text == "" {
		return reply{t.Settings(s.archive.Preferences(t.ctx, t.ownerOf(own)), own, nil)}, nil
	}
	c, value, ok := t.ChoiceIn(text)
	if !ok || !t.CanChoose(c, own) {
		return nil, instead(t.NoSuchSetting(text, own))
	}
	news, now, err := s.set(t, c, own, value)
	if err != nil {
		return nil, err
	}
	return reply{t.Settings(now, own, news)}, nil
}

// shortcut is a command for one choice, that says no more than needed.
func (s settings) shortcut(t *talk, name, text string) (reply, error) {
	c := tell.ChoiceNamed(name)
	own := c.Scope == tell.People || t.event.Private
	news, _, err := s.set(t, c, own, strings.TrimSpace(text))
	if err != nil {
		return nil, err
	}
	return reply{{Text: news, Private: own}}, nil
}

// theme chooses the look of boards, or their size.
func (s settings) theme(t *talk, text string) (reply, error) {
	if v, ok := t.ValueIn(tell.ChoiceNamed("size"), text); ok && v.Value != "" {
		return s.shortcut(t, "size", text)
	}
	return s.shortcut(t, "theme", text)
}

// ownerOf is the author or, without own, whoever has settings here.
func (t *talk) ownerOf(own bool) archive.Owner {
	if own {
		return archive.OfPerson(t.me.ID)
	}
	return archive.OfRoom(t.event.Room)
}

// set takes a value for a choice, and returns what to say of that in the voice that counts then, with what is chosen now.
// Without a value it shows those there are.
func (s settings) set(t *talk, c tell.Choice, own bool, word string) ([]chat.Span, tell.Preferences, error) {
	owner := t.ownerOf(own)
	before := s.archive.Preferences(t.ctx, owner)
	if word == "" {
		return nil, nil, instead(t.Setting(c, before, own, t.Voice.Say("setting-help."+c.Name)))
	}
	value, ok := t.ValueIn(c, word)
	if !ok {
		news := t.Voice.Say("no-such-value", speech.Text("Setting", t.SettingName(c)), speech.Text("Word", speech.Clean(word, tell.LongestName)))
		return nil, nil, instead(t.Setting(c, before, own, news))
	}
	if !own {
		admin := s.services.administers(t)
		if !admin && (c.Name == "start" || before[c.Name].Fixed) {
			return nil, nil, t.note("admins-choose", speech.Text("Setting", t.SettingName(c)))
		}
		value.Fixed = admin && s.services.knowsAdmins(t.event.Room)
	}
	if err := s.archive.Choose(t.ctx, owner, c.Name, value); err != nil {
		return nil, nil, err
	}
	if c.Name == "puzzle" {
		if err := s.daily.choose(t, s.archive.Preferences(t.ctx, owner)); err != nil {
			return nil, nil, err
		}
	}
	t.preferences = s.archive.Preferences(t.ctx, t.owner())
	t.Voice = t.Languages.Voice(t.preferences, t.event.Locale)
	t.room = t.Voice
	now := s.archive.Preferences(t.ctx, owner)
	return t.SettingIs(c, now), now, nil
}
