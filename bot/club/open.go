package club

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/change"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/notebook"
	"tabuleiro/bot/people"
	"tabuleiro/bot/request"
	"tabuleiro/bot/services"
	"tabuleiro/bot/speak"
	"tabuleiro/bot/speech"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// invitation is that somebody always has room for some matches in a room: as long as fewer go on, a challenge for
// anyone stands there. It ends when its challenge is taken back, or is to be put up again while its author is away, and
// when its author leaves the room.
type invitation struct {
	Who   match.Player `json:"who"`
	Room  string       `json:"room"`
	Setup match.Setup  `json:"setup"` // of each match; Standing is the id of the invitation
	Games int          `json:"games"` // at a time
}

// invitations are those that stand, by the person and the id.
var invitations = notebook.New[invitation](notebook.Kind{Name: "open/", Of: notebook.Person,
	Bound: "three a person and room"})

// mostOpen is how many matches at a time somebody may have room for.
const mostOpen = 5

// Invitations are those that stand, as rooms ask for them.
type Invitations struct {
	archive  *archive.Archive
	quotas   *people.Quotas
	services *services.Services
	change   change.Decider
	speaker  *speak.Speaker
	draws    change.Draws
	now      func() time.Time
	setups   setups
	// until nobody else changes what has that name
	hold  func(name string) (leave func())
	issue func(ctx context.Context, id string, elsewhere []storage.Place, e match.Event) error // puts up a challenge
}

