package account

import (
	"slices"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
)

// Settings shows and changes preferences.
type Settings struct {
	Archive  *archive.Archive
	Services *services.Services
	// what depends on a choice, by the name of the choice
	Followers map[string]Follower
}

// Follower is implemented by parts that act at times set by a preference.
type Follower interface {
	// Choose begins or stops that in the author's room, as its preferences say.
	Choose(req *request.Request, p view.Preferences) error
}

// Settings shows or changes preferences:
//
//	/settings               the most common ones
//	/settings more          all others
//	/settings theme         the values of one
//	/settings theme slate   changes it ("default" resets it)
//	/settings me theme      in a group, the author's own
//	/settings server theme  in a group, those for all rooms of its server
func (s Settings) Settings(req *request.Request, text string) (*request.Result, error) {
	whose, text := settingsOwner(req, text)
	if word, rest, _ := strings.Cut(text, " "); req.Guide.Languages.Book.Command(word) == "undo" {
		text = rest // a button of groupNotice, which anybody may press
	}
	now := s.Archive.Preferences(req.Ctx, ownerOf(req, whose))
	switch {
	case text == "":
		return request.Say(req.Guide.Settings().List(now, whose, nil, false)), nil
	case req.Guide.Languages.Book.Means("more", text):
		return request.Say(req.Guide.Settings().List(now, whose, nil, true)), nil
	}
	c, value, ok := req.Guide.Settings().ChoiceIn(text)
	if ok && whose == guide.OfGroup && c.Scope == view.People {
		whose = guide.Own // a group has no such setting
	}
	if !ok || !req.Guide.Settings().CanChoose(c, whose) {
		return nil, request.Replace(req.Guide.Settings().NoSuchSetting(text, whose))
	}
	return s.set(req, c, whose, value, true)
}

// settingsOwner returns whose settings a text is about, and the rest of the text.
func settingsOwner(req *request.Request, text string) (guide.SettingsOwner, string) {
	first, rest, _ := strings.Cut(text, " ")
	if req.Event.Server != "" && req.Guide.Languages.Book.Means("server", first) {
		return guide.OfServer, strings.TrimSpace(rest)
	}
	mine, text := req.RemoveWord("me", text)
	if mine || req.Event.Private {
		return guide.Own, text
	}
	return guide.OfGroup, text
}

// Shortcut runs the command for a single choice, with a short answer.
func (s Settings) Shortcut(req *request.Request, name, text string) (*request.Result, error) {
	c := view.ChoiceNamed(name)
	whose := guide.OfGroup
	if c.Scope == view.People || req.Event.Private {
		whose = guide.Own
	}
	return s.set(req, c, whose, strings.TrimSpace(text), false)
}

// Theme chooses the look of boards, or their size.
func (s Settings) Theme(req *request.Request, text string) (*request.Result, error) {
	if v, ok := req.Guide.Settings().ValueIn(view.ChoiceNamed("size"), text); ok && v.Value != "" {
		return s.Shortcut(req, "size", text)
	}
	return s.Shortcut(req, "theme", text)
}

// ownerOf returns the owner under which settings are stored.
func ownerOf(req *request.Request, w guide.SettingsOwner) archive.Owner {
	switch w {
	case guide.Own:
		return archive.OfPerson(req.Author.ID)
	case guide.OfServer:
		return archive.OfRoom(req.Event.Server)
	}
	return archive.OfRoom(req.Event.Room)
}

