package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Start shows the menu or the room's matches that the author plays or may accept, all where a keyboard does not tell the
// author, or the match whose link was opened.
func (v *Viewer) Start(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("menu", text) {
		return v.menu(req), nil
	}
	if text != "" {
		return v.Board(req, "#"+strings.TrimPrefix(text, "#"))
	}
	found, err := v.Find.Live(req)
	found = request.Filter(found, func(m *match.Match) bool {
		return req.Event.Supposed || view.Plays(m, req.Author) || request.Can(m, req.Author, match.Accepted)
	})
	own := request.Filter(found, func(m *match.Match) bool {
		return req.Event.Private && m.Status == match.Open && m.Challenger.ID == req.Author.ID
	})
	switch {
	case err != nil:
		return nil, err
	case len(found) == len(own): // nothing but own challenges that await others
		return v.menu(req, own...), nil
	case len(found) == 1 && req.Sees(found[0]):
		return nil, nil
	case len(found) == 1:
		if req.Guide.Caps.Together { // the player on turn takes the keyboard
			return request.Say(req.ForRoom(found[0]).Present(found[0])), nil
		}
		return boardOnly(found[0], present(req.ForRoom(found[0]), found[0])), nil
	}
	return request.Say(req.RoomGuide().Lists().Under(req.Room.Say("games", speech.Count(len(found))), found...)), nil
}

func (v *Viewer) menu(req *request.Request, waiting ...*match.Match) *request.Result {
	if req.Author.ID == "" {
		return request.Say(req.RoomGuide().Reading().Menu(), req.Privately(req.PerService("greeting-nameless")))
	}
	return request.Say(req.RoomGuide().Reading().Menu(waiting...))
}

// Help explains a command, or a game briefly; without one, the everyday commands.
func (v *Viewer) Help(req *request.Request, text string) (*request.Result, error) {
	if game := req.Guide.Game(text); game != nil {
		return request.Say(req.Guide.Reading().Gist(game)), nil
	}
	found, err := v.Find.Mine(req)
	example := ""
	for _, m := range slices.Backward(found) { // of the newest match that has begun
		if m.Status == match.Playing {
			example = cmp.Or(req.Audience(m).Example(m), example)
		}
	}
	answer, ok := req.Guide.Reading().Help(text, example)
	if !ok && err == nil {
		return nil, req.Misread("unknown-command", speech.Text("Command",
			speech.Clean(strings.TrimPrefix(text, "/"), view.LongestName)))
	}
	return request.Say(answer), err
}

// Manual shows the contents of the manual, a section, or all.
func (v *Viewer) Manual(req *request.Request, text string) (*request.Result, error) {
	return request.Say(req.Guide.Reading().Manual(text)...), nil
}

// Rules shows the rules of the game named, or of the one that the author plays here, or of the only one.
func (v *Viewer) Rules(req *request.Request, text string) (*request.Result, error) {
	found, err := v.Find.Live(req)
	if err != nil {
		return nil, err
	}
	var here *engine.Game
	if i := slices.IndexFunc(found, func(m *match.Match) bool { return view.Plays(m, req.Author) }); i >= 0 {
		here = found[i].Game
	} else if len(req.Guide.Games) == 1 {
		here = req.Guide.Games[0]
	}
	m := req.Guide.Reading().Rules(text, here)
	if m == nil {
		return nil, req.UnknownGame(text, req.Guide.Games)
	}
	return request.Say(m...), nil
}

// played returns a query for the matches of the author here, or everywhere in a private chat.
func played(req *request.Request) storage.Query {
	q := storage.Query{Player: req.Author.ID}
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	return q
}

// Games lists the running matches of the author: first those that await the author, in the order of the time left.
// "/games next" shows the board of the match that has waited longest.
func (v *Viewer) Games(req *request.Request, text string) (*request.Result, error) {
	next, under, _ := strings.Cut(text, " ")
	book := req.Guide.Languages.Book
	if book.Means("room", text) {
		return v.ofRoom(req)
	}
	q := played(req)
	q.Live = true
	found, err := v.Archive.Search(req.Ctx, q)
	switch {
	case err != nil:
		return nil, err
	case book.Means("next", next):
		return v.next(req, found, strings.TrimPrefix(under, "#"))
	}
	byTime(found, q.Player)
	return v.page(req, "games", "history", text, len(found), func(from, to int) []*match.Match { return found[from:to] })
}

// ofRoom lists the running matches of all players in the room, the one without a move for longest first.
func (v *Viewer) ofRoom(req *request.Request) (*request.Result, error) {
	found, n, err := v.Archive.Longest(req.Ctx, storage.Query{Room: string(req.Event.Room), Live: true},
		func(h storage.Head) bool { return h.Status == match.Playing }, guide.PerPage)
	if err != nil {
		return nil, err
	}
	return request.Say(req.RoomGuide().Lists().Waiting(n, found)), nil
}

