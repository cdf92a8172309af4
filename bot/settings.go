package bot

import (
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
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
// "/settings theme slate", "/settings theme default". In a group "/settings me" is about one's own, "/settings server" about
// those for all groups of a server.
func (s settings) settings(t *talk, text string) (reply, error) {
	whose, text := t.whose(text)
	if text == "" {
		return reply{t.Settings().All(s.archive.Preferences(t.ctx, t.ownerOf(whose)), whose, nil)}, nil
	}
	c, value, ok := t.Settings().ChoiceIn(text)
	if ok && whose == guide.OfGroup && c.Scope == tell.People {
		whose = guide.Own // a group has none of those
	}
	if !ok || !t.Settings().CanChoose(c, whose) {
		return nil, instead(t.Settings().NoSuchSetting(text, whose))
	}
	news, now, err := s.set(t, c, whose, value, true)
	if err != nil {
		return nil, err
	}
	return reply{t.Settings().All(now, whose, news)}, nil
}

// whose are the settings that a text is about, and the rest of the text.
func (t *talk) whose(text string) (guide.Whose, string) {
	first, rest, _ := strings.Cut(text, " ")
	if t.event.Server != "" && t.Languages.Book.Means("server", first) {
		return guide.OfServer, strings.TrimSpace(rest)
	}
	mine, text := t.without("me", text)
	if mine || t.event.Private {
		return guide.Own, text
	}
	return guide.OfGroup, text
}

// shortcut is a command for one choice, that says no more than needed.
func (s settings) shortcut(t *talk, name, text string) (reply, error) {
	c := tell.ChoiceNamed(name)
	whose := guide.OfGroup
	if c.Scope == tell.People || t.event.Private {
		whose = guide.Own
	}
	own := whose == guide.Own
	news, _, err := s.set(t, c, whose, strings.TrimSpace(text), own)
	if err != nil {
		return nil, err
	}
	return reply{{Text: news, Private: own}}, nil
}

// theme chooses the look of boards, or their size.
func (s settings) theme(t *talk, text string) (reply, error) {
	if v, ok := t.Settings().ValueIn(tell.ChoiceNamed("size"), text); ok && v.Value != "" {
		return s.shortcut(t, "size", text)
	}
	return s.shortcut(t, "theme", text)
}

// ownerOf is under whom settings are kept.
func (t *talk) ownerOf(w guide.Whose) archive.Owner {
	switch w {
	case guide.Own:
		return archive.OfPerson(t.me.ID)
	case guide.OfServer:
		return archive.OfRoom(t.event.Server)
	}
	return archive.OfRoom(t.event.Room)
}

// set takes a value for a choice, and returns what to say of that in the voice that counts then, privately or to all, with what is
// chosen now. Without a value it shows those there are. For a server only those choose who look after it.
func (s settings) set(t *talk, c tell.Choice, whose guide.Whose, word string, privately bool) ([]chat.Span, tell.Preferences, error) {
	owner := t.ownerOf(whose)
	before := s.archive.Preferences(t.ctx, owner)
	if word == "" {
		mine := s.archive.Preferences(t.ctx, archive.OfPerson(t.me.ID))
		return nil, nil, instead(t.Settings().One(c, before, whose, t.Voice.Say("setting-help."+c.Name, speech.Text("Zone", t.zoneName(mine)))))
	}
	value, ok := t.Settings().ValueIn(c, word)
	if !ok {
		news := t.Voice.Say("no-such-value", speech.Text("Setting", t.Settings().Name(c)), speech.Text("Word", speech.Clean(word, tell.LongestName)))
		return nil, nil, instead(t.Settings().One(c, before, whose, news))
	}
	if whose != guide.Own {
		admin := s.services.administers(t)
		if !admin && (whose == guide.OfServer || c.Name == "start" || before[c.Name].Fixed) {
			return nil, nil, t.note("admins-choose", speech.Text("Setting", t.Settings().Name(c)))
		}
		value.Fixed = admin && s.services.knowsAdmins(t.event.Room)
	}
	if err := s.archive.Choose(t.ctx, owner, c.Name, value); err != nil {
		return nil, nil, err
	}
	var err error
	switch c.Name {
	case "puzzle":
		err = s.daily.choose(t, s.archive.Preferences(t.ctx, owner))
	case "zone":
		err = s.daily.travelled(t.ctx, t.me.ID)
	}
	if err != nil {
		return nil, nil, err
	}
	t.preferences = s.archive.Preferences(t.ctx, t.owner())
	t.Voice = t.Languages.Voice(t.preferences, t.event.Locale)
	t.room = t.Voice
	if privately {
		t.inOwn(s.archive)
	}
	now := s.archive.Preferences(t.ctx, owner)
	news := t.Settings().Is(c, now)
	if c.Name == "puzzle" && now.Of(c.Name) != "off" {
		where, err := s.daily.where(t)
		if err != nil {
			return nil, nil, err
		}
		news = append(append(news, chat.Span{Text: " "}), where...)
	}
	return news, now, nil
}