// set changes a choice, and tells the author its value now and, if that concerns a group, everybody. A press in the
// list of choices returns to that list, and without a value set shows the values.
func (s Settings) set(req *request.Request, c view.Choice, whose guide.SettingsOwner, word string,
	listed bool) (*request.Result, error) {
	owner := ownerOf(req, whose)
	before := s.Archive.Preferences(req.Ctx, owner)
	value, err := s.valueIn(req, c, whose, before, word)
	if err != nil {
		return nil, err
	}
	ofAll, err := s.mayChoose(req, c, whose, before, &value)
	if err != nil {
		return nil, err
	}
	if err := s.Archive.Choose(req.Ctx, owner, c.Name, value); err != nil {
		return nil, err
	}
	now := s.Archive.Preferences(req.Ctx, owner)
	if f := s.Followers[c.Name]; f != nil {
		if err := f.Choose(req, now); err != nil {
			return nil, err
		}
	}
	req = req.Speaking(s.Archive.Preferences(req.Ctx, req.Owner()))
	all := []chat.Message{{Private: listed || whose == guide.Own}}
	if ofAll {
		all = append(all, groupNotice(req, c, before[c.Name], now))
		if !listed || !req.Event.Tap && !req.Guide.Caps.Privates { // the author reads the notice for everybody
			return request.Say(all[1:]...), nil
		}
	}
	if all[0].Private {
		req = req.InOwn(s.Archive)
	}
	all[0].Text = s.current(req, c, now)
	if listed && req.Event.Tap {
		all[0] = req.Guide.Settings().List(now, whose, all[0].Text, false)
	}
	return request.Say(all...), nil
}

// current says the value of a choice. For the puzzle of the day it adds the time zone, and how to change that if the
// author has not set one.
func (s Settings) current(req *request.Request, c view.Choice, now view.Preferences) []chat.Span {
	text := req.Guide.Settings().Current(c, now)
	if c.Name != "puzzle" || now.Of(c.Name) == "off" {
		return text
	}
	mine, command := s.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID)), ""
	if mine["zone"].Value == "" {
		command = req.Guide.Settings().Command(guide.Own, "zone")
	}
	return slices.Concat(text, []chat.Span{{Text: " "}}, req.Guide.Voice.Say("puzzle-zone",
		speech.Text("Zone", req.ZoneName(mine)), speech.Text("Command", command)))
}

// valueIn returns the value that a word names; without a word it shows the values.
func (s Settings) valueIn(req *request.Request, c view.Choice, whose guide.SettingsOwner, before view.Preferences,
	word string) (view.Chosen, error) {
	settings := req.Guide.Settings()
	value, ok := settings.ValueIn(c, word)
	switch {
	case word == "":
		mine := s.Archive.Preferences(req.Ctx, archive.OfPerson(req.Author.ID))
		return value, request.Replace(settings.One(c, before, whose,
			req.Guide.Voice.Say("setting-help."+c.Name, speech.Text("Zone", req.ZoneName(mine)))))
	case !ok:
		return value, request.Replace(settings.One(c, before, whose, req.Guide.Voice.Say("no-such-value",
			speech.Text("Setting", settings.Name(c)), speech.Text("Word", speech.Clean(word, view.LongestName)))))
	}
	if c.Name == "language" && !strings.HasPrefix(req.Event.Text, "/") { // lists and buttons tell countries apart
		value.Value = req.Guide.Languages.Book.Nearer(value.Value, req.Event.Locale)
	}
	return value, nil
}

// mayChoose returns an error for a choice reserved to administrators of the room or server, and marks their choices as
// fixed. It reports whether everybody in the room is to be told.
func (s Settings) mayChoose(req *request.Request, c view.Choice, whose guide.SettingsOwner, before view.Preferences,
	value *view.Chosen) (ofAll bool, err error) {
	if whose == guide.Own {
		return false, nil
	}
	if s.Services.Administers(req) {
		value.Fixed = s.Services.KnowsAdmins(req.Event.Room)
		return false, nil
	}
	if whose == guide.OfServer || c.Name == "start" || before[c.Name].Fixed {
		return false, req.Refuse("admins-choose", speech.Text("Setting", req.Guide.Settings().Name(c)))
	}
	return slices.Contains(seenByAll, c.Name), nil
}

// seenByAll are the choices that change what everybody in a group sees or reads.
var seenByAll = []string{"language", "theme", "size", "show", "side", "squares", "plays", "draughts", "message"}

// groupNotice tells everybody in a group of the author's choice, with a button that undoes it.
func groupNotice(req *request.Request, c view.Choice, before view.Chosen, now view.Preferences) chat.Message {
	voice, settings := req.Guide.Voice, req.Guide.Settings()
	return chat.Message{
		Text: slices.Concat(voice.Say("settings-changed", speech.Person("Player", req.Event.From)),
			[]chat.Span{{Text: " "}}, settings.Current(c, now)),
		Buttons: [][]chat.Button{{{Label: voice.Text("button.undo"), Says: settings.Restore(c, before)}}},
	}
}