// next shows the board of the match that has waited for the author longest, and says how many more wait. under is the
// id of the match under whose board the button was pressed; unless that match awaits the author, the new board replaces
// it.
func (v *Viewer) next(req *request.Request, all []*match.Match, under string) (*request.Result, error) {
	waits := func(m *match.Match) bool { return view.Awaited(m).ID == req.Author.ID }
	found := request.Filter(all, waits)
	if len(found) == 0 {
		return nil, req.Refuse("none-waits")
	}
	m := slices.MinFunc(found, func(a, b *match.Match) int { return a.Turned.Compare(b.Turned) })
	to := req.ForRoom(m)
	to.Waiting = len(found) - 1
	board := present(to, m)
	// replace the message of the pressed button, if it is the board of another match
	board.Instead = req.Event.Pressed != "" && slices.ContainsFunc(all, func(m *match.Match) bool {
		return m.ID == under && !waits(m)
	})
	if board.Instead { // that message is no longer the board of its match
		if err := v.Archive.NoteDelivered(req.Ctx, under, string(req.Event.Room), false, 0, ""); err != nil {
			return nil, err
		}
	}
	return boardOnly(m, board), nil
}

// byTime sorts the matches of a person: first those that await the person, then by time left, those without a limit
// last, then by how long they have waited.
func byTime(found []*match.Match, id string) {
	never := time.Unix(1<<40, 0)
	key := func(m *match.Match) (other int, end time.Time) {
		if end = m.Deadline(); end.IsZero() || m.Setup.Time == (match.Control{}) {
			end = never
		}
		if view.Awaited(m).ID != id {
			other = 1
		}
		return other, end
	}
	slices.SortStableFunc(found, func(a, b *match.Match) int {
		aOther, aEnd := key(a)
		bOther, bEnd := key(b)
		return cmp.Or(aOther-bOther, aEnd.Compare(bEnd), a.Turned.Compare(b.Turned))
	})
}

// History lists the ended matches of the author. "/history last" says how the last of all ended there.
func (v *Viewer) History(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("latest", text) {
		return v.latest(req)
	}
	q := played(req)
	q.Ended = true
	heads, err := v.Archive.Find(req.Ctx, q)
	if err != nil {
		return nil, err
	}
	heads = slices.DeleteFunc(heads, func(h storage.Head) bool { // challenges that were not accepted
		if h.Status != match.Void {
			return false
		}
		m, err := v.Archive.Replay(req.Ctx, h)
		return err == nil && !find.HasBegun(m)
	})
	return v.page(req, "history", "games", text, len(heads), func(from, to int) []*match.Match {
		return v.Archive.ReplayAll(req.Ctx, heads[from:to])
	})
}

func (v *Viewer) latest(req *request.Request) (*request.Result, error) {
	q := storage.Query{Room: string(req.Event.Room)}
	if req.Event.Private {
		q = storage.Query{Player: req.Author.ID}
	}
	m, _, err := v.Find.LastOver(req, q, "")
	if err != nil || m == nil {
		return nil, cmp.Or(err, req.Refuse("no-latest"))
	}
	answer := req.Guide.Lists().Under(req.Guide.Voice.Say("history-latest"), m)
	if moves := view.MovesMade(m); moves > 0 {
		begun, err := v.begun(req, m)
		if err != nil {
			return nil, err
		}
		took := speech.Text("Time", req.Guide.Voice.Span(m.Turned.Sub(begun)))
		answer.Text = append(answer.Text, view.Line(req.Guide.Voice.Say("history-lasted", speech.Count(moves), took))...)
	}
	return request.Say(answer), nil
}

// begun returns when a match was accepted, or imported from a file.
func (v *Viewer) begun(req *request.Request, m *match.Match) (time.Time, error) {
	events, err := v.Archive.Events(req.Ctx, m.ID)
	if i := slices.IndexFunc(events, func(e match.Event) bool { return e.Kind == match.Accepted }); i >= 0 {
		return events[i].At, err
	}
	return m.Began, err
}

// page lists a page of n matches; shown returns the matches from one index up to, but not including, another.
func (v *Viewer) page(req *request.Request, command, other, text string, n int,
	shown func(from, to int) []*match.Match) (*request.Result, error) {
	of := guide.Pages(n, guide.PerPage)
	said, err := strconv.Atoi(strings.TrimSpace(text))
	page := min(max(said, 1), of)
	if text != "" && (err != nil || page != said && !req.Event.Tap) {
		return nil, req.Refuse("no-such-page", speech.Text("Word", text), speech.Count(of))
	}
	where := func(m *match.Match) chat.Room {
		head, err := v.Archive.Head(req.Ctx, m.ID)
		room := archive.PlayedAt(head)
		if err != nil || room == req.Event.Room || !req.Guide.Caps.Threads || room.Service() != req.Event.Room.Service() {
			return ""
		}
		return room
	}
	skip := (page - 1) * guide.PerPage
	found := shown(skip, min(skip+guide.PerPage, n))
	return request.Say(req.Guide.Lists().Page(command, other, n, page, found, where)), nil
}
