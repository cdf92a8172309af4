package account

import (
	"context"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
)

// Settings shows and takes what people have chosen.
type Settings struct {
	Archive  *archive.Archive
	Services *services.Services
	Daily    Daily
	Digest   Digest
}

// Digest tells rooms once a week what was played there.
type Digest interface {
	// Choose has that told in the author's room from now on or no longer, as its preferences say.
	Choose(req *request.Request, p tell.Preferences) error
}

// Daily sets a puzzle a day in rooms.
type Daily interface {
	// Choose has the puzzle of the author's room set from now on at the time of day that its preferences say.
	Choose(req *request.Request, p tell.Preferences) error
	// Travelled sets those puzzles by another clock from now on that are set by the one of a person.
	Travelled(ctx context.Context, person string) error
	// Where tells by which clock the puzzle is set that the author has just chosen a time for.
	Where(req *request.Request) ([]chat.Span, error)
}

// Settings shows what is chosen, offers the values of one choice, or takes one: "/settings", "/settings theme",
// "/settings theme slate", "/settings theme default". In a group "/settings me" is about one's own, "/settings server" about
// those for all groups of a server.
func (s Settings) Settings(req *request.Request, text string) (*request.Result, error) {
	whose, text := whose(req, text)
	if text == "" {
		return request.Say(req.Guide.Settings().All(s.Archive.Preferences(req.Ctx, ownerOf(req, whose)), whose, nil)), nil
	}
	c, value, ok := req.Guide.Settings().ChoiceIn(text)
	if ok && whose == guide.OfGroup && c.Scope == tell.People {
		whose = guide.Own // a group has none of those
	}
	if !ok || !req.Guide.Settings().CanChoose(c, whose) {
		return nil, request.Instead(req.Guide.Settings().NoSuchSetting(text, whose))
	}
	req, news, now, err := s.set(req, c, whose, value, true)
	if err != nil {
		return nil, err
	}
	return request.Say(req.Guide.Settings().All(now, whose, news)), nil
}

// whose are the settings that a text is about, and the rest of the text.
func whose(req *request.Request, text string) (guide.Whose, string) {
	first, rest, _ := strings.Cut(text, " ")
	if req.Event.Server != "" && req.Guide.Languages.Book.Means("server", first) {
		return guide.OfServer, strings.TrimSpace(rest)
	}
	mine, text := req.Without("me", text)
	if mine || req.Event.Private {
		return guide.Own, text
	}
	return guide.OfGroup, text
}

// Shortcut is a command for one choice, that says no more than needed.
func (s Settings) Shortcut(req *request.Request, name, text string) (*request.Result, error) {
	c := tell.ChoiceNamed(name)
	whose := guide.OfGroup
	if c.Scope == tell.People || req.Event.Private {
		whose = guide.Own
	}
	own := whose == guide.Own
	_, news, _, err := s.set(req, c, whose, strings.TrimSpace(text), own)
	if err != nil {
		return nil, err
	}
	return request.Say(chat.Message{Text: news, Private: own}), nil
}

// Theme chooses the look of boards, or their size.
func (s Settings) Theme(req *request.Request, text string) (*request.Result, error) {
	if v, ok := req.Guide.Settings().ValueIn(tell.ChoiceNamed("size"), text); ok && v.Value != "" {
		return s.Shortcut(req, "size", text)
	}
	return s.Shortcut(req, "theme", text)
}

// ownerOf is under whom settings are kept.
func ownerOf(req *request.Request, w guide.Whose) archive.Owner {
	switch w {
	case guide.Own:
		return archive.OfPerson(req.Author.ID)
	case guide.OfServer:
		return archive.OfRoom(req.Event.Server)
	}
	return archive.OfRoom(req.Event.Room)
}

// set takes a value for a choice, and returns what to say of that in the voice that counts then, privately or to all, with what is
// chosen now and the request as it is then. Without a value it shows those there are. For a server only those choose who look after it.
func (s Settings) set(req *request.Request, c tell.Choice, whose guide.Whose, word string, privately bool) (*request.Request, []chat.Span, tell.Preferences, error) {
	owner := ownerOf(req, whose)
	before := s.Archive.Preferences(req.Ctx, owner)
	if word == "" {
		mine := s.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		return req, nil, nil, request.Instead(req.Guide.Settings().One(c, before, whose, req.Guide.Voice.Say("setting-help."+c.Name, speech.Text("Zone", req.ZoneName(mine)))))
	}
	value, ok := req.Guide.Settings().ValueIn(c, word)
	if !ok {
		news := req.Guide.Voice.Say("no-such-value", speech.Text("Setting", req.Guide.Settings().Name(c)), speech.Text("Word", speech.Clean(word, tell.LongestName)))
		return req, nil, nil, request.Instead(req.Guide.Settings().One(c, before, whose, news))
	}
	if whose != guide.Own {
		admin := s.Services.Administers(req)
		if !admin && (whose == guide.OfServer || c.Name == "start" || before[c.Name].Fixed) {
			return req, nil, nil, req.Note("admins-choose", speech.Text("Setting", req.Guide.Settings().Name(c)))
		}
		value.Fixed = admin && s.Services.KnowsAdmins(req.Event.Room)
	}
	if err := s.Archive.Choose(req.Ctx, owner, c.Name, value); err != nil {
		return req, nil, nil, err
	}
	var err error
	switch c.Name {
	case "puzzle":
		err = s.Daily.Choose(req, s.Archive.Preferences(req.Ctx, owner))
	case "digest":
		err = s.Digest.Choose(req, s.Archive.Preferences(req.Ctx, owner))
	case "zone":
		err = s.Daily.Travelled(req.Ctx, req.Author.ID)
	}
	if err != nil {
		return req, nil, nil, err
	}
	req = req.Speaking(s.Archive.Preferences(req.Ctx, req.Owner()))
	if privately {
		req = req.InOwn(s.Archive)
	}
	now := s.Archive.Preferences(req.Ctx, owner)
	news := req.Guide.Settings().Is(c, now)
	if c.Name == "puzzle" && now.Of(c.Name) != "off" {
		where, err := s.Daily.Where(req)
		if err != nil {
			return req, nil, nil, err
		}
		news = append(append(news, chat.Span{Text: " "}), where...)
	}
	return req, news, now, nil
}
