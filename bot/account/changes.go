package account

import (
	"slices"
	"time"

	"tabuleiro/bot/cache"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
)

// Changes are what people who look after nothing have chosen for all in a group a moment ago, so that anybody there can
// take it back.
type Changes struct {
	now  func() time.Time
	last *cache.LRU[chat.Room, changed]
}

// changed is the last of these choices in a group.
type changed struct {
	choice view.Choice
	before view.Chosen
	by     string // the id of the person; "": it has been taken back
	at     time.Time
}

// How long a choice stands before somebody else makes another one, and in how many groups that is known.
const (
	stands      = time.Minute
	mostChanges = 1000
)

// NewChanges knows of none.
func NewChanges(now func() time.Time) *Changes {
	return &Changes{now, cache.New[chat.Room, changed](mostChanges, 0)}
}

// seenByAll are the choices that change what all in a group see or read.
var seenByAll = []string{"language", "theme", "size", "show", "side", "squares", "plays", "draughts", "message"}

// early refuses a choice for a group that comes too soon after that of somebody else.
func (c *Changes) early(req *request.Request, choice view.Choice) error {
	last, ok := c.last.Get(req.Event.Room)
	left := stands - c.now().Sub(last.at)
	if !ok || last.choice.Name != choice.Name || last.by == req.Author.ID || left <= 0 {
		return nil
	}
	return req.Refuse("settings-soon", speech.Text("Setting", req.Guide.Settings().Name(choice)),
		speech.Count(int((left+time.Second-1)/time.Second)))
}

// groupNotice is what all in a group are told of a choice of the author's, with a button that takes it back.
func groupNotice(req *request.Request, news []chat.Span) chat.Message {
	voice := req.Guide.Voice
	return chat.Message{
		Text: slices.Concat(voice.Say("settings-changed", speech.Person("Player", req.Event.From)),
			[]chat.Span{{Text: " "}}, news),
		Buttons: [][]chat.Button{{{Label: voice.Text("button.undo"), Says: voice.Typed("settings") + " " +
			voice.Words("undo")[0]}}},
	}
}

// takeBack puts what was chosen last for a group back to what it was before; anybody may, once.
func (s Settings) takeBack(req *request.Request) (*request.Result, error) {
	last, ok := s.Changes.last.Get(req.Event.Room)
	if !ok || last.by == "" {
		return nil, req.Refuse("settings-undone")
	}
	owner := ownerOf(req, guide.OfGroup)
	if s.Archive.Preferences(req.Ctx, owner)[last.choice.Name].Fixed && !s.Services.Administers(req) {
		return nil, req.Refuse("admins-choose", speech.Text("Setting", req.Guide.Settings().Name(last.choice)))
	}
	if err := s.Archive.Choose(req.Ctx, owner, last.choice.Name, last.before); err != nil {
		return nil, err
	}
	last.by = ""
	s.Changes.last.Put(req.Event.Room, last)
	req = req.Speaking(s.Archive.Preferences(req.Ctx, req.Owner()))
	m := groupNotice(req, req.Guide.Settings().Current(last.choice, s.Archive.Preferences(req.Ctx, owner)))
	m.Buttons = nil
	return request.Say(m), nil
}
