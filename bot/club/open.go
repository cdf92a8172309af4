package club

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// invitation is that somebody always has room for some matches in a room: as long as fewer go on, a challenge for
// anyone stands there. It ends when its challenge is taken back, or is to be put up again while its author is away.
type invitation struct {
	Who   match.Player `json:"who"`
	Room  string       `json:"room"`
	Setup match.Setup  `json:"setup"` // of each match; Standing is the id of the invitation
	Games int          `json:"games"` // at a time
}

// invitations are those that stand, by the person and the id.
var invitations = notebook.New[invitation](notebook.Kind{Name: "open/", Of: notebook.Person, Bound: "three a person and room"})

// mostOpen is how many matches at a time somebody may have room for.
const mostOpen = 5

// Open is "/open": with a game, and how many matches at a time, it says that there is always room for them; "off" takes
// back what stands here.
func (c *Club) Open(req *request.Request, text string) (*request.Result, error) {
	mine, err := c.invited(req.Ctx, req.Author.ID, req.Event.Room)
	switch {
	case err != nil:
		return nil, err
	case req.Event.Private:
		return nil, req.Note("open-alone", req.Typed("Open", "open"))
	case req.Guide.Languages.Book.Means("no", text):
		return c.close(req, mine)
	case text == "" && len(mine) == 0:
		return nil, req.Note("open-none", req.Typed("Open", "open"), speech.Text("Game", req.Guide.TypedGame(c.Archive.Games[0])))
	case text == "":
		return c.stands(req), nil
	case len(mine) >= mostLive:
		return nil, req.Note("open-many", speech.Text("Most", strconv.Itoa(mostLive)), speech.Text("Off", openOff(req)))
	}
	i := invitation{Who: req.Author, Room: string(req.Event.Room), Games: 1}
	var rest []string
	for _, word := range strings.Fields(text) {
		if n, ok := number(word, 1, mostOpen); ok && i.Games == 1 {
			i.Games = n
		} else {
			rest = append(rest, word)
		}
	}
	s, err := c.setup(req, ladders, strings.Join(rest, " "))
	if err == nil {
		err = c.Players.Quotas.MayBegin(req)
	}
	if err != nil {
		return nil, err
	}
	for _, id := range mine { // the new one of a game is in the place of the one before
		before, there, err := invitations.Get(req.Ctx, c.Archive, req.Author.ID+"/"+id)
		if err != nil {
			return nil, err
		}
		if there && before.Setup.Game == s.Match.Game {
			if _, err := c.close(req, []string{id}); err != nil {
				return nil, err
			}
		}
	}
	i.Setup = s.Match
	if i.Setup.Standing, err = c.Draws.ID(idLength); err != nil {
		return nil, err
	}
	if err := invitations.Put(req.Ctx, c.Archive, i.name(), i); err != nil {
		return nil, err
	}
	if err := c.fill(req.Ctx, i.name()); err != nil {
		return nil, err
	}
	return c.stands(req), nil
}

// stands tells the author that there is an invitation here, and how to take it back.
func (c *Club) stands(req *request.Request) *request.Result {
	m := req.Privately("open-stands", speech.Text("Off", openOff(req)))
	m.Buttons = [][]chat.Button{{{Label: req.Guide.Voice.Text("button.open-off"), Says: openOff(req)}}}
	return request.Say(m)
}

// openOff is what is typed to take an invitation back.
func openOff(req *request.Request) string {
	return req.Guide.Voice.Typed("open") + " " + req.Guide.Voice.Typed("no")
}

func (i invitation) name() string { return i.Who.ID + "/" + i.Setup.Standing }

// invited are the ids of the invitations of a person in a room.
func (c *Club) invited(ctx context.Context, person string, room chat.Room) (ids []string, err error) {
	names, err := invitations.Names(ctx, c.Archive, person+"/")
	for _, name := range names {
		i, there, failed := invitations.Get(ctx, c.Archive, name)
		if err = errors.Join(err, failed); there && i.Room == string(room) {
			ids = append(ids, i.Setup.Standing)
		}
	}
	return ids, err
}

