package show

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Games lists what the author plays here, and everywhere if nobody else listens: what waits for the author first, in
// the order of the time that is left. "/games next" shows the board of the match that has waited longest.
func (p Pages) Games(req *request.Request, text string) (*request.Result, error) {
	next, under, _ := strings.Cut(text, " ")
	switch book := req.Guide.Languages.Book; {
	case book.Means("room", text):
		return p.ofRoom(req)
	case book.Means("next", next):
		return p.next(req, strings.TrimPrefix(under, "#"))
	}
	return p.page(req, "games", "history", text, storage.Query{Player: req.Author.ID, Live: true})
}

// ofRoom lists what is going on where the author is, of all players: the match first that nobody has brought on for
// longest.
func (p Pages) ofRoom(req *request.Request) (*request.Result, error) {
	found, n, err := p.Archive.Longest(req.Ctx, storage.Query{Room: string(req.Event.Room), Live: true},
		func(h storage.Head) bool { return h.Status == match.Playing }, guide.PerPage)
	if err != nil {
		return nil, err
	}
	return request.Say(req.RoomGuide().Lists().Waiting(n, found)), nil
}

// next shows the board of the match that has waited for the author longest, and says how many more wait. Under the
// board of another match, which the button names, it takes the place of that: one message goes from board to board.
func (p Pages) next(req *request.Request, under string) (*request.Result, error) {
	q := storage.Query{Player: req.Author.ID, Live: true}
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	heads, err := p.Archive.Find(req.Ctx, q)
	if err != nil {
		return nil, err
	}
	var found []*match.Match
	turns := false // the message with the button that was pressed, under the board of a match
	for _, h := range heads {
		m, err := p.Archive.Replay(req.Ctx, h)
		if err != nil {
			return nil, err
		}
		if view.Awaited(m).ID == req.Author.ID {
			found = append(found, m)
		} else if m.ID == under {
			turns = req.Event.Pressed != ""
		}
	}
	if len(found) == 0 {
		return nil, req.Refuse("none-waits")
	}
	slices.SortStableFunc(found, func(a, b *match.Match) int { return a.Turned.Compare(b.Turned) })
	to := req.ForRoom(found[0])
	to.Waiting = len(found) - 1
	board := present(to, found[0])
	if board.Instead = turns; turns {
		// what it shows is another match's now
		if err := p.Archive.NoteDelivered(req.Ctx, under, string(req.Event.Room), false, 0, ""); err != nil {
			return nil, err
		}
	}
	return boardOnly(found[0], board), nil
}

// mostSorted is the number of matches of a person that are sorted by the time left; of more the newest come first.
const mostSorted = 100

// byTime sorts the matches that a person plays: those first that wait for that person, the least time left before more
// and before no limit, and what has waited longer before the rest.
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

// History lists what the author has played here, and everywhere if nobody else listens. "/history last" tells how the
// latest match of all ended there.
func (p Pages) History(req *request.Request, text string) (*request.Result, error) {
	if req.Guide.Languages.Book.Means("latest", text) {
		return p.latest(req)
	}
	return p.page(req, "history", "games", text, storage.Query{Player: req.Author.ID, Ended: true})
}

func (p Pages) latest(req *request.Request) (*request.Result, error) {
	q := storage.Query{Room: string(req.Event.Room)}
	if req.Event.Private {
		q = storage.Query{Player: req.Author.ID}
	}
	m, _, err := p.Find.LastOver(req, q, "")
	if err != nil || m == nil {
		return nil, cmp.Or(err, req.Refuse("no-latest"))
	}
	answer := req.Guide.Lists().Latest(m)
	if moves := len(view.Stops(m)) - 1; moves > 0 {
		begun, err := p.begun(req, m)
		if err != nil {
			return nil, err
		}
		took := speech.Text("Time", req.Guide.Voice.Span(m.Turned.Sub(begun)))
		answer.Text = append(answer.Text, view.Line(req.Guide.Voice.Say("history-lasted", speech.Count(moves), took))...)
	}
	return request.Say(answer), nil
}

// begun is when a match was accepted, or else read from a file.
func (p Pages) begun(req *request.Request, m *match.Match) (time.Time, error) {
	events, err := p.Archive.Events(req.Ctx, m.ID)
	for _, e := range events {
		if e.Kind == match.Accepted {
			return e.At, err
		}
	}
	return m.Began, err
}

// page lists one page of the matches that fit.
func (p Pages) page(req *request.Request, command, other, text string, q storage.Query) (*request.Result, error) {
	if !req.Event.Private {
		q.Room = string(req.Event.Room)
	}
	heads, err := p.Archive.Find(req.Ctx, q)
	if err != nil {
		return nil, err
	}
	n := len(heads)
	page, err := strconv.Atoi(strings.TrimSpace(text))
	in := min(max(page, 1), guide.Pages(n, guide.PerPage))
	if text != "" && (err != nil || page != in && !req.Event.Tap) {
		return nil, req.Refuse("no-such-page", speech.Text("Word", text), speech.Count(guide.Pages(n, guide.PerPage)))
	}
	page = in
	skip := (page - 1) * guide.PerPage
	sorted := q.Live && n <= mostSorted
	if !sorted {
		heads = heads[min(skip, n):min(skip+guide.PerPage, n)]
	}
	found := p.Archive.ReplayAll(req.Ctx, heads)
	if sorted {
		byTime(found, q.Player)
		found = found[min(skip, len(found)):min(skip+guide.PerPage, len(found))]
	}
	where := func(m *match.Match) chat.Room {
		head, err := p.Archive.Head(req.Ctx, m.ID)
		room := archive.PlayedAt(head)
		if err != nil || room == req.Event.Room || !req.Guide.Caps.Threads || room.Service() != req.Event.Room.Service() {
			return ""
		}
		return room
	}
	return request.Say(req.Guide.Lists().Page(command, other, n, page, found, where)), nil
}
