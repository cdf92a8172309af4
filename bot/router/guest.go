package router

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/find"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/matches"
	"tabuleiro/bot/notify"
	"tabuleiro/bot/request"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/view"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

// Weigh implements chat.Handler. Talk not addressed to the bot means something only if it is a yes or no, or looks like
// a move.
func (c *Router) Weigh(e chat.Event) chat.Weight {
	book := c.Languages.Book
	_, text := request.Named(speech.Clean(e.Text, request.LongestText))
	word, _, _ := strings.Cut(text, " ")
	word, slash := strings.CutPrefix(word, "/")
	switch {
	case slash && book.Command(word) == "move", request.LooksLikeMove(c.Archive.Games, text):
		return chat.Move
	case slash, e.Addressed, e.File != nil, book.Means("yes", text), book.Means("no", text):
		return chat.Wish
	}
	return chat.Talk
}

// Joined implements chat.Handler. It sends one greeting, with a button to begin and how to make moves there.
func (c *Router) Joined(ctx context.Context, e chat.Event, all bool) {
	g := c.GuideFor(c.Archive.Preferences(ctx, archive.OfRoom(e.Room)), e)
	how := "joined-privacy"
	if all {
		how = "joined-all"
	}
	c.Send(ctx, e, chat.Message{
		Text:    append(g.Voice.Say("joined"), view.Line(g.Voice.Say(how))...),
		Buttons: g.Reading().Menu().Buttons[:1],
	})
}

// Offers implements chat.Handler. It returns a challenge, open to anyone, for each game that the typed
// text may mean: see matches.ReadPost.
func (c *Router) Offers(ctx context.Context, e chat.Event) []chat.Offer {
	req := c.newRequest(ctx, e)
	key, err := c.Players.OfferKey(ctx)
	if c.Archive.Warn(err, "inline challenges cannot be offered"); err != nil {
		return nil
	}
	games, typed := matches.ReadPost(req)
	limit, _ := match.ParseControl(typed) // none, with an error
	var list []chat.Offer
	for _, g := range games {
		nonce := c.Players.Draws.ID(matches.OfferNonce)
		o := matches.Offer{Game: g.Name, Time: typed, By: strings.TrimPrefix(req.Author.ID, e.Room.Service()+":"),
			Day: matches.DayOf(c.Now()), Nonce: nonce + req.Guide.Voice.Tag()}
		o.Name = matches.Clip(req.Event.From.Name,
			req.Guide.Caps.Says-len(matches.OfferPrefix)-matches.OfferCode-len(o.String()))
		game := req.Guide.Voice.Text("game." + g.Name)
		offer := chat.Offer{
			Title: req.Guide.Voice.Text("offer-title", speech.Text("Game", game)),
			Message: chat.Message{
				Text: req.Guide.Voice.Say("offer", speech.Text("Game", game),
					speech.Person("Player", chat.User{Name: req.Event.From.Name})),
				Buttons: [][]chat.Button{{{Label: req.Guide.Voice.Text("button.offer"),
					Says: matches.OfferPrefix + matches.Sign(key, o.String()) + o.String()}}},
			},
		}
		if limit != (match.Control{}) {
			offer.Below = req.Guide.Voice.Control(limit)
			offer.Message.Text = append(offer.Message.Text, view.Line([]chat.Span{{Text: offer.Below}})...)
		}
		list = append(list, offer)
	}
	return list
}

// Take implements chat.Handler.
func (c *Router) Take(ctx context.Context, e chat.Event) chat.Taking {
	ctx = context.WithoutCancel(ctx)
	req := c.newRequest(ctx, e)
	taking, err := c.take(ctx, req, e.Text)
	switch no, ok := errors.AsType[request.Refused](err); {
	case ok:
		taking.Told = chat.PlainText(no.Result.Messages[0].Text)
	case err != nil:
		c.Log.Error("an inline challenge cannot be accepted", "event", e.ID, "error", err)
		taking.Told = req.Guide.Voice.Text("trouble")
	}
	return taking
}