// close takes invitations of the author back, with the challenges that stand for them.
func (c *Club) close(req *request.Request, ids []string) (*request.Result, error) {
	if len(ids) == 0 {
		return nil, req.Note("open-none", req.Typed("Open", "open"), speech.Text("Game", req.Guide.TypedGame(c.Archive.Games[0])))
	}
	for _, id := range ids {
		name := req.Author.ID + "/" + id
		ctx, leave, err := c.book.hold(req.Ctx, "open "+name)
		if err != nil {
			return nil, err
		}
		err = invitations.Delete(ctx, c.Archive, name)
		leave()
		if err == nil {
			err = c.takeBack(req, id)
		}
		if err != nil {
			return nil, err
		}
	}
	return request.Say(req.Privately("open-closed")), nil
}

// takeBack withdraws the challenge that stands for an invitation of the author.
func (c *Club) takeBack(req *request.Request, id string) error {
	live, err := c.standing(req.Ctx, req.Author.ID, id)
	for _, m := range live {
		if err != nil || m.Status != match.Open {
			continue
		}
		err = c.Players.Change.Decide(req, m.ID, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
		})
		c.Speaker.Say(req.Ctx, m.ID, speak.Cause{})
	}
	return err
}

// standing are the matches under way, and the open challenge, that come of an invitation.
func (c *Club) standing(ctx context.Context, person, id string) (live []*match.Match, err error) {
	all, err := c.Archive.Search(ctx, storage.Query{Player: person, Live: true})
	for _, m := range all {
		if m.Setup.Standing == id && m.Challenger.ID == person {
			live = append(live, m)
		}
	}
	return live, err
}

// fill puts up the challenge of an invitation where none stands and there is room for one match more. It may be done
// again, by any process.
func (c *Club) fill(ctx context.Context, name string) error {
	ctx, leave, err := c.book.hold(context.WithoutCancel(ctx), "open "+name)
	if err != nil {
		return err
	}
	defer leave()
	person, _, _ := strings.Cut(name, "/")
	return c.Players.Quotas.WhileBeginning(person, func() error { return c.fillAlone(ctx, name) })
}

// fillAlone is fill while nobody else changes the invitation, and its person is not being forgotten.
func (c *Club) fillAlone(ctx context.Context, name string) error {
	i, there, err := invitations.Get(ctx, c.Archive, name)
	if err != nil || !there || c.Players.Quotas.Leaving(i.Who.ID) {
		return err
	}
	away, err := c.Archive.Absences(ctx, i.Who.ID)
	if err != nil {
		return err
	}
	if away.Now(c.Now()) {
		return invitations.Delete(ctx, c.Archive, name)
	}
	live, err := c.standing(ctx, i.Who.ID, i.Setup.Standing)
	for _, m := range live {
		if m.Status == match.Open {
			return err
		}
	}
	if err != nil || len(live) >= i.Games {
		return err
	}
	for length := 4; ; length++ {
		id, err := c.Draws.ID(length)
		if err == nil {
			err = c.issue(ctx, id, nil, match.Event{Who: &i.Who, Setup: &i.Setup, Room: i.Room})
		}
		switch {
		case err == nil:
			c.Speaker.Say(ctx, id, speak.Cause{})
			return nil
		case !archive.IsConflict(err) || length == 8:
			return err
		}
	}
}

// fillAll looks at all invitations.
func (c *Club) fillAll(ctx context.Context) error {
	names, err := invitations.Names(ctx, c.Archive, "")
	for _, name := range names {
		err = errors.Join(err, c.fill(ctx, name))
	}
	return err
}

// invites is told of a match that has changed, which may be one of an invitation: a challenge that is taken leaves room
// for the next, one that is taken back ends it.
func (c *Club) invites(ctx context.Context, m *match.Match) error {
	name := m.Challenger.ID + "/" + m.Setup.Standing
	if m.Status != match.Void || m.Opponent.ID != "" {
		return c.fill(ctx, name)
	}
	ctx, leave, err := c.book.hold(ctx, "open "+name)
	if err != nil {
		return err
	}
	defer leave()
	return invitations.Delete(ctx, c.Archive, name)
}

// moveInvitations gives those of a room to its new address.
func (c *Club) moveInvitations(ctx context.Context, from, to chat.Room) error {
	names, err := invitations.Names(ctx, c.Archive, "")
	for _, name := range names {
		i, there, failed := invitations.Get(ctx, c.Archive, name)
		if failed == nil && there && i.Room == string(from) {
			i.Room = string(to)
			failed = invitations.Put(ctx, c.Archive, name, i)
		}
		err = errors.Join(err, failed)
	}
	return err
}
