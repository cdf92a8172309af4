package discord

import (
	"context"
	"encoding/json"
	"math/rand/v2"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
)

// goneKind is the kind of an event that the adapter makes itself: the bot can say nothing more in a room.
const goneKind = "GONE"

// place is what the gateway tells of a channel, a thread or a server that has changed or is no more.
type place struct {
	ID          string
	Unavailable bool                  // of a server: it is only away
	Thread      struct{ Locked bool } `json:"thread_metadata"`
}

// tellGone tells the bot where it can say nothing more: in a channel or a thread that is deleted, in a thread that is
// locked, on a server that it has been taken off.
func (b *inbox) tellGone(ctx context.Context, kind string, raw json.RawMessage) error {
	var p place
	if err := json.Unmarshal(raw, &p); err != nil || p.ID == "" {
		return err
	}
	switch kind {
	case "THREAD_UPDATE":
		if !p.Thread.Locked {
			return nil
		}
	case "GUILD_DELETE":
		if !p.Unavailable {
			b.ears.spawn(func() { b.serverGone(p.ID) })
		}
		return nil
	}
	return b.goneIn(ctx, wire.Room(p.ID))
}

// serverGone is for a server that the bot has been taken off: what was played in those of its channels that are known.
func (b *inbox) serverGone(guild string) {
	h, ok := b.ears.handler.(chat.Misser)
	if !ok {
		return
	}
	rooms, err := h.Playing(b.ears.life, service)
	if err != nil {
		b.log.Error("what was played on a server that the bot was taken off is not known", "error", err)
	}
	for _, room := range rooms {
		if at, known := b.ears.out.places.Guild(wire.Channel(room)); !known || at != guild {
			continue
		}
		if err := b.goneIn(b.ears.life, room); err != nil {
			b.log.Warn("the bot is not told that it was taken off a server", "room", room, "error", err)
		}
	}
}

// goneIn has the process whose room it is deal with its end.
func (b *inbox) goneIn(ctx context.Context, room chat.Room) error {
	data, err := json.Marshal(room)
	if err != nil {
		return err
	}
	return b.file(ctx, room, rand.Int64(), envelope{Kind: goneKind, Data: data})
}

// gone has the matches of a thread go on in its channel, and the players of those in a channel told where they can be.
func (ear *ears) gone(room chat.Room) {
	ear.rooms.Put(room, adapter.Job{Firm: true, Do: func() {
		if h, ok := ear.handler.(chat.Guest); ok && !ear.out.leave(ear.life, room) {
			h.Shut(ear.life, room, chat.User{})
		}
	}})
}
