package telegram

import (
	"context"
	"fmt"
	"time"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/client"
	"tabuleiro/bot/telegram/wire"
)

// understandService handles service messages: migrated groups, closed and reopened topics, people who join and leave.
// service is false for messages of people.
func (t *Telegram) understandService(m *wire.Message) (do *job, service bool) {
	switch {
	case m.MigrateToChatID != 0:
		return t.understandMove(m.Chat.ID, m.MigrateToChatID), true
	case m.MigrateFromChatID != 0:
		return t.understandMove(m.MigrateFromChatID, m.Chat.ID), true
	case m.Closed != nil:
		by := wire.User{}
		if m.From != nil {
			by = *m.From
		}
		return t.shut(m.Where(), by), true
	case m.Reopened != nil:
		return t.returned(m.Where()), true
	case m.LeftChatMember != nil:
		return t.understandLeaving(m.Chat.ID, *m.LeftChatMember), true
	}
	for _, who := range m.NewChatMembers {
		t.ranks.Put(seat{m.Chat.ID, who.ID}, wire.Member{Status: "member"})
	}
	return nil, len(m.NewChatMembers) > 0
}

func (t *Telegram) understandMembership(m wire.Membership) *job {
	group := m.Chat.Type == "group" || m.Chat.Type == "supergroup"
	at := wire.Spot{Chat: m.Chat.ID}
	t.reopen(at.Chat)
	t.ranks.Put(seat{at.Chat, t.myself().ID}, m.NewChatMember)
	t.chats.with(at.Chat, func(k *known) {
		k.wordsOnly = time.Time{}
		if !wire.IsPresent(m.NewChatMember) && group {
			k.closed = chat.ErrClosed
		} else if !wire.IsPresent(m.NewChatMember) {
			k.closed = chat.ErrBlocked
		}
	})
	switch {
	case !wire.MayWrite(m.NewChatMember):
		return t.shut(at, m.From)
	case wire.MayWrite(m.OldChatMember):
		return nil
	case wire.IsPresent(m.OldChatMember) || !group:
		return t.returned(at)
	case t.moves.reached(m.Chat.ID): // the same group under its new id
		return nil
	}
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if !t.showAgain(ctx, at, true) {
			e := chat.Event{Room: at.Room(), From: wire.Person(m.From), Locale: m.From.LanguageCode}
			t.handler.Joined(ctx, e, t.hearsAll(ctx, m.Chat.ID))
		}
	}}
}

// returned shows the matches of a chat or topic again after the bot could not write there. No event was missed, because
// the bot received everything that could be written.
func (t *Telegram) returned(at wire.Spot) *job {
	t.reopen(at.Chat)
	return &job{room: at.Room(), deal: func(ctx context.Context) { t.showAgain(ctx, at, false) }}
}

// shut handles a chat with all its topics, or one topic, in which the bot may no longer write.
func (t *Telegram) shut(at wire.Spot, by wire.User) *job {
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		if at.Thread != 0 && t.administrates(ctx, at.Chat) {
			return // administrators may write in a closed topic
		}
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Shut(ctx, room, wire.Person(by))
		}
	}}
}

// understandLeaving handles a person who has left a group. The bot's own leaving comes as a membership update.
func (t *Telegram) understandLeaving(group int64, who wire.User) *job {
	if who.ID == t.myself().ID {
		return nil
	}
	t.ranks.Put(seat{group, who.ID}, wire.Member{Status: "left"})
	at := t.moves.current(wire.Spot{Chat: group})
	return &job{room: at.Room(), deal: func(ctx context.Context) {
		for _, room := range t.playedIn(ctx, at) {
			t.handler.Left(ctx, room, wire.Person(who))
		}
	}}
}

func (t *Telegram) understandMove(from, to int64) *job {
	old, now := wire.Spot{Chat: from}, wire.Spot{Chat: to}
	t.moves.settle(old, now)
	return &job{room: now.Room(), deal: func(context.Context) { t.moved(old, now) }}
}

// seat is a person's membership in a group.
type seat struct{ group, person int64 }

// ask queries Telegram for a person's status in a group.
func (s seat) ask(ctx context.Context, line *client.Client) (is wire.Member, err error) {
	params := client.Params{"chat_id": s.group, "user_id": s.person}
	err = line.Insist(ctx, client.Request{Method: "getChatMember", Params: params}, &is)
	return is, err
}

// Administers implements chat.Presence. Anonymous administrators have no id and count as nobody.
func (t *Telegram) Administers(ctx context.Context, room chat.Room, id string) (bool, error) {
	is, err := t.standingIn(ctx, room, id, false)
	return is.Status == "creator" || is.Status == "administrator", err
}

// Present implements chat.Presence.
func (t *Telegram) Present(ctx context.Context, room chat.Room, id string, now bool) (bool, error) {
	is, err := t.standingIn(ctx, room, id, now)
	return wire.IsPresent(is), err
}

// standingIn returns a person's status in a room; in a private chat everybody is its owner.
func (t *Telegram) standingIn(ctx context.Context, room chat.Room, id string, now bool) (is wire.Member, err error) {
	at, err := wire.SpotOf(room)
	if err != nil {
		return is, err
	}
	of := seat{t.moves.current(at).Chat, wire.UserID(chat.User{ID: id})}
	switch {
	case at.Chat > 0:
		return wire.Member{Status: "creator"}, nil
	case of.person == 0:
		return wire.Member{Status: "left"}, nil
	}
	return t.standing(ctx, of, now)
}

// standing returns a person's status in a group. It is cached for Times.Trust, and now bypasses the cache.
func (t *Telegram) standing(ctx context.Context, of seat, now bool) (wire.Member, error) {
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
		return wire.Member{}, fmt.Errorf("telegram: what somebody is in group %d: %w", of.group, err)
	}
	t.ranks.Put(of, is)
	return is, nil
}

// hearsAll reports whether the bot receives every message of a group: it is an administrator, or privacy mode is off.
// If the lookup fails the answer is false, which costs no more than a needless reply box.
func (t *Telegram) hearsAll(ctx context.Context, group int64) bool {
	return t.myself().CanReadAllGroupMessages || t.administrates(ctx, group)
}

// administrates reports whether the bot is known to be an administrator of a group.
func (t *Telegram) administrates(ctx context.Context, group int64) bool {
	self := t.myself().ID
	if self == 0 {
		return false
	}
	is, err := t.standing(ctx, seat{group, self}, false)
	if err != nil {
		t.Log.Info("telegram: the bot's rights in a group cannot be looked up", "error", err)
	}
	return is.Status == "administrator"
}
