package show

import (
	"slices"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/tell"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Pages shows what is not about a single match.
type Pages struct {
	Archive *archive.Archive
	Find    find.Finder
	Viewer  Viewer
}

// Start greets with the menu and shows what is going on in the room, or the match whose link was opened.
func (p Pages) Start(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("menu", text) {
		return p.menu(req), nil
	}
	if text != "" {
		return p.Viewer.Board(req, "#"+strings.TrimPrefix(text, "#"))
	}
	found, err := p.Find.Live(req)
	own := request.Filter(found, func(m *match.Match) bool {
		return req.Event.Private && m.Status == match.Open && m.Challenger.ID == req.Author.ID
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == len(own): // nothing to go on with, but others may
		return p.menu(req, own...), nil
	case len(found) == 1 && req.Sees(found[0]):
		return nil, nil
	case len(found) == 1:
		if req.Author.ID == "" { // at a keyboard: it is taken by the one whose turn it is
			return request.Say(req.ForRoom(found[0]).Present(found[0])), nil
		}
		return shown(found[0], present(req.ForRoom(found[0]), found[0])), nil
	}
	return request.Say(req.RoomGuide().Lists().Here(found)), nil
}

func (p Pages) menu(req *request.Request, waiting ...*match.Match) *request.Result {
	if req.Author.ID == "" {
		return request.Say(req.RoomGuide().Reading().Menu(), req.Privately(req.PerService("greeting-nameless")))
	}
	return request.Say(req.RoomGuide().Reading().Menu(waiting...))
}

// Help explains a command, or a game by its rules; without one the commands of every day.
func (p Pages) Help(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Game(text) != nil {
		return p.Rules(req, text)
	}
	return request.Say(req.Guide.Reading().Help(text)), nil
}

// told is a result of messages that were made, unless they could not be.
func told(m []chat.Message, err error) (*request.Result, error) { return request.Say(m...), err }

// Manual shows the manual: what there is, a section, or all.
func (p Pages) Manual(req *request.Request, text string) (*request.Result, error) {
	return told(req.Guide.Reading().Manual(text))
}

// Rules shows the rules of the game named, or of the one that the author plays here, or of the only one there is.
func (p Pages) Rules(req *request.Request, text string) (*request.Result, error) {
	found, err := p.Find.Live(req)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(found, func(m *match.Match) bool { return tell.Plays(m, req.Author) }); i >= 0 {
		return told(req.Guide.Reading().Rules(text, found[i].Game))
	}
	if len(req.Guide.Games) == 1 {
		return told(req.Guide.Reading().Rules(text, req.Guide.Games[0]))
	}
	return told(req.Guide.Reading().Rules(text, nil))
}

// Games lists what the author plays here, and everywhere if nobody else listens.
func (p Pages) Games(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("room", text) {
		return p.ofRoom(req)
	}
	return p.page(req, "games", "history", text, storage.Query{Player: req.Author.ID, Live: true})
}

// ofRoom lists what is going on where the author is, whoever plays: the match first in which nothing has happened for longest.
func (p Pages) ofRoom(req *request.Request) (*request.Result, error) {
	heads, err := p.Archive.Find(req.Ctx, storage.Query{Room: string(req.Event.Room), Live: true})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(heads, func(a, b storage.Head) int { return a.Latest.Compare(b.Latest) })
	var found []*match.Match
	for _, h := range heads[:min(len(heads), guide.PerPage)] {
		m, err := p.Archive.Replay(req.Ctx, h)
		if err != nil {
			return nil, err
		}
		found = append(found, m)
	}
	return request.Say(req.RoomGuide().Lists().Waiting(len(heads), found)), nil
}

// History lists what the author has played here, and everywhere if nobody else listens.
func (p Pages) History(req *request.Request, text string) (*request.Result, error) {
	return p.page(req, "history", "games", text, storage.Query{Player: req.Author.ID, Ended: true})
}

// page lists one page of the matches that fit.
func (p Pages) page(req *request.Request, command, other, text string, q storage.Query) (*request.Result, error) {
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	n, err := p.Archive.Count(req.Ctx, q)
	if err != nil {
		return nil, err
	}
	page, err := strconv.Atoi(strings.TrimSpace(text))
	in := min(max(page, 1), guide.Pages(n))
	if text != "" && (err != nil || page != in && !req.Event.Tap) {
		return nil, request.Instead(req.Guide.Lists().NoSuchPage(text, guide.Pages(n)))
	}
	page = in
	q.Skip, q.Limit = (page-1)*guide.PerPage, guide.PerPage
	found, err := p.Archive.Search(req.Ctx, q)
	where := func(m *match.Match) chat.Room {
		head, err := p.Archive.Head(req.Ctx, m.ID)
		room := archive.PlayedAt(head)
		if err != nil || room == req.Event.Room || !req.Guide.Caps.Threads || room.Service() != req.Event.Room.Service() {
			return ""
		}
		return room
	}
	return request.Say(req.Guide.Lists().Page(command, other, n, page, found, where)), err
}