// take begins the match of an offer: the challenge of the person who posted it, accepted by the author.
func (c *Router) take(ctx context.Context, req *request.Request, text string) (chat.Taking, error) {
	o, err := c.Players.OpenOffer(ctx, text)
	if err != nil {
		return chat.Taking{}, err
	}
	service := req.Event.Room.Service()
	if o == (matches.Offer{}) || !o.Stands(c.Now()) || c.Archive.Game(o.Game) == nil {
		return chat.Taking{}, req.Refuse("offer-gone")
	}
	cause := service + ":offer-" + o.Nonce
	defer c.Players.Taking.Enter(cause)()
	heads, err := c.Archive.Find(ctx, storage.Query{IdempotencyKey: cause, Limit: 1})
	if err != nil {
		return chat.Taking{}, err
	}
	if len(heads) > 0 {
		return chat.Taking{}, req.Refuse("offer-taken")
	}
	other := c.newRequest(ctx, chat.Event{
		ID: cause, Room: chat.Room(service + ":" + o.By), From: chat.User{ID: service + ":" + o.By, Name: o.Name},
		Private: true, Addressed: true, Locale: o.Lang(),
	})
	if other.Author.ID == req.Author.ID {
		return chat.Taking{}, req.Refuse("offer-own")
	}
	setup, err := c.Players.Setup(other, guide.Challenge{Game: c.Archive.Game(o.Game), Opponent: req.Event.From,
		Terms: engine.Options{"time": o.Time}, Options: engine.Options{}})
	id := ""
	if err == nil {
		id, err = c.Players.Issue(other, setup, nil)
	}
	if err != nil {
		return chat.Taking{}, err
	}
	if v, ok := c.Languages.Book.In(o.Lang()); ok { // even if the author has chosen another one since
		other = other.With(func(posted *request.Request) { posted.Guide.Voice.Voice = v })
	}
	// Nothing was announced so far: the first message tells both that the match has begun.
	if _, err := c.Players.Respond(req, "accept", "#"+id); err != nil {
		return chat.Taking{}, err
	}
	return c.offerTaken(ctx, req, other, id)
}

// offerTaken returns the text that replaces an offer, in the language of the offer: the match that began, and a link to
// it.
func (c *Router) offerTaken(ctx context.Context, req, other *request.Request, id string) (chat.Taking, error) {
	m, _, err := c.Archive.Load(ctx, id)
	if err != nil {
		return chat.Taking{}, err
	}
	taking := chat.Taking{}
	if l, ok := c.Players.Services.Adapter(req.Event.Room.Service()).(chat.Links); ok && m.Secret != "" {
		taking.Link = l.Link(id + "-" + m.Secret)
	}
	taking.Shown.Text = append(other.Audience(m).Title(m), view.Line(other.Guide.Voice.Say("offer-begun"))...)
	if taking.Link != "" {
		taking.Shown.Buttons = [][]chat.Button{{{Label: other.Guide.Voice.Text("menu.games"), URL: taking.Link}}}
	}
	return taking, nil
}

// Left implements chat.Handler. It tells the opponents in the room of the player who has left it.
func (c *Router) Left(ctx context.Context, room chat.Room, u chat.User) {
	who, err := c.Players.Registry.Person(ctx, u.ID)
	if err == nil {
		u.ID = who.ID
		err = c.Notifier.Left(ctx, room, view.Player(view.Clean(u)))
	}
	c.Archive.Warn(err, "the room cannot be told who has left", "room", room)
}

// Shut implements chat.Handler. The matches of the room are announced to their players elsewhere from then on, with
// what they can do about it.
func (c *Router) Shut(ctx context.Context, room chat.Room, by chat.User) {
	ctx = context.WithoutCancel(ctx)
	who, err := c.Players.Registry.Person(ctx, by.ID)
	c.Archive.Warn(err, "the person of a private room cannot be looked up", "room", room)
	c.inPlay(ctx, room, func(id string) bool { return c.Players.Shut(ctx, id, room, who.ID) })
}