// Open is "/open": with a game, and how many matches at a time, it says that there is always room for them; "off" takes
// back what stands here.
func (o Invitations) Open(req *request.Request, text string) (*request.Result, error) {
	mine, err := o.invited(req.Ctx, req.Author.ID, req.Event.Room)
	switch {
	case err != nil:
		return nil, err
	case req.Event.Private:
		return nil, req.Note("open-alone", req.Typed("Open", "open"))
	case req.Guide.Languages.Book.Means("no", text):
		return o.close(req, mine)
	case text == "" && len(mine) == 0:
		return nil, req.Note("open-none", req.Typed("Open", "open"),
			speech.Text("Game", req.Guide.TypedGame(o.archive.Games[0])))
	case text == "":
		return o.stands(req), nil
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
	s, err := o.setups.read(req, ladders, strings.Join(rest, " "))
	if err == nil {
		err = o.quotas.MayBegin(req)
	}
	if err != nil {
		return nil, err
	}
	for _, id := range mine { // the new one of a game is in the place of the one before
		before, there, err := invitations.Get(req.Ctx, o.archive, req.Author.ID+"/"+id)
		if err != nil {
			return nil, err
		}
		if there && before.Setup.Game == s.Match.Game {
			if _, err := o.close(req, []string{id}); err != nil {
				return nil, err
			}
		}
	}
	i.Setup = s.Match
	if i.Setup.Standing, err = o.draws.ID(idLength); err != nil {
		return nil, err
	}
	if err := invitations.Put(req.Ctx, o.archive, i.name(), i); err != nil {
		return nil, err
	}
	if err := o.fill(req.Ctx, i.name()); err != nil {
		return nil, err
	}
	return o.stands(req), nil
}

// stands tells the author that there is an invitation here, and how to take it back.
func (o Invitations) stands(req *request.Request) *request.Result {
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
func (o Invitations) invited(ctx context.Context, person string, room chat.Room) (ids []string, err error) {
	names, err := invitations.Names(ctx, o.archive, person+"/")
	for _, name := range names {
		i, there, failed := invitations.Get(ctx, o.archive, name)
		if err = errors.Join(err, failed); there && i.Room == string(room) {
			ids = append(ids, i.Setup.Standing)
		}
	}
	return ids, err
}

// close takes invitations of the author back, with the challenges that stand for them.
func (o Invitations) close(req *request.Request, ids []string) (*request.Result, error) {
	if len(ids) == 0 {
		return nil, req.Note("open-none", req.Typed("Open", "open"),
			speech.Text("Game", req.Guide.TypedGame(o.archive.Games[0])))
	}
	for _, id := range ids {
		err := o.end(req.Ctx, req.Author.ID+"/"+id)
		if err == nil {
			err = o.takeBack(req, id)
		}
		if err != nil {
			return nil, err
		}
	}
	return request.Say(req.Privately("open-closed")), nil
}

// takeBack withdraws the challenge that stands for an invitation of the author.
func (o Invitations) takeBack(req *request.Request, id string) error {
	live, err := o.standing(req.Ctx, req.Author.ID, id)
	for _, m := range live {
		if err != nil || m.Status != match.Open {
			continue
		}
		err = o.change.Decide(req, m.ID, func(*match.Match) (match.Event, error) {
			return match.Event{Kind: match.Withdrawn, Who: &req.Author}, nil
		})
		o.speaker.Say(req.Ctx, m.ID, speak.Cause{})
	}
	return err
}

// standing are the matches under way, and the open challenge, that come of an invitation.
func (o Invitations) standing(ctx context.Context, person, id string) (live []*match.Match, err error) {
	all, err := o.archive.Search(ctx, storage.Query{Player: person, Live: true})
	for _, m := range all {
		if m.Setup.Standing == id && m.Challenger.ID == person {
			live = append(live, m)
		}
	}
	return live, err
}

// fill puts up the challenge of an invitation where none stands and there is room for one match more. It may be done
// again.
func (o Invitations) fill(ctx context.Context, name string) error {
	ctx = context.WithoutCancel(ctx)
	defer o.hold("open " + name)()
	person, _, _ := strings.Cut(name, "/")
	return o.quotas.WhileBeginning(person, func() error { return o.fillAlone(ctx, name) })
}

// fillAlone is fill while nobody else changes the invitation, and its person is not being forgotten.
func (o Invitations) fillAlone(ctx context.Context, name string) error {
	i, there, err := invitations.Get(ctx, o.archive, name)
	if err != nil || !there || o.quotas.Leaving(i.Who.ID) {
		return err
	}
	away, err := o.archive.Absences(ctx, i.Who.ID)
	if err != nil {
		return err
	}
	if away.Now(o.now()) {
		return invitations.Delete(ctx, o.archive, name)
	}
	live, err := o.standing(ctx, i.Who.ID, i.Setup.Standing)
	for _, m := range live {
		if m.Status == match.Open {
			return err
		}
	}
	if err != nil || len(live) >= i.Games {
		return err
	}
	for length := 4; ; length++ {
		e := match.Event{Who: &i.Who, Setup: &i.Setup, Room: i.Room}
		id, err := o.draws.ID(length)
		if err == nil && o.services.Several() {
			err = o.draws.Abroad(&e)
		}
		if err == nil {
			err = o.issue(ctx, id, nil, e)
		}
		switch {
		case err == nil:
			o.speaker.Say(ctx, id, speak.Cause{})
			return nil
		case !archive.IsConflict(err) || length == 8:
			return err
		}
	}
}

// fillAll looks at all invitations.
func (o Invitations) fillAll(ctx context.Context) error {
	names, err := invitations.Names(ctx, o.archive, "")
	for _, name := range names {
		err = errors.Join(err, o.fill(ctx, name))
	}
	return err
}

// changed is told of a match that has changed, which may be one of an invitation: a challenge that is taken leaves room
// for the next, one that is taken back ends it.
func (o Invitations) changed(ctx context.Context, m *match.Match) error {
	name := m.Challenger.ID + "/" + m.Setup.Standing
	if m.Status != match.Void || m.Opponent.ID != "" {
		return o.fill(ctx, name)
	}
	return o.end(ctx, name)
}

// end has an invitation stand no more; its challenge stays.
func (o Invitations) end(ctx context.Context, name string) error {
	defer o.hold("open " + name)()
	return invitations.Delete(ctx, o.archive, name)
}

// Left ends the invitations of somebody who has left a room.
func (o Invitations) Left(ctx context.Context, room chat.Room, person string) error {
	ids, err := o.invited(ctx, person, room)
	for _, id := range ids {
		err = errors.Join(err, o.end(ctx, person+"/"+id))
	}
	return err
}

// moved gives those of a room to its new address.
func (o Invitations) moved(ctx context.Context, from, to chat.Room) error {
	names, err := invitations.Names(ctx, o.archive, "")
	for _, name := range names {
		i, there, failed := invitations.Get(ctx, o.archive, name)
		if failed == nil && there && i.Room == string(from) {
			i.Room = string(to)
			failed = invitations.Put(ctx, o.archive, name, i)
		}
		err = errors.Join(err, failed)
	}
	return err
}
