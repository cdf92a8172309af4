package bot

import (
	"context"
	"errors"
	"strings"

	"tabuleiro/bot/archive"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/guide"
	"tabuleiro/bot/speech"
	"tabuleiro/bot/tell"
	"tabuleiro/engine"
	"tabuleiro/engine/match"
	"tabuleiro/storage"
)

var (
	_ chat.Weigher = (*Bot)(nil)
	_ chat.Guest   = (*Bot)(nil)
	_ chat.Offerer = (*Bot)(nil)
)

// Weigh implements chat.Weigher. Talk not addressed to the bot means something only if it is a yes or no, or reads like a
// move of some game, from where that game begins; the shape of moves is the same everywhere.
func (b *Bot) Weigh(e chat.Event) chat.Weight {
	t := &talk{event: e}
	t.event.Text = speech.Clean(e.Text, longestText)
	t.Languages, t.Games = b.languages, b.Games
	name, text, ok := t.command()
	if !ok {
		_, text = named(t.event.Text)
	}
	if name == "move" || !ok && b.readsAsMove(text) {
		return chat.Move
	}
	if ok || e.Addressed || e.File != nil || b.languages.Book.Means("yes", t.event.Text) || b.languages.Book.Means("no", t.event.Text) {
		return chat.Wish
	}
	return chat.Talk
}

func (b *Bot) readsAsMove(text string) bool {
	for _, start := range b.starts {
		_, err := start.Read(text)
		var wrong *engine.MoveError
		if err == nil || errors.As(err, &wrong) && wrong.Kind != engine.NotMove {
			return true
		}
	}
	return false
}

// Joined implements chat.Guest: one greeting, with a way to begin and how moves are said there.
func (b *Bot) Joined(ctx context.Context, e chat.Event, all bool) {
	g := b.guideFor(b.archive.Preferences(ctx, archive.OfRoom(e.Room)), e)
	how := "joined-privacy"
	if all {
		how = "joined-all"
	}
	b.send(ctx, e, chat.Message{
		Text:    append(g.Voice.Say("joined"), tell.Line(g.Voice.Say(how))...),
		Buttons: [][]chat.Button{{{Label: g.Voice.Text("menu.play"), Says: g.Voice.Typed("play")}}},
	})
}

// Offers implements chat.Offerer: a challenge to whoever takes it, for each game that begins as is typed.
func (b *Bot) Offers(ctx context.Context, e chat.Event) []chat.Offer {
	t := b.newTalk(ctx, e)
	key, err := b.posted.key(ctx)
	if err != nil {
		b.Log.Error("offers cannot be made", "error", err)
		return nil
	}
	var list []chat.Offer
	for _, g := range b.Games {
		if _, err := g.Complete(nil); err != nil || !begins(g, t.Voice.Text("game."+g.Name), t.event.Text) {
			continue
		}
		nonce, err := b.posted.lots.id(offerNonce)
		if err != nil {
			b.Log.Error("offers cannot be made", "error", err)
			return nil
		}
		o := offer{game: g.Name, by: strings.TrimPrefix(t.me.ID, e.Room.Service()+":"), day: dayOf(b.Now()), nonce: nonce + t.Voice.Language}
		o.name = clip(t.event.From.Name, t.Caps.Says-len(offerPrefix)-offerCode-len(o.String()))
		name := speech.Text("Game", t.Voice.Text("game."+g.Name))
		from := chat.User{Name: t.event.From.Name}
		list = append(list, chat.Offer{
			Title: t.Voice.Text("offer-title", name),
			Message: chat.Message{
				Text:    t.Voice.Say("offer", name, speech.Person("Player", from)),
				Buttons: [][]chat.Button{{{Label: t.Voice.Text("button.offer"), Says: offerPrefix + sign(key, o.String()) + o.String()}}},
			},
		})
	}
	return list
}

// Take implements chat.Offerer.
func (b *Bot) Take(ctx context.Context, e chat.Event) chat.Taking {
	ctx = context.WithoutCancel(ctx)
	t := b.newTalk(ctx, e)
	taking, err := b.take(ctx, t, e.Text)
	var no refused
	switch {
	case errors.As(err, &no):
		taking.Told = chat.Plain(no.message.Text)
	case err != nil:
		b.Log.Error("an offer cannot be taken", "event", e.ID, "error", err)
		taking.Told = t.Voice.Text("trouble")
	}
	return taking
}

// take begins the match of an offer: the challenge of the person who posted it, accepted by the author.
func (b *Bot) take(ctx context.Context, t *talk, text string) (chat.Taking, error) {
	o, err := b.posted.open(ctx, text)
	if err != nil {
		return chat.Taking{}, err
	}
	service, players := t.event.Room.Service(), b.posted.players
	if o == (offer{}) || !o.stands(b.Now()) || b.archive.Game(o.game) == nil {
		return chat.Taking{}, t.note("offer-gone")
	}
	cause := service + ":offer-" + o.nonce
	defer b.posted.taking.Enter(cause)()
	heads, err := b.archive.Find(ctx, storage.Query{Cause: cause, Limit: 1})
	if err != nil {
		return chat.Taking{}, err
	}
	if len(heads) > 0 {
		return chat.Taking{}, t.note("offer-taken")
	}
	other := b.newTalk(ctx, chat.Event{
		ID: cause, Room: chat.Room(service + ":" + o.by), From: chat.User{ID: service + ":" + o.by, Name: o.name}, Private: true, Addressed: true, Locale: o.lang(),
	})
	if other.me.ID == t.me.ID {
		return chat.Taking{}, t.note("offer-own")
	}
	setup, err := other.setup(guide.Wish{Game: b.archive.Game(o.game), Opponent: t.event.From, Options: engine.Options{}})
	id := ""
	if err == nil {
		id, err = players.issue(other, setup, other.event.Room, nil, "")
	}
	if err != nil {
		return chat.Taking{}, err
	}
	if _, err := players.respond(t, "accept", "#"+id, match.Accepted); err != nil { // both are told that it has begun, and nothing before
		return chat.Taking{}, err
	}
	return b.begun(ctx, t, other, id)
}

// begun tells where an offer stood which match has come of it, and where that is.
func (b *Bot) begun(ctx context.Context, t, other *talk, id string) (chat.Taking, error) {
	m, _, err := b.archive.Load(ctx, id)
	if err != nil {
		return chat.Taking{}, err
	}
	taking := chat.Taking{}
	if l, ok := b.services.adapter(t.event.Room.Service()).(chat.Linker); ok && m.Secret != "" {
		taking.Link = l.Link(id + "-" + m.Secret)
	}
	taking.Shown.Text = append(other.to(m).Lines().Title(m), tell.Line(other.Voice.Say("offer-begun"))...)
	if taking.Link != "" {
		taking.Shown.Buttons = [][]chat.Button{{{Label: other.Voice.Text("menu.games"), URL: taking.Link}}}
	}
	return taking, nil
}

// Left implements chat.Guest: those who play with somebody who has left are told.
func (b *Bot) Left(ctx context.Context, room chat.Room, u chat.User) {
	who, err := b.registry.person(ctx, u.ID)
	if err == nil {
		u.ID = who.ID
		err = b.speaker.Left(ctx, room, tell.Player(tell.Clean(u)))
	}
	if err != nil {
		b.Log.Warn("the room was not told who has left", "room", room, "error", err)
	}
}
