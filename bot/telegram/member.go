package telegram

import (
	"context"

	"tabuleiro/bot/chat"
)

// Changes of the bot's place in a chat. Matches do not end because of it: where it may not write, they wait; where it may again,
// they are shown.

type membership struct {
	Chat place    `json:"chat"`
	By   user     `json:"from"`
	Old  standing `json:"old_chat_member"`
	New  standing `json:"new_chat_member"`
}

// standing is what Telegram says of a person in a group.
type standing struct {
	Status string `json:"status"`
	In     bool   `json:"is_member,omitempty"`         // of those who are restricted
	Writes bool   `json:"can_send_messages,omitempty"` // of those, too
}

// here tells whether somebody is in a chat.
func (s standing) here() bool {
	return s.Status == "restricted" && s.In || s.Status != "restricted" && s.Status != "left" && s.Status != "kicked"
}

// writes tells whether somebody may write in a chat.
func (s standing) writes() bool { return s.here() && (s.Status != "restricted" || s.Writes) }

func (t *Telegram) understandMembership(m membership) *task {
	group := m.Chat.Type == "group" || m.Chat.Type == "supergroup"
	if group {
		t.admin.Add(m.Chat.ID, m.New.Status == "administrator")
	}
	if !m.New.here() {
		t.closed.Add(m.Chat.ID, !group)
		return t.shut(spot{chat: m.Chat.ID}, m.By)
	}
	t.reopen(m.Chat.ID)
	at := spot{chat: m.Chat.ID}
	switch {
	case !m.New.writes():
		return t.shut(at, m.By)
	case m.Old.writes():
		return nil
	case m.Old.here() || !group:
		return t.returned(at)
	case t.movedTo(m.Chat.ID): // where it was before, under another id
		return nil
	}
	return &task{room: at.room(), deal: func(ctx context.Context) bool {
		if t.showAgain(ctx, at, true) {
			return true
		}
		if h, ok := t.handler.(chat.Guest); ok {
			h.Joined(ctx, chat.Event{Room: at.room(), From: m.By.person(), Locale: m.By.Language}, t.hearsAll(ctx, m.Chat.ID))
		}
		return ctx.Err() == nil
	}}
}

// shut is for a chat with all its topics, or a topic, in which the bot may not write any more.
func (t *Telegram) shut(at spot, by user) *task {
	h, ok := t.handler.(chat.Guest)
	if !ok {
		return nil
	}
	return &task{room: at.room(), deal: func(ctx context.Context) bool {
		if at.thread != 0 && t.administrates(ctx, at.chat) {
			return ctx.Err() == nil // who may write in a topic that is closed
		}
		for _, room := range t.playedIn(ctx, at) {
			h.Shut(ctx, room, by.person())
		}
		return ctx.Err() == nil
	}}
}

// understandLeaving is for somebody who has left a group. The bot's own leaving is told otherwise.
func (t *Telegram) understandLeaving(group int64, who user) *task {
	h, ok := t.handler.(chat.Guest)
	if !ok || who.ID == t.myself().ID {
		return nil
	}
	t.ranks.Put(seat{group, who.ID}, standing{Status: "left"})
	at := t.now(spot{chat: group})
	return &task{room: at.room(), deal: func(ctx context.Context) bool {
		for _, room := range t.playedIn(ctx, at) {
			h.Left(ctx, room, who.person())
		}
		return ctx.Err() == nil
	}}
}

// movedTo tells whether a group has become this one.
func (t *Telegram) movedTo(chat int64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for from, to := range t.moves {
		if to.chat == chat && from.chat != chat {
			return true
		}
	}
	return false
}
