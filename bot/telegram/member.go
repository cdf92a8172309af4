package telegram

import (
	"context"

	"tabuleiro/bot/chat"
	"tabuleiro/bot/telegram/pace"
	"tabuleiro/bot/telegram/wire"
)

func (t *ears) understandMembership(m wire.Membership) *task {
	group := m.Chat.Type == "group" || m.Chat.Type == "supergroup"
	if group {
		t.admin.Put(m.Chat.ID, m.New.Status == "administrator")
	}
	t.out.pictureless.Take(m.Chat.ID)
	if !m.New.Here() {
		t.out.closed.Put(m.Chat.ID, !group)
		return t.shut(wire.Spot{Chat: m.Chat.ID}, m.By)
	}
	t.out.reopen(m.Chat.ID)
	at := wire.Spot{Chat: m.Chat.ID}
	switch {
	case !m.New.MayWrite():
		return t.shut(at, m.By)
	case m.Old.MayWrite():
		return nil
	case m.Old.Here() || !group:
		return t.returned(at)
	case t.moves.reached(m.Chat.ID): // where it was before, under another id
		return nil
	}
	return &task{room: at.Room(), deal: func(ctx context.Context) bool {
		if t.showAgain(ctx, at, true) {
			return true
		}
		if h, ok := t.handler.(chat.Guest); ok {
			h.Joined(ctx, chat.Event{Room: at.Room(), From: m.By.Person(), Locale: m.By.Language}, t.hearsAll(ctx, m.Chat.ID))
		}
		return ctx.Err() == nil
	}}
}

// shut is for a chat with all its topics, or a topic, in which the bot may not write any more.
func (t *ears) shut(at wire.Spot, by wire.User) *task {
	h, ok := t.handler.(chat.Guest)
	if !ok {
		return nil
	}
	return &task{room: at.Room(), deal: func(ctx context.Context) bool {
		if at.Thread != 0 && t.administrates(ctx, at.Chat) {
			return ctx.Err() == nil // who may write in a topic that is closed
		}
		for _, room := range t.playedIn(ctx, at) {
			h.Shut(ctx, room, by.Person())
		}
		return ctx.Err() == nil
	}}
}

// understandLeaving is for somebody who has left a group. The bot's own leaving is told otherwise.
func (t *ears) understandLeaving(group int64, who wire.User) *task {
	h, ok := t.handler.(chat.Guest)
	if !ok || who.ID == t.myself().ID {
		return nil
	}
	t.ranks.Put(seat{group, who.ID}, wire.Standing{Status: "left"})
	at := t.moves.now(wire.Spot{Chat: group})
	return &task{room: at.Room(), deal: func(ctx context.Context) bool {
		for _, room := range t.playedIn(ctx, at) {
			h.Left(ctx, room, who.Person())
		}
		return ctx.Err() == nil
	}}
}

func (t *ears) understandMove(from, to int64) *task {
	t.moves.settle(wire.Spot{Chat: from}, wire.Spot{Chat: to})
	return &task{room: wire.Spot{Chat: to}.Room(),
		deal: func(ctx context.Context) bool { return t.moved(ctx, wire.Spot{Chat: from}, wire.Spot{Chat: to}) }}
}

// moved tells the bot, again and again until that is stored. It is false if the adapter was stopped before.
func (t *ears) moved(ctx context.Context, from, to wire.Spot) bool {
	wait := t.line.Backoff()
	for ctx.Err() == nil {
		err := t.handler.Moved(ctx, from.Room(), to.Room())
		if err == nil {
			return true
		}
		t.log.Error("telegram: the matches and settings of a room could not be moved, trying again", "from", from.Room(),
			"to", to.Room(), "error", err)
		pace.Pause(ctx, wait.NextBackOff())
	}
	return false
}