// inPlay calls do with the id of each live match of a room, and announces the matches for which do returns true.
func (c *Router) inPlay(ctx context.Context, room chat.Room, do func(id string) bool) {
	heads, err := c.Archive.Find(ctx, storage.Query{Room: string(room), Live: true})
	c.Archive.Warn(err, "the matches of a room cannot be looked up", "room", room)
	for _, h := range heads {
		if do(h.ID) {
			c.Notifier.Notify(ctx, h.ID, notify.Origin{})
		}
	}
}

// shownAgain is the maximum number of matches that ShowAgain shows.
const shownAgain = 5

// Playing implements chat.Handler.
func (c *Router) Playing(ctx context.Context, service string) ([]chat.Room, error) {
	heads, err := c.Archive.Find(ctx, storage.Query{Live: true})
	if err != nil {
		return nil, err
	}
	var rooms []chat.Room
	for _, h := range heads {
		for _, p := range h.Places {
			if room := chat.Room(p.Room); room.Service() == service {
				rooms = append(rooms, room)
			}
		}
	}
	slices.Sort(rooms)
	return slices.Compact(rooms), nil
}

// Seated implements chat.Handler. If the store fails, nobody counts as playing.
func (c *Router) Seated(ctx context.Context, room chat.Room) (players []string) {
	heads, err := c.Archive.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: find.RecentMatches})
	if err != nil || !slices.ContainsFunc(heads, func(h storage.Head) bool { return h.Status == match.Playing }) {
		return nil
	}
	for _, h := range heads {
		players = append(players, h.Players...)
	}
	return players
}

// ShowAgain implements chat.Handler.
func (c *Router) ShowAgain(ctx context.Context, room chat.Room, missed bool) {
	heads, err := c.Archive.Find(ctx, storage.Query{Room: string(room), Live: true, Limit: shownAgain})
	if c.Archive.Warn(err, "matches cannot be shown again", "room", room); err != nil {
		return
	}
	if missed && len(heads) == 0 {
		to := c.GuideFor(c.Archive.Preferences(ctx, archive.OfRoom(room)), chat.Event{Room: room})
		c.Send(ctx, chat.Event{Room: room}, chat.Message{Text: to.Voice.Say("missed-talk")})
	}
	for i, h := range slices.Backward(heads) {
		m, err := c.Archive.Replay(ctx, h)
		if c.Archive.Warn(err, "match cannot be read", "match", h.ID); err != nil {
			continue
		}
		at := slices.IndexFunc(h.Places, func(p storage.Place) bool { return p.Room == string(room) })
		place := h.Places[at]
		preferences := c.Archive.Preferences(ctx, archive.OwnerAt(room, place.For))
		to := c.GuideFor(preferences, chat.Event{Room: room}).Facing(m, m.Side(place.For))
		to.Only = place.For
		message := to.Present(m)
		c.Notifier.AddInvitations(&message, to.Voice, m, room)
		if missed && i == 0 {
			message.Text = append(message.Text, view.Line(to.Voice.Say("missed"))...)
		}
		ref := c.Send(ctx, chat.Event{Room: room}, message)
		if ref == "" {
			continue
		}
		c.Notifier.NoteBoard(ctx, m.ID, place, ref)
		if c.Players.Opened(ctx, m.ID, room) {
			c.Notifier.Notify(ctx, m.ID, notify.Origin{})
		}
		c.shown.Put(room, request.BoardShown{Match: m.ID, N: m.N})
	}
}

// RunExpiry deletes expired questions, every staleQuestionTTL, until the context ends.
func (c *Router) RunExpiry(ctx context.Context) {
	tick := time.NewTicker(staleQuestionTTL)
	defer tick.Stop()
	for {
		if err := c.endQuestions(ctx); ctx.Err() == nil {
			c.Archive.Warn(err, "old questions cannot be deleted")
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}
