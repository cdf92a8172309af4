package telegram

import (
	"context"
	"fmt"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// understandService is for what Telegram itself tells in a chat: groups that move, topics that close, people who come
// and go. It is false for what people say.
func (t *Telegram) understandService(m *wire.Message) (do *job, service bool) {
	switch {
	case m.MigrateTo != 0:
		return t.understandMove(m.Chat.ID, m.MigrateTo), true
	case m.MigrateFrom != 0:
		return t.understandMove(m.MigrateFrom, m.Chat.ID), true
	case m.Closed != nil:
		by := wire.User{}
		if m.From != nil {
			by = *m.From
		}
		return t.shut(m.Where(), by), true
	case m.Reopened != nil:
		return t.returned(m.Where()), true
	case m.Left != nil:
		return t.understandLeaving(m.Chat.ID, *m.Left), true
	}
	for _, who := range m.Came {
		t.ranks.Put(seat{m.Chat.ID, who.ID}, wire.Standing{Status: "member"})
	}
	return nil, len(m.Came) > 0
}

func (t *Telegram) understandMembership(m wire.Membership) *job {
	group := m.Chat.Type == "group" || m.Chat.Type == "supergroup"
	at := wire.Spot{Chat: m.Chat.ID}
	t.reopen(at.Chat)
	t.ranks.Put(seat{at.Chat, t.myself().ID}, m.New)
	t.chats.with(at.Chat, func(k *known) {
		k.wordsOnly = time.Time{}
		if !m.New.IsPresent() && group {
			k.closed = chat.ErrClosed
		} else if !m.New.IsPresent() {
			k.closed = chat.ErrBlocked
		}
	})
	switch {
	case !m.New.MayWrite():
		return t.shut(at, m.By)
	case m.Old.MayWrite():
		return nil
	case m.Old.IsPresent() || !group:
		return t.returned(at)
	case t.moves.reached(m.Chat.ID): // where it was before, under another id
		return nil
	}
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if !t.showAgain(ctx, at, true) {
			e := chat.Event{Room: at.Room(), From: m.By.Person(), Locale: m.By.LanguageCode}
			t.handler.Joined(ctx, e, t.hearsAll(ctx, m.Chat.ID))
		}
	}}
}

// returned has the matches of a chat, or of a topic, shown again where the bot could not speak: nothing was missed,
// since it heard all that could be said.
func (t *Telegram) returned(at wire.Spot) *job {
	t.reopen(at.Chat)
	return &job{room: at.Room(), deal: func(ctx context.Context) { t.showAgain(ctx, at, false) }}
}

// shut is for a chat with all its topics, or a topic, in which the bot may not write any more.
func (t *Telegram) shut(at wire.Spot, by wire.User) *job {
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if at.Thread != 0 && t.administrates(ctx, at.Chat) {
			return // who may write in a topic that is closed
		}
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Shut(ctx, room, by.Person())
		}
	}}
}

// understandLeaving is for somebody who has left a group. The bot's own leaving is told otherwise.
func (t *Telegram) understandLeaving(group int64, who wire.User) *job {
	if who.ID == t.myself().ID {
		return nil
	}
	t.ranks.Put(seat{group, who.ID}, wire.Standing{Status: "left"})
	at := t.moves.current(wire.Spot{Chat: group})
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Left(ctx, room, who.Person())
		}
	}}
}

func (t *Telegram) understandMove(from, to int64) *job {
	old, now := wire.Spot{Chat: from}, wire.Spot{Chat: to}
	t.moves.settle(old, now)
	return &job{room: now.Room(), deal: func(context.Context) { t.moved(old, now) }}
}

// seat is a person in a group.
type seat struct{ group, person int64 }

// ask asks Telegram what somebody is in a group.
func (s seat) ask(ctx context.Context, line *client.Client) (is wire.Standing, err error) {
	params := client.Params{"chat_id": s.group, "user_id": s.person}
	err = line.Insist(ctx, client.Request{Method: "getChatMember", Params: params}, &is)
	return is, err
}

// Administers implements chat.Presence. Administrators who hide have no id, and are nobody.
func (t *Telegram) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	is, err := t.standingIn(ctx, room, id, false)
	return is.Status == "creator" || is.Status == "administrator", err
}

// Present implements chat.Presence.
func (t *Telegram) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	is, err := t.standingIn(ctx, room, id, now)
	return is.IsPresent(), err
}

// standingIn is what somebody is in a room; in a private chat everybody is its owner.
func (t *Telegram) standingIn(ctx context.Context, room chat.Room, id string, now bool) (is wire.Standing, err error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return is, err
	}
	of := seat{t.moves.current(at).Chat, wire.UserID(chat.User{ID: id})}
	switch {
	case at.Chat > 0:
		return wire.Standing{Status: "creator"}, nil
	case of.person == 0:
		return wire.Standing{Status: "left"}, nil
	}
	return t.standing(ctx, of, now)
}

// standing is what somebody is in a group. Telegram's word is believed for Times.Trust, unless the question is how it is
// now.
func (t *Telegram) standing(ctx context.Context, of seat, now bool) (wire.Standing, error) {
	if is, known := t.ranks.Get(of); known && !now {
		return is, nil
	}
	ctx, cancel := t.within(ctx, t.Times.Edit)
	defer cancel()
	is, err := of.ask(ctx, t.line)
	if to := client.AsFailure(err).Moved; to != 0 {
		t.noteMove(wire.Spot{Chat: of.group}, wire.Spot{Chat: to})
		of.group = to
		is, err = of.ask(ctx, t.line)
	}
	if err != nil {
		return wire.Standing{}, fmt.Errorf("telegram: what somebody is in group %d: %w", of.group, err)
	}
	t.ranks.Put(of, is)
	return is, nil
}

// hearsAll reports whether the bot hears everything in a group: it is an administrator, or privacy mode is off. If
// Telegram does not say, it is taken not to, which only costs a box that nobody needs.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	return t.myself().CanReadAllGroupMessages || t.administrates(ctx, group)
}

// administrates reports whether the bot is an administrator of a group, as far as Telegram says.
func (t *Telegram) administrates(ctx context.Context, group int64) bool {
	self := t.myself().ID
	if self == 0 {
		return false
	}
	is, err := t.standing(ctx, seat{group, self}, false)
	if err != nil {
		t.Log.Info("telegram: what the bot is in a group is not known", "error", err)
	}
	return is.Status == "administrator"
}
