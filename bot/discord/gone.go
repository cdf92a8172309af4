package discord

import (
	"encoding/json"

	"tabuleiro/bot/adapter"
	"tabuleiro/bot/chat"
	"tabuleiro/bot/discord/wire"
)

// place is what the gateway tells of a channel, a thread or a server that has changed or is no more.
type place struct {
	ID          string
	Unavailable bool                  // of a server: it is only away
	Thread      struct{ Locked bool } `json:"thread_metadata"`
}

// tellGone tells the bot where it can say nothing more: in a channel or a thread that is deleted, in a thread that is
// locked, on a server that it has been taken off.
func (d *Discord) tellGone(kind string, raw json.RawMessage) error {
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
			d.spawn(func() { d.ears.serverGone(p.ID) })
		}
		return nil
	}
	d.ears.gone(wire.Room(p.ID))
	return nil
}

// serverGone is for a server that the bot has been taken off: what was played in those of its channels that are known.
func (ear *ears) serverGone(guild string) {
	h, ok := ear.handler.(chat.Misser)
	if !ok {
		return
	}
	rooms, err := h.Playing(ear.life, service)
	if err != nil {
		ear.log.Error("what was played on a server that the bot was taken off is not known", "error", err)
	}
	for _, room := range rooms {
		if at, known := ear.out.places.Guild(wire.Channel(room)); !known || at != guild {
			continue
		}
		ear.gone(room)
	}
}

// gone has the matches of a thread go on in its channel, and the players of those in a channel told where they can be.
func (ear *ears) gone(room chat.Room) {
	ear.rooms.Put(room, adapter.Job{Firm: true, Do: func() {
		if h, ok := ear.handler.(chat.Guest); ok && !ear.out.leave(ear.life, room) {
			h.Shut(ear.life, room, chat.User{})
		}
	}})
}
